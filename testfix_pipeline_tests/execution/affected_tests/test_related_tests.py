"""Which tests of a large suite a search works with."""

from collections.abc import Mapping
from pathlib import Path

from testfix_pipeline.core.records import Outcome, Status
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.related_tests import (
    LARGE_SECONDS,
    RELATED_SECONDS,
    is_large,
    related_tests,
)

FILES = {
    "shop.py": "def total(rows): ...\ndef label(row): ...\n",
    "mail.py": "def send(text): ...\n",
    "test_shop.py": "from shop import total\ndef test_a(): assert total([]) == 0\ndef test_b(): ...\n",
    "test_report.py": "import shop\ndef test_c(): shop.total([1])\n",
    "test_mail.py": "from mail import send\ndef test_d(): send('')\n",
}
FAILING = TestId("test_shop.py::test_a")


def outcomes(seconds: float = 0.01, **more: Status) -> Mapping[TestId, Outcome]:
    names = ["test_mail.py::test_d", "test_report.py::test_c", FAILING, "test_shop.py::test_b"]
    found: dict[str, Status] = dict.fromkeys(names, "passed")
    found[FAILING] = "failed"
    return {TestId(name): Outcome(id=name, status=status, duration=seconds) for name, status in found.items()}


def project(root: Path) -> Path:
    for name, text in FILES.items():
        (root / name).write_text(text)
    return root


def test_tests_beside_the_failing_ones_and_those_that_use_the_same_functions(tmp_path: Path) -> None:
    found = related_tests(project(tmp_path), outcomes(), [FAILING])
    assert found == ["test_report.py::test_c", FAILING, "test_shop.py::test_b"]


def test_they_take_no_longer_than_is_allowed_and_the_nearest_come_first(tmp_path: Path) -> None:
    found = related_tests(project(tmp_path), outcomes(RELATED_SECONDS * 0.6), [FAILING])
    assert found == ["test_report.py::test_c", FAILING, "test_shop.py::test_b"][1:]


def test_a_suite_is_large_by_the_time_that_it_takes() -> None:
    assert is_large(outcomes(LARGE_SECONDS)) and not is_large(outcomes(LARGE_SECONDS / 5))
