"""Steps of the repair of libraries that are mere guesses: they are no part of a patch that fixes some tests."""

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.search.library_patches import SURE_STEPS, without_guesses
from testfix_pipeline.repair.search.library_state import LibraryRepairState

SURE = LibraryFix({"a.py": "1"}, "library.name", "sure", SURE_STEPS, "a")
GUESS = LibraryFix({"a.py": "2"}, "library.name", "guess", SURE_STEPS - 0.2, "b")
ONE, TWO = frozenset({TestId("t.py::one")}), frozenset({TestId("t.py::one"), TestId("t.py::two")})


def test_guesses_at_the_end_that_fix_nothing_are_left_out() -> None:
    first = LibraryRepairState(steps=(SURE,), passed=ONE)
    second = LibraryRepairState(steps=(SURE, GUESS), passed=ONE)
    third = LibraryRepairState(steps=(SURE, GUESS, GUESS), passed=ONE)
    assert without_guesses(third, [first, second, third]) is first


def test_a_guess_that_fixes_a_test_and_a_sure_step_stay() -> None:
    first = LibraryRepairState(steps=(SURE,), passed=ONE)
    proved = LibraryRepairState(steps=(SURE, GUESS), passed=TWO)
    assert without_guesses(proved, [first, proved]) is proved
    sure = LibraryRepairState(steps=(SURE, SURE), passed=ONE)
    assert without_guesses(sure, [first, sure]) is sure
