"""The differences between two versions of some files as pieces that can be applied one by one."""

from __future__ import annotations

import ast
import difflib
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

Texts = Mapping[str, str]
"""Texts by the path of their file."""


@dataclass(frozen=True)
class Hunk:
    """Lines `start` to `end` of the old text (from 0, end excluded) become `new`.

    number: the place among the hunks of the file. unit: the innermost function or class that it changes, or the hunk
    itself where it is on module level; hunks of one unit are tried together first.
    """

    file: str
    number: int
    start: int
    end: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    unit: str

    @property
    def id(self) -> str:
        return f"{self.file}#{self.number}"

    @property
    def size(self) -> int:
        """Changed lines of code: blank lines and comments don't count, a replaced line counts once."""
        return max(_code_lines(self.old), _code_lines(self.new))


def _code_lines(lines: Iterable[str]) -> int:
    return sum(1 for line in lines if line.strip() and not line.strip().startswith("#"))


def hunks_between(old: Texts, new: Texts) -> list[Hunk]:
    """The hunks of all files of `new`; a file that `old` lacks is one hunk. Files that mean the same have none."""
    return [hunk for file in sorted(new) for hunk in _of_file(file, old.get(file, ""), new[file])]


def _of_file(file: str, old: str, new: str) -> Iterable[Hunk]:
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    places, new_places = _definitions(old), _definitions(new)
    number = 0
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for start, end, first, last in _split(before, after, i1, i2, j1, j2):
            place = _innermost(new_places, first, last) or _innermost(places, start, end) or f"#{number}"
            yield Hunk(file, number, start, end, tuple(before[start:end]), tuple(after[first:last]), f"{file}:{place}")
            number += 1


def _split(
    before: Sequence[str], after: Sequence[str], i1: int, i2: int, j1: int, j2: int
) -> Iterable[tuple[int, int, int, int]]:
    """A replacement by as many lines falls into its lines, where each alone resembles what it becomes."""
    pairs = list(zip(before[i1:i2], after[j1:j2], strict=False))
    alike = i2 - i1 == j2 - j1 and all(difflib.SequenceMatcher(None, a, b).ratio() > 0.5 for a, b in pairs)
    if not alike:
        return [(i1, i2, j1, j2)]
    return [(i1 + n, i1 + n + 1, j1 + n, j1 + n + 1) for n in range(i2 - i1)]


def _definitions(text: str) -> list[tuple[int, int, str]]:
    """(first line, last line, qualified name) of functions and classes, lines from 0, outer ones first."""
    found: list[tuple[int, int, str]] = []

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                first = min([child.lineno, *(line.lineno for line in child.decorator_list)])
                found.append((first - 1, (child.end_lineno or first) - 1, prefix + child.name))
                visit(child, f"{prefix}{child.name}.")
            else:
                visit(child, prefix)

    try:
        visit(ast.parse(text), "")
    except SyntaxError:
        return []
    return found


def _innermost(places: Sequence[tuple[int, int, str]], start: int, end: int) -> str:
    holding = [name for first, last, name in places if first <= start and max(start, end - 1) <= last]
    return holding[-1] if holding and start < end else ""


def apply_hunks(old: Texts, chosen: Collection[Hunk]) -> dict[str, str]:
    """The texts of the files that the chosen hunks change."""
    changed: dict[str, str] = {}
    for file in sorted({hunk.file for hunk in chosen}):
        lines = old.get(file, "").splitlines(keepends=True)
        for hunk in sorted((h for h in chosen if h.file == file), key=lambda h: (h.start, h.end), reverse=True):
            lines[hunk.start : hunk.end] = hunk.new
        changed[file] = "".join(lines)
    return changed


def digest(texts: Mapping[str, str]) -> str:
    joined = "".join(f"{file}\0{texts[file]}\0" for file in sorted(texts))
    return hashlib.sha256(joined.encode("utf-8", errors="surrogateescape")).hexdigest()
