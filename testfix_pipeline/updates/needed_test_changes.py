"""What the tests themselves need after an update: a patch for a person, since no tool of ours changes tests."""

from __future__ import annotations

import ast
import builtins
import difflib
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.cycle_rules.broken_symbols import replacement_in
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import removals
from testfix_pipeline.repair.languages.python.libraries.inquiry.ruff_fixes import ruff_findings
from testfix_pipeline.updates.pins import PYTHON
from testfix_pipeline.updates.test_code_rules import changed_by_rules

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
    wanted: dict[str, list[tuple[Update, Failure]]] = {}
    for one in failures:
        if one.failure_class == "test_defect" and one.update is not None:
            known = wanted.setdefault(one.update.place.rpartition(":")[0], [])
            known += [(one.update, one)] * all(one.update != update for update, _ in known)
    parts: list[str] = []
    named: list[str] = []
    for file, failing in sorted(wanted.items()):
        before = after = _text(root / file)
        done = set[str]()
        for update, failure in failing:
            changed = _changed(file, after, update, failure)
            if not changed and project is not None:
                changed = _changed_by_ruff(after, update, ruff_findings(project, root, ["-"], after))
            after = changed or after
            done |= {update.symbol} if changed else set()  # a rename covers further uses in the file
            named += [] if update.symbol in done else [_said(update)]
        for update, _ in failing if after != before else ():
            after = _without_siblings(after, update)
        parts += _diff(file, before, after)
    return NeededTestChanges("".join(parts), tuple(dict.fromkeys(named)))


def _changed(file: str, text: str, update: Update, failure: Failure) -> str:
    """The text of a test file as one failure needs it; "" where no change is evident."""
    line = int(update.place.rpartition(":")[2])
    return renamed(text, update.symbol, update.replacement, line) or changed_by_rules(file, text, failure)


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


def renamed(text: str, symbol: str, replacement: str, line: int) -> str:
    """A file's text with another name in place of a symbol, at all its uses; "" where that is not evident.

    line: where the use is that failed; an attribute of an object is renamed there alone, one of `self` that the file
    does not define at all its uses.
    """
    if not replacement or not text:
        return ""
    tree = python_code.parse_or_none(text)
    if tree is None:
        return ""
    module, _, old = symbol.rpartition(".")
    prefix, _, new = replacement.rpartition(".")
    aliases = set(_aliases(tree, module))
    if module and not prefix and new == old and hasattr(builtins, new):
        return _without_module(text, tree, old, aliases)
    if not module or new == old or (prefix and not _is_same(prefix, module, aliases)):
        return ""
    places = sorted({*_places(tree, module, old, aliases, line)}, reverse=True)
    lines = text.encode().splitlines(keepends=True)
    for number, column in places:
        row = lines[number - 1]
        if row[column : column + len(old.encode())] != old.encode():
            return ""
        lines[number - 1] = row[:column] + new.encode() + row[column + len(old.encode()) :]
    return b"".join(lines).decode() if places else ""


def _without_module(text: str, tree: ast.AST, name: str, aliases: Container[str]) -> str:
    """The text with Python's own name in the place of a module's alias for it: `np.int` -> `int`."""
    rows = [row.encode() for row in text.splitlines(keepends=True)]
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == name]
    named = [node for node in named if ast.unparse(node.value) in aliases and node.lineno == node.end_lineno]
    for node in sorted(named, key=lambda one: (one.lineno, one.col_offset), reverse=True):
        row = rows[node.lineno - 1]
        rows[node.lineno - 1] = row[: node.col_offset] + name.encode() + row[node.end_col_offset :]
    return b"".join(rows).decode() if named else ""


def _is_same(prefix: str, module: str, aliases: Iterable[str]) -> bool:
    """Whether the owner that a replacement is written with is the symbol's own."""
    return prefix == module or prefix in aliases or module.endswith(f".{prefix}")


def _aliases(tree: ast.AST, module: str) -> Iterator[str]:
    """By which expressions a file names a module, or the class that a symbol is of."""
    imported = imported_names(ast.walk(tree))
    return (one.spelling for one in imported if one.whole == module and not one.level)


def _places(tree: ast.AST, module: str, old: str, aliases: Iterable[str], line: int) -> Iterator[tuple[int, int]]:
    """Line and column (in bytes) of each use of a symbol."""
    bare = False
    asked = _asked_at(tree, module, old, line)
    owners = {*aliases, *_inheriting(tree, old, asked)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == module and not node.level:
            for one in node.names:
                if one.name == old:
                    bare = bare or one.asname is None
                    yield one.lineno, one.col_offset
        is_named = isinstance(node, ast.Attribute) and node.attr == old
        if isinstance(node, ast.Attribute) and is_named and (node in asked or ast.unparse(node.value) in owners):
            yield node.end_lineno or node.lineno, (node.end_col_offset or 0) - len(old.encode())
    if bare:
        yield from ((n.lineno, n.col_offset) for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == old)


def _asked_at(tree: ast.AST, module: str, old: str, line: int) -> list[ast.Attribute]:
    """Where the failing line asks an object for an attribute that its class lost; nothing where a module lost it."""
    if _is_module(module):
        return []
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == old]
    return [node for node in named if node.lineno <= line <= (node.end_lineno or line)]


def _inheriting(tree: ast.AST, old: str, asked: Iterable[ast.Attribute]) -> set[str]:
    """`self` and `cls` where one of them is asked for an inherited name that the file does not define."""
    functions = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    if any(node.name == old for node in functions):
        return set()
    return {"self", "cls"} if {ast.unparse(node.value) for node in asked} & {"self", "cls"} else set()


def _is_module(owner: str) -> bool:
    """Whether the owner of a symbol is a module by its name, and not a class."""
    return not owner.rpartition(".")[2][:1].isupper()
