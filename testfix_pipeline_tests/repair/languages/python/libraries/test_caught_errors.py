"""Errors behind the status that a test compares."""

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import caught_failures, hides_error


def failed(error: str, kind: str = "AssertionError") -> Failure:
    return Failure(test="test_a.py::test", error_type=kind, error=error)


@pytest.mark.parametrize(
    ("error", "is_hiding"),
    [
        ("assert 500 == 200\n +  where 500 = <WrapperTestResponse streamed>.status_code", True),
        ("500 != 200", True),
        ("assert b'<!doctype h...cation.</p>\\n' == b'hello'", True),
        ("assert '<!doctype html>\\n<title>500 Internal Server Error</title>' == 'a'", True),
        ("assert b'<!doctype h...he server.</p>\\n' == b'hello'", False),
        ("assert 'Welcome' in '<!doctype html><title>Shop</title>'", False),
        ("assert 1 == 0\n +  where 1 = <Result TypeError('x')>.exit_code", True),
        ("1 != 0", True),
        ("assert 11 == 10", False),
        ("assert 5000 == 200", False),
    ],
)
def test_a_status_may_hide_an_error(error: str, is_hiding: bool) -> None:
    assert hides_error(failed(error)) is is_hiding
    assert not hides_error(failed(error, "ValueError"))


def test_a_caught_error_is_one_of_a_test_that_sees_its_status() -> None:
    seen = {"caught": [{"file": "app.py", "line": 3, "type": "TypeError", "message": "f() takes no argument"}]}
    (found,) = caught_failures(seen, [failed("500 != 200")])
    assert (found.test, found.error_type, found.frames[-1].line) == ("test_a.py::test", "TypeError", 3)
    assert caught_failures(seen, []) == []
