"""Tests that are older than a deliberate change of the program are named, and offered with the new value."""

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.core.change_history import Change, ChangedCodeFile
from testfix_pipeline.core.cycle_rules.obsolete_tests import obsolete_test
from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.test_ids import TestId

Make = Callable[..., Any]
CONFTEST = {"conftest.py": "import pathlib, sys\nsys.path.insert(0, str(pathlib.Path(__file__).parent))\n"}
SHOP = "FREE_FROM = {}\n\n\ndef shipping(total):\n    return 0 if total >= FREE_FROM else 5\n"
TEST = (
    "import shop\n\n\ndef test_free_from():\n    assert shop.FREE_FROM == 50\n\n\n"
    "def test_free():\n    assert shop.shipping(90) == 0\n"
)
FAILURE = Failure(
    test=TestId("test_shop.py::test_free_from"),
    error="assert 60 == 50\n +  where 60 = shop.FREE_FROM",
    frames=[Frame(file="test_shop.py", line=5, function="test_free_from")],
)


def change(subject: str, path: str = "shop.py", old: int = 50, new: int = 60) -> Change:
    return Change("c" * 40, "p" * 40, subject, (ChangedCodeFile(path, SHOP.format(old), SHOP.format(new)),))


def test_a_test_older_than_the_commit_that_names_the_new_value_is_obsolete() -> None:
    found = obsolete_test(FAILURE, TEST, [change("Ship free from 60")], lambda commit, file: TEST)
    assert found is not None and found.text == TEST.replace("== 50", "== 60")
    assert "cccccccccc (Ship free from 60) changed 50 to 60 in shop.py" in found.evidence


def test_what_only_looks_like_a_number_in_the_changed_lines_is_none() -> None:
    texts = (f"LIMIT = {limit}  # of 10_ or 1__0, {'9' * 5000}\n" for limit in (0.5, 0.75))
    changes = [Change("c" * 40, "p" * 40, "Raise it to 0.75", (ChangedCodeFile("shop.py", *texts),))]
    failure = FAILURE.model_copy(update={"error": "assert 0.75 == 0.5"})
    test = TEST.replace("50", "0.5")
    found = obsolete_test(failure, test, changes, lambda commit, file: test)
    assert found is not None and "shop.FREE_FROM == 0.75" in found.text


@pytest.mark.parametrize(
    ("subject", "path", "old", "before"),
    [
        ("Tidy the shop", "shop.py", 50, TEST),
        ("Ship free from 600", "shop.py", 50, TEST),
        ("Ship free from 60", "tests/shop.py", 50, TEST),
        ("Ship free from 60", "shop.py", 40, TEST),
        ("Ship free from 60", "shop.py", 50, TEST.replace("50", "45")),
        ("Ship free from 60", "shop.py", 50, ""),
    ],
    ids=["not said", "another number", "of tests", "of another value", "newer test", "new test"],
)
def test_without_evidence_a_failure_stays_one_of_the_code(subject: str, path: str, old: int, before: str) -> None:
    assert obsolete_test(FAILURE, TEST, [change(subject, path, old)], lambda commit, file: before) is None


@pytest.mark.usefixtures("every_round")
def test_a_session_leaves_the_program_as_it_is_and_offers_the_test(repository: Make, run_cycle: Make) -> None:
    marked = "\ufeff" + TEST.replace("\n", "\r\n")
    repo = repository(files={**CONFTEST, "shop.py": SHOP.format(50), "test_shop.py": marked})
    repo.commit("Ship free from 60", **{"shop.py": SHOP.format(60)})
    found = run_cycle(repo, agents=["builtin"], max_iterations=3)
    assert found["outcome"] == "blocked" and not found["fixed_tests"]
    assert found["failure_reasons"]["test_shop.py::test_free_from"].startswith("Possibly obsolete: ")
    offered = next(repo.root.rglob("tests-would-fix.patch")).read_bytes().split(b"\n")
    assert [line for line in offered if line.startswith(b"+ ")] == [b"+    assert shop.FREE_FROM == 60\r"]
