"""What an error says of other packages is read where mocks stand in the failing statement, too."""

import unittest
from pathlib import Path
from unittest.mock import call

import numpy as np
import pytest

from testfix_pipeline.execution.in_target import testfix_named


class Checks(unittest.TestCase):
    def check_calls(self) -> None:
        self.assertGone(  # type: ignore[attr-defined]
            [call(1)],
            [],
        )


class _Files:
    """Files of the project: this one alone."""

    def relative_path(self, name: str) -> str | None:
        return "test_error_origin.py" if Path(name) == Path(__file__) else None


def test_a_mocked_call_in_the_failing_statement() -> None:
    try:
        Checks().check_calls()
    except AttributeError as error:
        objects, below = testfix_named.error_origin(error, _Files())  # type: ignore[no-untyped-call]
    assert ["self.assertGone", "unittest.case", "TestCase.assertGone", "inherited"] in objects
    assert not below


def test_an_error_of_compiled_code_is_of_the_module_that_holds_its_text() -> None:
    value = np.ones(2, bool)
    with pytest.raises(TypeError) as caught:
        print(-value)
    objects, below = testfix_named.error_origin(caught.value, _Files())  # type: ignore[no-untyped-call]
    assert ["value", "numpy", "ndarray", "named"] in objects
    assert below == ["numpy._core._multiarray_umath"]


def test_an_error_of_python_is_of_no_module() -> None:
    value = np
    with pytest.raises(TypeError) as caught:
        print(value + 1)  # type: ignore[operator]
    assert testfix_named.error_origin(caught.value, _Files())[1] == []  # type: ignore[no-untyped-call]
