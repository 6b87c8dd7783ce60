"""Which failures point at a library, by what they say and what the project defines."""

from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import (
    OwnNames,
    is_library_failure,
    lost_name,
)

FILES = {"shop/__init__.py": "", "shop/cart.py": "class Cart:\n    pass\n\n\ndef total(a):\n    return a\n"}


@pytest.mark.parametrize(
    ("error", "said", "lost"),
    [
        ("ImportError", "cannot import name 'Markup' from 'jinja2' (/x/jinja2/__init__.py)", "Markup"),
        ("ModuleNotFoundError", "No module named 'lib.old'", "old"),
        ("AttributeError", "module 'collections' has no attribute 'Mapping'", "Mapping"),
        ("AttributeError", "`np.Inf` was removed in the NumPy 2.0 release. Use `np.inf` instead.", ""),
        ("AttributeError", "'Thread' object has no attribute 'isAlive'", ""),
        ("AttributeError", "type object 'Thread' has no attribute 'make'", ""),
        ("TypeError", "render() got an unexpected keyword argument 'upper'", ""),
        ("TypeError", "Client.__init__() missing 1 required positional argument: 'host'", ""),
        ("TypeError", "render() takes 1 positional argument but 2 were given", ""),
    ],
)
def test_a_library(error: str, said: str, lost: str, write: Callable[..., Path]) -> None:
    failure = Failure(test="t.py::test_x", error_type=error, error=said)  # type: ignore[arg-type]
    assert is_library_failure(failure, OwnNames.of(write(FILES)))
    assert lost_name(failure) == lost


def test_an_error_that_an_assertion_quotes_counts_as_the_error(tmp_path: Path) -> None:
    said = "assert 0 == 1\n +  where 1 = <Result ImportError(\"cannot import name 'A' from 'lib'\")>"
    quoting = Failure(test="test_a.py::test_a", error_type="AssertionError", error=said)
    assert is_library_failure(quoting, OwnNames.of(tmp_path)) and lost_name(quoting) == "A"
    plain = Failure(test="test_a.py::test_a", error_type="AssertionError", error="assert 0 == 1")
    assert not is_library_failure(plain, OwnNames.of(tmp_path))
