"""What the tests themselves need after an update: a patch for a person, since no tool of ours changes tests."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.updates.test_code_rules import changed_by_tables, renamed


@dataclass(frozen=True)
class NeededTestChanges:
    """patch: as `git apply` reads it in the project, "" where no change is evident. named: what has none, a sentence
    each."""

    patch: str = ""
    named: tuple[str, ...] = ()


def needed_test_changes(failures: Sequence[Failure], root: Path) -> NeededTestChanges:
    """What test files need that ask for what a library lacks: the replacement that the error's own text offers, or
    what a table has.

    root: the project's folder as it was measured.
    """
    wanted: dict[str, list[Update]] = {}
    for one in failures:
        if one.failure_class == "test_defect" and one.update is not None:
            known = wanted.setdefault(one.update.place.rpartition(":")[0], [])
            known += [one.update] * (one.update not in known)
    parts: list[str] = []
    named: list[str] = []
    for file, failing in sorted(wanted.items()):
        before = after = _text(root / file)
        done = set[str]()
        for update in failing:
            line = int(update.place.rpartition(":")[2])
            changed = renamed(after, update.symbol, update.replacement, line)
            changed = changed or changed_by_tables(after, update, line)
            after = changed or after
            done |= {update.symbol} if changed else set()  # a rename covers further uses in the file
            named += [] if update.symbol in done else [_said(update)]
        parts += _diff(file, before, after)
    return NeededTestChanges("".join(parts), tuple(dict.fromkeys(named)))


def _said(update: Update) -> str:
    offered = f" Its text offers {update.replacement}." if update.replacement else ""
    return f"{update.place} is test code: a person has to change it. {update.evidence}{offered}"


def _text(file: Path) -> str:
    try:
        with file.open(encoding="utf-8", newline="") as stream:
            return stream.read()
    except (OSError, UnicodeDecodeError):
        return ""


def _diff(file: str, before: str, after: str) -> list[str]:
    if before == after:
        return []
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    found = difflib.unified_diff(old, new, f"a/{file}", f"b/{file}")
    return [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in found]
