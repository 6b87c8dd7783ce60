"""Steps of the repair of libraries that are mere guesses: they are no part of a patch that fixes some tests."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.records import Failure, Frame, Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.library_fixes import BehaviourCheck, LibraryFix
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search import library_repair
from testfix_pipeline.repair.search.library_outcome import NO_LIBRARY_REPAIR
from testfix_pipeline.repair.search.library_patches import (
    SURE_STEPS,
    confidence_among,
    has_refuted_edit,
    partial,
    sure_part,
    without_guesses,
)
from testfix_pipeline.repair.search.library_repair_result import needs_no_search
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


def test_what_may_land_without_the_doubtful_last_step_of_a_complete_patch() -> None:
    first = LibraryRepairState(steps=(SURE,), passed=ONE, confidence=SURE_STEPS)
    unsure = LibraryRepairState(steps=(SURE, GUESS), passed=ONE, confidence=0.3)
    whole = LibraryRepairState(steps=(SURE, GUESS, SURE), passed=TWO, confidence=0.3)
    assert sure_part(whole, [first, unsure, whole]) is first
    nothing = replace(first, passed=frozenset())
    assert sure_part(whole, [nothing, unsure, whole]) is None
    assert sure_part(whole, [unsure, whole]) is None


@pytest.mark.parametrize(
    ("kind", "likelihood", "line", "is_refuted"),
    [
        ("library.argument-rename", 0.88, 2, True),
        ("library.argument-rename", 0.88, 3, False),
        ("library.name", 0.5, 2, True),
        ("library.name", 0.88, 2, False),
    ],
)
def test_an_edit_that_a_test_still_fails_at_is_refuted(kind, likelihood, line, is_refuted) -> None:
    old = "get(ids=1)\nhas(ids=[1])\nend()\n"
    new = old.replace("ids", "id")
    frame = Frame(file="a.py", line=line, function="f")
    left = Failure(test="t.py::two", error_type="TypeError", error="unhashable", frames=[frame])
    step = LibraryFix({"a.py": new}, kind, "renamed", likelihood, "lib.get")
    state = LibraryRepairState({"a.py": new}, (step,), ONE, (left,), confidence=likelihood)
    assert has_refuted_edit(state, {"a.py": old}) is is_refuted


def test_of_several_names_for_one_keyword_that_are_believed_alike_none_lands() -> None:
    first, *others = (_renamed(name, 0.65) for name in ("default", "likely", "transport"))
    assert is_doubtful(confidence_among(first, [first, *others]))
    assert not is_doubtful(confidence_among(first, [first]))


def test_a_name_for_a_keyword_with_more_evidence_than_the_others_lands() -> None:
    at_place, other = _renamed("transport", 0.88), _renamed("default", 0.65)
    assert not is_doubtful(confidence_among(at_place, [at_place, other]))


def test_no_search_follows_where_a_person_is_to_choose_a_name_for_a_keyword() -> None:
    def found(*kinds: str, against: tuple[str, ...] = ()) -> bool:
        patches = [
            RankedPatch({}, {}, "", kind, "", "", frozenset(), frozenset(), True, 0.22, "", against=against)
            for kind in kinds
        ]
        return needs_no_search(replace(NO_LIBRARY_REPAIR, patches=tuple(patches)))

    assert found("library.argument-rename", "library.argument-rename")
    assert not found("library.argument-rename", "library.argument-drop")
    assert not found("library.argument-rename", "library.argument-rename", against=("It gives another result.",))


def _renamed(name: str, likelihood: float) -> LibraryRepairState:
    step = LibraryFix({"a.py": f"parse({name}=1)"}, "library.argument-rename", name, likelihood, "lib.parse")
    return LibraryRepairState(steps=(step,), confidence=likelihood)


@pytest.mark.parametrize(
    ("status", "step", "lands"), [("passed", GUESS, True), ("failed", GUESS, False), ("failed", SURE, True)]
)
def test_a_file_that_is_collected_with_a_guess_proves_it_only_if_a_test_of_it_passes(status, step, lands) -> None:
    source = SourceFile("a.py", b"0")
    trees: Any = SimpleNamespace(
        sources=SimpleNamespace(source=lambda path: source), request=SimpleNamespace(exclude=())
    )
    test = TestId("t.py::one")
    run = SuiteRun(outcomes={test: Outcome(id=test, status=status)}, collected=[test])
    passed = frozenset({TestId("t.py")})
    state = LibraryRepairState(step.texts, (step,), passed, run=run, confidence=step.likelihood)
    assert (partial(state, trees) is not None) is lands


@pytest.mark.parametrize(
    ("libraries_only", "confidence", "check", "is_offered"),
    [
        (True, 0.3, None, True),
        (True, 0.3, BehaviourCheck(3), True),
        (True, 0.3, BehaviourCheck(3, ("f gives 1; it gave 2.",)), False),
        (True, 0.5, None, False),
        (False, 0.3, None, False),
    ],
)
def test_the_sure_steps_of_a_doubtful_patch_are_offered_by_themselves(
    libraries_only: bool, confidence: float, check: BehaviourCheck | None, is_offered: bool, monkeypatch: Any
) -> None:
    first = LibraryRepairState({"a.py": "1"}, (SURE,), ONE, confidence=SURE_STEPS)
    green = LibraryRepairState({"a.py": "2"}, (SURE, GUESS), TWO, confidence=confidence)
    run: Any = object.__new__(library_repair._LibraryRepairRun)
    run.request, run.trees = SimpleNamespace(libraries_only=libraries_only), None
    run.trials = SimpleNamespace(reached=[first, green])
    patch = RankedPatch({}, {}, "", "library.name", "", "", ONE, frozenset(), False, SURE_STEPS, "")
    monkeypatch.setattr(run, "behaviour", lambda texts: check)
    monkeypatch.setattr(run, "_whole", lambda state: state)
    monkeypatch.setattr(library_repair, "partial", lambda state, trees: patch if state is first else None)
    assert run._sure_part([green]) == ([patch] if is_offered else [])
    assert run._sure_part([]) == []


def test_what_only_says_something_is_recorded_as_a_sentence() -> None:
    run: Any = object.__new__(library_repair._LibraryRepairRun)
    run.notes, run.updates, run.unlooked = [], [], frozenset()
    said = [LibraryFix({}, "library.used", note, 0.0, "") for note in ("The line uses lib.f.", "lib.f is gone")]
    assert run._edits(said, LibraryRepairState()) == []
    assert run.notes == ["The line uses lib.f.", "lib.f is gone."]
