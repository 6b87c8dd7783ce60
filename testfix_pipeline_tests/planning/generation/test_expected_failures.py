"""Generated tests that are expected to fail lose their mark once a fix makes them pass."""

from testfix_pipeline.core.plan_records import GeneratedTest, Generation
from testfix_pipeline.planning.generation.withdrawal import without_marks

MARKED = '''"""Generated."""

import pytest

from rates import share


@pytest.mark.xfail(
    strict=False,
    reason="AC-01 asks for 3",
)
def test_first():
    assert share(9, 3) == 3


@pytest.mark.xfail(strict=False, reason="AC-02")
def test_second():
    assert share(1, 2) == 1
'''


def generation() -> Generation:
    named = {"file": "tests/test_rates.py", "target": "rates.share", "kept": True, "expected_failure": True}
    tests = [GeneratedTest(name=name, **named) for name in ("test_first", "test_second")]
    return Generation(files={"tests/test_rates.py": MARKED}, tests=tests)


def test_with_the_last_mark_the_import_goes_that_it_alone_used() -> None:
    left = without_marks(generation(), {f"tests/test_rates.py::{name}" for name in ("test_first", "test_second")})
    assert "pytest" not in left.files["tests/test_rates.py"]
    compile(left.files["tests/test_rates.py"], "test_rates.py", "exec")


def test_other_files_stay_as_they_are() -> None:
    assert without_marks(generation(), {"other.py::test_first"}) == generation()
