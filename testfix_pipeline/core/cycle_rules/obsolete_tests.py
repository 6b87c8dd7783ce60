"""Finds failing tests that a deliberate change of the program has probably made obsolete.

A test is one if it expects a literal that a later commit replaced in the program by the value that the test now gets,
and the subject of that commit names this value.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.change_history import Change, ChangedCodeFile
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId

_EQUAL = re.compile(r"(?:AssertionError: )?assert (?P<one>.+?) == (?P<other>.+)|(?P<first>.+?) != (?P<second>.+)")
_LITERAL = re.compile(r"\"[^\"\\\n]*\"|'[^'\\\n]*'|(?<![\w.])-?\d[\d_]*(?:\.\d+)?(?![\w.])")
_NEITHER = (0, 1, "", True, False)
"""Values that commits replace by chance."""


@dataclass(frozen=True)
class ObsoleteTest:
    """A test, what its file would be with the new value, and the evidence as a sentence."""

    test: TestId
    text: str
    evidence: str


def obsolete_test(
    failure: Failure, text: str, changes: Iterable[Change], text_at: Callable[[str, str], str]
) -> ObsoleteTest | None:
    """Return how a failing test is obsolete; None if nothing says so.

    text: its file's, with its line ends. changes: of the program, newest first. text_at: a file's text in a commit, ""
    where there is none.
    """
    frame = next((one for one in reversed(failure.frames) if one.file == failure.test.file), None)
    tree = python_code.parse_or_none(text.encode()) if "\r" not in text.replace("\r\n", "") else None
    if frame is None or tree is None or failure.failure_class != "code_defect":
        return None
    for old, new in _values(failure.error):
        found = [one for one in _constants(tree, frame.line) if _same(one.value, old)]
        if len(found) != 1 or any(_same(one.value, new) for one in _constants(tree, frame.line)):
            continue
        line = text.split("\n")[found[0].lineno - 1].rstrip()
        for change in changes:
            place = next((one.path for one in change.files if _replaces(one, old, new)), "")
            older = text_at(change.parent, failure.test.file).split("\n") if place else []
            if _names(change.subject, new) and line in map(str.rstrip, older):
                evidence = (
                    f"Possibly obsolete: {change.label} changed {old!r} to {new!r} in {place}; the test is older and "
                    f"expects {old!r} ({failure.test.file}:{found[0].lineno})."
                )
                return ObsoleteTest(failure.test, _adapted(text, found[0], new), evidence)
    return None


def _values(error: str) -> Iterator[tuple[Any, Any]]:
    """Yield which of two compared values may be expected, and which one is new."""
    matched = _EQUAL.match(error.partition("\n")[0])
    texts = [one for one in matched.groups() if one is not None] if matched else []
    values = [python_code.value_of(one) for one in texts]
    if len(values) == 2 and all(isinstance(one, int | float | str) and one not in _NEITHER for one in values):
        yield values[1], values[0]
        yield values[0], values[1]


def _constants(tree: ast.Module, line: int) -> list[ast.Constant]:
    """Return the literals of the statement at a line."""
    statements = [one for one in ast.walk(tree) if isinstance(one, ast.Assert | ast.Expr)]
    here = [one for one in statements if one.lineno <= line <= (one.end_lineno or 0)]
    return [one for statement in here for one in ast.walk(statement) if isinstance(one, ast.Constant)]


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


def _replaces(file: ChangedCodeFile, old: Any, new: Any) -> bool:
    """Whether a change of a program's file replaces one value by the other, in neighbouring lines."""
    if is_test_side(file.path) or file.before is None or file.after is None:
        return False
    before, after = file.before.splitlines(), file.after.splitlines()
    for kind, low, high, first, last in difflib.SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        if kind == "replace":
            gone, added = set(_literals(before[low:high])), set(_literals(after[first:last]))
            if repr(old) in gone - added and repr(new) in added - gone:
                return True
    return False


def _literals(lines: Iterable[str]) -> Iterator[str]:
    for one in _LITERAL.findall("\n".join(lines)):
        if (value := python_code.value_of(one)) is not python_code.NO_VALUE:  # comments hold other digits
            yield repr(value)


def _names(subject: str, value: Any) -> bool:
    """Whether a text names a value as a word of its own."""
    return bool(re.search(rf"(?<![\w.]){re.escape(str(value))}(?!\w|\.\d)", subject))


def _adapted(text: str, node: ast.Constant, value: Any) -> str:
    """Return the text with the value in the place of a literal."""
    lines = text.split("\n")
    row = lines[node.lineno - 1].encode()
    lines[node.lineno - 1] = (row[: node.col_offset] + repr(value).encode() + row[node.end_col_offset :]).decode()
    return "\n".join(lines)
