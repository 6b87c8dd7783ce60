"""The changes of `make prove-doors`: how many there are of what, and that each is a change."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

from benchmarks.doors.changes import mixed_changes


def test_there_are_forty_changes_of_all_kinds() -> None:
    changes = mixed_changes()
    assert len({change.name for change in changes}) == len(changes) == 40
    assert Counter(change.honest for change in changes) == {True: 16, False: 24}
    for change in changes:
        assert any(change.project.get(path) != text for path, text in change.files.items()), change.name
    quick = changes[::4]
    assert {change.honest for change in quick} == {True, False}


@pytest.mark.parametrize(("program", "ending"), [("node", ".js"), ("go", ".go")])
def test_other_languages_are_among_them(program: str, ending: str) -> None:
    kinds = Counter(change.honest for change in mixed_changes() if any(path.endswith(ending) for path in change.files))
    assert bool(kinds[True] and kinds[False]) is (shutil.which(program) is not None)
