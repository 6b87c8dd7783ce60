"""What leads no further in the repair of libraries: lost names that a fix is not about, and failures met before."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set

from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.fix_rivals import symbols_of
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.model.line_diff import hunks
from testfix_pipeline.repair.search.library_state import LibraryRepairState, ends_at_changed_line

_LOST = frozenset({"ImportError", "ModuleNotFoundError", "AttributeError"})
_OF_AN_OBJECT = re.compile(r"(?<!type object )'[\w.]+' object has no attribute")
"""What an AttributeError says of a value, which may come of any line before."""
_MODULE = re.compile(r"No module named '?(\w+)|from '(\w+)[\w.]*'|[Mm]odule '(\w+)[\w.]*' has no attribute")
LOST_IN_TESTS = "What is left are names that tests themselves ask a library for: no other edit was tried."
LOST_AT_IMPORT = "Each failing file asks a library for a name that it lacks: no other edit was tried."


class DeadEnds:
    """The failures that no fix led on from: whatever else leads to the same ones leads no further."""

    def __init__(self) -> None:
        self._known: set[tuple[frozenset[TestId], frozenset[tuple[str, str]]]] = set()

    def add(self, state: LibraryRepairState) -> None:
        """Note that nothing led on from a state."""
        self._known.add(_key(state))

    def without(self, states: Iterable[LibraryRepairState]) -> list[LibraryRepairState]:
        """The states that are no dead ends."""
        return [one for one in states if one.is_green or _key(one) not in self._known]


def _key(state: LibraryRepairState) -> tuple[frozenset[TestId], frozenset[tuple[str, str]]]:
    return state.passed, frozenset((one.error_type, one.error) for one in state.failures)


def is_lost_name(failure: Failure) -> bool:
    """Whether a failure says that a module or class lacks a name, or that a module is not there.

    It fails wherever that name is used, whatever else the program does.
    """
    return failure.error_type in _LOST and bool(failure.frames) and not _OF_AN_OBJECT.search(failure.error)


def is_lost_at_import(state: LibraryRepairState, own: Set[str]) -> bool:
    """Whether no failing file can be imported for names that libraries lack, so that no edit of something else helps.

    own: the outermost modules of the project.
    """
    failures = state.current_failures
    is_update = bool(state.steps) or all(one.update is not None and one.update.certain for one in failures)
    return is_update and bool(failures) and all(is_collection_id(one.test) and _asks(one, own) for one in failures)


def is_lost_in_tests(state: LibraryRepairState, own: Set[str], test_files: Collection[str]) -> bool:
    """Whether after some steps all that is left are names that libraries lack and tests ask for themselves."""
    left = [one for one in state.failures if _asks(one, own) and one.frames[-1].file in test_files]
    return bool(state.steps and left) and len(left) == len(state.failures) and not state.outdated


def _asks(failure: Failure, own: Set[str]) -> bool:
    """Whether a failure says that a module lacks a name, and it is none of the project's."""
    found = _MODULE.search(failure.error) if is_lost_name(failure) else None
    return found is not None and own.isdisjoint(filter(None, found.groups()))


def can_move(fix: LibraryFix, failures: Sequence[Failure], before: Mapping[str, str]) -> bool:
    """Whether a fix may change any of the failures: not if they all lack names that it is not about.

    before: the texts that the fix changes.
    """
    return not failures or any(
        not is_lost_name(one) or names_error(fix, one) or changes_frame(fix, one, before) for one in failures
    )


def names_error(fix: LibraryFix, failure: Failure) -> bool:
    """Whether the text of an error contains a symbol of a fix."""
    return any(name.search(failure.error) for name in names_of(fix))


def names_of(fix: LibraryFix) -> list[re.Pattern[str]]:
    """What an error that is about the symbols of a fix contains."""
    names = [one.partition("(")[0].rpartition(".")[2] for one in symbols_of(fix)]
    return [re.compile(rf"\b{re.escape(one)}\b") for one in names if one]


def changes_frame(fix: LibraryFix, failure: Failure, before: Mapping[str, str]) -> bool:
    """Whether a fix changes a line that a failure passed through."""
    return any(
        any(one.file == file and one.line in lines for one in failure.frames)
        for file, text in fix.texts.items()
        if (lines := _changed_lines(before.get(file, ""), text))
    )


def _changed_lines(before: str, after: str) -> Collection[int]:
    """The numbers of the lines of a text that another one changes, or has others in front of."""
    found: set[int] = set()
    for one in hunks(before.splitlines(), after.splitlines()):
        found.update(range(one.start + 1, max(one.end, one.start + 1) + 1))
    return found


def is_unrelated(state: LibraryRepairState, before: Mapping[str, str]) -> bool:
    """Whether all failures are of lost names that no step was about: rivals of the steps lead there, too.

    before: the original texts of the files that the steps changed.
    """
    names = [name for step in state.steps for name in names_of(step)]
    return bool(state.steps) and all(
        is_lost_name(one)
        and not any(name.search(one.error) for name in names)
        and not ends_at_changed_line(one, before, state.texts)
        for one in state.current_failures
    )
