"""What lands where an update certainly causes the failure and nothing is known of the old release."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair import engine
from testfix_pipeline.repair.language.library_fixes import BehaviourCheck
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.library_behaviour import (
    ENOUGH_CALLS,
    MOST_CHECKED,
    NOT_LOOKED_AT,
    UNPROVED,
    weigh_patches,
)
from testfix_pipeline.repair.search.library_outcome import NO_LIBRARY_REPAIR


@pytest.mark.parametrize(
    ("kind", "certain", "lands"), [("k", True, False), ("library.name", True, True), ("k", False, True)]
)
def test_a_patch_of_the_search_is_a_lead_if_the_libraries_have_no_fix_to_offer(
    kind: str, certain: bool, lands: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = TestId("t")
    patch = RankedPatch({}, {}, "", kind, "", "", frozenset([test]), frozenset(), True, 0.8, "")
    found = engine.RepairResult((patch,), 1, "found", [], 1.0, [], {})
    update = Update(library="lib", version="2", symbol="lib.days", certain=certain)
    failures = [Failure(test=test, error_type="TypeError", update=update)]
    request = SimpleNamespace(libraries_only=False, changes=(), failures=failures, failing=[test], updated=[])
    monkeypatch.setattr(engine, "repair_libraries", lambda request, workers: None)
    monkeypatch.setattr(engine, "_after_libraries", lambda request, workers, begun: found)
    (after,) = engine._repair(cast(Any, request), cast(Any, None)).patches
    assert after.against == (() if lands else (UNPROVED,))
    assert (after.confidence >= 0.4) is lands


@pytest.mark.parametrize("certain", [True, False])
def test_all_patches_are_leads_or_all_stay_as_they_were_ranked(certain: bool) -> None:
    update = Update(library="lib", version="2", symbol="lib.days", certain=certain)
    failures = [Failure(test="t", error_type="TypeError", update=update)]
    patches = [
        RankedPatch({}, {}, "", "k", "", "", frozenset([TestId("t")]), frozenset(), True, 0.5 + number / 100, "")
        for number in range(MOST_CHECKED + 2)
    ]
    after = weigh_patches(NO_LIBRARY_REPAIR, patches, failures)
    assert all(one.against == (UNPROVED,) for one in after) if certain else after == patches


@pytest.mark.parametrize(
    ("kind", "check", "lands"),
    [
        ("library.name + k", None, False),
        ("library.name + k", BehaviourCheck(ENOUGH_CALLS - 1), False),
        ("library.name + k", BehaviourCheck(ENOUGH_CALLS), True),
        ("library.name + library.call", None, True),
    ],
)
def test_an_edit_beside_steps_for_a_library_lands_only_with_evidence(kind, check, lands) -> None:
    patch = RankedPatch({}, {}, "", kind, "", "", frozenset([TestId("t")]), frozenset(), True, 0.8, "")
    library = replace(NO_LIBRARY_REPAIR, behaviour=lambda texts: check)
    (after,) = weigh_patches(library, [patch])
    assert after.against == (() if lands else (UNPROVED,))
    assert is_doubtful(after.confidence) is not lands


@pytest.mark.parametrize(("compared", "lands"), [(ENOUGH_CALLS - 1, False), (ENOUGH_CALLS, True)])
def test_a_patch_of_the_search_lands_after_an_update_only_with_enough_calls_that_agree(compared, lands) -> None:
    update = Update(library="lib", version="2", symbol="lib.days", certain=True)
    failures = [Failure(test="t", error_type="TypeError", update=update)]
    patch = RankedPatch({}, {}, "", "k", "", "", frozenset([TestId("t")]), frozenset(), True, 0.8, "")
    library = replace(NO_LIBRARY_REPAIR, behaviour=lambda texts: BehaviourCheck(compared))
    (after,) = weigh_patches(library, [patch], failures)
    assert is_doubtful(after.confidence) is not lands


@pytest.mark.parametrize(
    ("kind", "text", "check", "confidence"),
    [
        ("compare.operator", "import os, lib\n", None, 0.4),
        ("compare.operator", "def f():\n    from lib.parts import g\n", None, 0.4),
        ("compare.operator", "from parts import lib_of\n", None, 0.8),
        ("compare.operator", "import lib\n", BehaviourCheck(ENOUGH_CALLS), 0.9),
        ("history.undo", "import lib\n", None, 0.8),
        ("library.name", "import lib\n", None, 0.8),
    ],
)
def test_a_patch_of_the_search_is_less_sure_where_an_old_release_could_not_be_looked_at(
    kind: str, text: str, check: BehaviourCheck | None, confidence: float
) -> None:
    patch = RankedPatch({"a.py": text}, {}, "", kind, "", "", frozenset([TestId("t")]), frozenset(), True, 0.8, "")
    library = replace(NO_LIBRARY_REPAIR, behaviour=lambda texts: check, unlooked=frozenset(["lib", "pytest"]))
    (after,) = weigh_patches(library, [patch])
    assert after.confidence == confidence
    assert after.against == ((NOT_LOOKED_AT,) if confidence < 0.8 else ())
    assert weigh_patches(replace(library, unlooked=frozenset()), [patch])[0].against == ()


def test_a_patch_of_what_a_landed_step_for_a_library_revealed_is_a_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    patch = RankedPatch({}, {}, "", "k", "", "", frozenset([TestId("a.py::t")]), frozenset(), True, 0.8, "")
    found = engine.RepairResult((patch,), 1, "found", [], 1.0, [], {})
    known = {
        "libraries_only": False,
        "changes": (),
        "failing": ["a.py::t"],
        "failures": [Failure(test=TestId("a.py::t"))],
    }
    monkeypatch.setattr(engine, "repair_libraries", lambda request, workers: None)
    monkeypatch.setattr(engine, "_after_libraries", lambda request, workers, begun: found)
    for updated, against in ((["a.py"], (UNPROVED,)), (["b.py"], ())):
        request = SimpleNamespace(**known, updated=updated)
        assert engine._repair(cast(Any, request), cast(Any, None)).patches[0].against == against


def test_no_patch_is_surer_because_it_was_not_compared() -> None:
    library = replace(NO_LIBRARY_REPAIR, behaviour=lambda texts: BehaviourCheck(9, ("f gives 1; it gave 2.",)))
    patches = [
        RankedPatch({}, {}, "", "k", "", "", frozenset([TestId("t")]), frozenset(), True, 0.8, str(number))
        for number in range(MOST_CHECKED + 1)
    ]
    assert all(is_doubtful(one.confidence) for one in weigh_patches(library, patches))
