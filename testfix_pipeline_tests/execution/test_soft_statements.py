"""Functions go on after a statement that fails, and tell which do; what is to fail is left as it is."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from testfix_pipeline.execution.in_target.testfix_soft_statements import SoftStatements

TESTS = """\
import pytest


def equal(found, wanted):
    assert found == wanted


def first(found):
    assert found == 1
    equal(found, 2)
    with pytest.raises(ZeroDivisionError, match="zero"):
        found / 1
    assert found == 3
    return "end"


def expects(found):
    with pytest.raises(AssertionError):
        equal(found, 2)
    assert found == 3


def skips():
    pytest.skip("now")
    raise AssertionError
"""


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    path = tmp_path / "soft_example.py"
    path.write_text(TESTS)
    spec = importlib.util.spec_from_file_location("soft_example", path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def softened(module: ModuleType) -> SoftStatements:
    soft = SoftStatements(lambda path: Path(path).name, "soft_example.py".__eq__)  # type: ignore[no-untyped-call]
    soft.install()  # type: ignore[no-untyped-call]
    return soft


def test_all_statements_that_fail_are_noted(module: ModuleType) -> None:
    soft = softened(module)
    assert module.first(1) == "end"
    assert soft.failed == {("soft_example.py", line) for line in (5, 10, 11, 13)}
    assert {line for _, line in soft.reached} == {5, 9, 10, 11, 13}


def test_what_fails_without_a_change_is_left_as_it_is(module: ModuleType) -> None:
    soft = softened(module)
    with pytest.raises(pytest.fail.Exception):
        soft.leave([("soft_example.py", 18)])  # type: ignore[no-untyped-call]
        module.expects(1)
    soft.leave([("soft_example.py", 5)])  # type: ignore[no-untyped-call]
    soft.failed.clear()
    module.expects(1)
    assert soft.failed == {("soft_example.py", 20)}


def test_a_skipped_test_is_skipped(module: ModuleType) -> None:
    softened(module)
    with pytest.raises(pytest.skip.Exception):
        module.skips()
