"""The state of the tree between two steps of the repair of libraries."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.records import Failure, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.library_fixes import LibraryFix

_UNKNOWN_NAME = re.compile(r"name '(\w+)' is not defined")
_AT_FAULT = {
    "TypeError": re.compile(r"(?:\w+\.)*(\w+)\(\) "),
    "ModuleNotFoundError": re.compile(r"No module named '([\w.]+)'"),
}
"""By the type of an error the function or module that its message is about."""
_QUOTED = re.compile(r"'\w+'")


@dataclass(frozen=True)
class LibraryRepairState:
    """The tree after some steps. texts: changed files. passed: targets that pass; failures: the remaining ones.

    outdated: tests that were not run since a step changed the line that their failure ended at.
    """

    texts: Mapping[str, str] = field(default_factory=dict)
    steps: tuple[LibraryFix, ...] = ()
    passed: frozenset[TestId] = frozenset()
    failures: tuple[Failure, ...] = ()
    run: SuiteRun | None = None
    confidence: float = 1.0
    outdated: frozenset[TestId] = frozenset()

    @property
    def current_failures(self) -> list[Failure]:
        """The failures that speak of the tree as it is, as long as there are any."""
        return [one for one in self.failures if one.test not in self.outdated] or [*self.failures]

    @property
    def is_green(self) -> bool:
        """Whether the steps so far make all tests pass."""
        return bool(self.steps) and not self.failures

    def follows(self, other: LibraryRepairState) -> bool:
        """Whether this is one step after another state, in which no test passes."""
        return not other.passed and self.steps[:-1] == other.steps

    def says_all(self, targets: Collection[TestId]) -> bool:
        """Whether the last run said of each target how it ended."""
        run = self.run
        known = {*run.outcomes, *run.collected} if run is not None and run.fault is None else set[TestId]()
        return known.union(one.file_id for one in known).issuperset(targets)

    @property
    def first_error(self) -> tuple[str, str]:
        """(type, message) of the first failure; empty texts if there is none."""
        first = self.failures[0] if self.failures else None
        return (first.error_type, first.error) if first is not None else ("", "")


def is_caused(failure: Failure, old: str, new: str) -> bool:
    """Whether a failure is about a function or module that a file's new text names and its old text does not, about a
    name that one of them has more often, or about a key that the new text asks for more often."""
    if failure.error_type == "KeyError" and _QUOTED.fullmatch(failure.error):
        return _count_items(new, failure.error) > _count_items(old, failure.error)
    unknown = _UNKNOWN_NAME.match(failure.error) if failure.error_type == "NameError" else None
    if unknown is not None:  # caused where the step took a meaning of the name away, or added a use
        return len(re.findall(rf"\b{unknown[1]}\b", old)) != len(re.findall(rf"\b{unknown[1]}\b", new))
    pattern = _AT_FAULT.get(failure.error_type)
    named = pattern.match(failure.error) if pattern is not None else None
    word = re.compile(rf"(?<![\w.]){re.escape(named[1])}\b|\b{re.escape(named[1])}\(") if named else None
    return word is not None and word.search(new) is not None and word.search(old) is None


def _count_items(text: str, key: str) -> int:
    return text.count(f"[{key}]") + text.count(f'["{key[1:-1]}"]')


def is_misused(before: LibraryRepairState, after: LibraryRepairState, old: Mapping[str, str]) -> bool:
    """Whether code that a step added refuses its arguments, or is not there: then it is no substitute.

    old: the texts of all changed files before the step.
    """
    step = [file for file, text in after.texts.items() if before.texts.get(file) != text]
    return any(is_caused(one, old[file], after.texts[file]) for file in step for one in after.failures)


def ends_at_changed_line(failure: Failure, old: Mapping[str, str], new: Mapping[str, str]) -> bool:
    """Whether the line that a failure ended at is another one in a file's new text."""
    frame = failure.frames[-1] if failure.frames else None
    if frame is None or frame.file not in old or frame.file not in new:
        return False
    before, after = ((text.splitlines()[frame.line - 1 :] or [""])[0] for text in (old[frame.file], new[frame.file]))
    return before != after


def fails_elsewhere(
    before: Sequence[Failure], after: Sequence[Failure], old: Mapping[str, str], new: Mapping[str, str]
) -> bool:
    """Whether failures with the same errors end at lines that a step left as they are, where none ended before it.

    old, new: the texts of the changed files before and after the step.
    """
    places = {_place(one, old) for one in before}
    kept = {(file, line.strip()) for file, text in old.items() for line in text.splitlines()}
    found = {_place(one, new) for one in after}
    is_left = not places <= found
    return is_left and any(one not in places and (one[0] not in old or one in kept) for one in found if one[0])


def _place(failure: Failure, texts: Mapping[str, str]) -> tuple[str, str]:
    """The file in which a failure ended, and its line: the text of a changed file, the number in another one."""
    frame = failure.frames[-1] if failure.frames else None
    if frame is None:
        return "", ""
    lines = texts[frame.file].splitlines() if frame.file in texts else []
    return frame.file, lines[frame.line - 1].strip() if 0 < frame.line <= len(lines) else str(frame.line)


def progress_order(state: LibraryRepairState) -> tuple[bool, int, int, float]:
    """The sort key: states with all targets passing first, then the furthest, then those with most lost
    names replaced."""
    replaced = sum(len(fix.updates) for fix in state.steps)
    return not state.is_green, -len(state.passed), 0 if state.is_green else -replaced, -state.confidence
