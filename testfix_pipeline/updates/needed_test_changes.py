"""What the tests themselves need after an update: a patch for a person, since no tool of ours changes tests."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testfix_pipeline.core.cycle_rules.broken_symbols import replacement_in
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.pins import PYTHON
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import removals
from testfix_pipeline.repair.languages.python.libraries.inquiry.ruff_fixes import ruff_findings
from testfix_pipeline.updates.test_code_rules import changed_by_tables, renamed

_OLD_NAME = re.compile(r"`(?:\w+\.)*(\w+)`")
"""The name at the start of a message of ruff."""


@dataclass(frozen=True)
class NeededTestChanges:
    """patch: as `git apply` reads it in the project, "" where no change is evident. named: what has none, a sentence
    each."""

    patch: str = ""
    named: tuple[str, ...] = ()


def needed_test_changes(
    failures: Sequence[Failure], root: Path, project: TargetProject | None = None
) -> NeededTestChanges:
    """What test files need that ask for what a library lacks: the replacement that the error's own text offers, or a
    rule; with a project ruff is asked, too.

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
            if not changed and project is not None:  # which knows the other names that are lost together, too
                changed = _changed_by_ruff(after, update, ruff_findings(project, root, ["-"], after))
            changed = changed or changed_by_tables(after, update, line)
            after = changed or after
            done |= {update.symbol} if changed else set()  # a rename covers further uses in the file
            named += [] if update.symbol in done else [_said(update)]
        for update in failing if after != before else ():
            after = _without_siblings(after, update)
        parts += _diff(file, before, after)
    return NeededTestChanges("".join(parts), tuple(dict.fromkeys(named)))


def _changed_by_ruff(text: str, update: Update, findings: Sequence[Mapping[str, Any]]) -> str:
    """The text with what ruff offers for a symbol, and for the others that its rule is about; "" where that is none."""
    module, _, name = update.symbol.rpartition(".")
    offered = [(_OLD_NAME.match(one["message"]), one) for one in findings]
    named = [(found[1], one) for found, one in offered if found is not None]
    rules = {one["code"] for old, one in named if old == name}
    after = text
    for old, one in named if name else ():
        if one["code"] in rules:
            symbol, line = f"{module}.{old}", one["location"]["row"]
            after = renamed(after, symbol, replacement_in(one["message"]), line) or after
    return after if after != text else ""


def _without_siblings(text: str, update: Update) -> str:
    """The text, with what else its uses need of what the same class or module of Python has lost since: those come to
    light one after the other, once the first is changed."""
    owner = update.symbol.rpartition(".")[0]
    for symbol, known in removals().items() if update.library == PYTHON else ():
        same = [one for one in known.use if one.rpartition(".")[0] == owner]
        if symbol.rpartition(".")[0] == owner and same and known.is_gone_from(update.version):
            for line in _lines_of(text, symbol.rpartition(".")[2]):
                text = renamed(text, symbol, same[0], line) or text
    return text


def _lines_of(text: str, name: str) -> list[int]:
    """The lines that write a name."""
    return [number for number, line in enumerate(text.splitlines(), 1) if re.search(rf"\b{name}\b", line)]


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
