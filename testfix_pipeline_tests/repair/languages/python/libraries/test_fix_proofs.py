"""What the releases that a project names say of the updates of a fix."""

import pytest

from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import with_pin
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_releases import OldRun


def test_each_update_of_a_joined_fix_keeps_its_own_evidence() -> None:
    known = {"product": "product -> prod", "Inf": "Inf -> inf", "f": "Perhaps an update: nothing is known"}
    updates = [Update(library="numpy", version="2.1", symbol=name, evidence=said) for name, said in known.items()]
    fix = LibraryFix({}, "library.names", "product -> prod; Inf -> inf", 0.9, "product, Inf", tuple(updates))
    pinned = with_pin(fix, OldRun([OldRelease("numpy", "1.26", None)], {}, {})).updates
    assert [(one.before, one.evidence) for one in pinned] == [
        ("1.26", "product -> prod"),
        ("1.26", "Inf -> inf"),
        ("1.26", fix.note),
    ]


@pytest.mark.parametrize(
    ("named", "is_certain"), [("1.26.4", True), ("<2.1,>=2", True), ("3", False), ("2.1.3", False), ("x", False)]
)
def test_only_an_older_release_makes_an_update(named: str, is_certain: bool) -> None:
    fix = LibraryFix({}, "library.name", "a", 0.9, "a", (Update(library="numpy", version="2.1.3", symbol="a"),))
    (update,) = with_pin(fix, OldRun([OldRelease("numpy", named, None)], {}, {})).updates
    assert (update.certain, update.before) == (is_certain, named if is_certain else "")
    unnamed = LibraryFix({}, "library.name", "a", 0.9, "a", (Update(library="NumPy", version="", symbol="a"),))
    (update,) = with_pin(unnamed, OldRun([OldRelease("numpy", named, None)], {"numpy": "2.1.3"}, {})).updates
    assert update.certain is is_certain
