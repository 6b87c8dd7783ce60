"""Reads unified diffs: the lines that a change request shows, and the lines that a fix replaces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.forges.port import Suggestion

_HUNK = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")


@dataclass(frozen=True)
class PatchedLines:
    """A patch of one file. `plain`: whether it only replaces lines of a file that is not moved."""

    path: str
    blob: str
    plain: bool
    hunks: Sequence[tuple[int, Sequence[str]]] = field(default_factory=tuple)
    """The first old line of each hunk, and the hunk's lines with their marks."""


def shown_lines(diff: str) -> dict[int, int | None]:
    """Return the line numbers that a file's diff shows, each with the number before the change, None if new."""
    found: dict[int, int | None] = {}
    old = new = 0
    for line in diff.splitlines():
        start = _HUNK.match(line)
        if start:
            old, new = int(start[1]), int(start[2])
        elif new and line[:1] == "+":
            found[new] = None
            new += 1
        elif new and line[:1] in (" ", ""):
            found[new] = old
            old, new = old + 1, new + 1
        elif new and line[:1] == "-":
            old += 1
    return found


def file_patches(patch: str) -> list[PatchedLines]:
    """Return the files of a patch in git's format, with its default prefixes."""
    parts = re.split(r"(?m)^diff --git ", patch)[1:]
    return [_file_patch(part.split("\n")) for part in parts]


def _file_patch(lines: Sequence[str]) -> PatchedLines:
    first = next((number for number, line in enumerate(lines) if _HUNK.match(line)), len(lines))
    head, body = lines[:first], lines[first:]
    names = {line[:4]: line[4:].split("\t")[0] for line in head if line.startswith(("--- ", "+++ "))}
    old, new = names.get("--- ", ""), names.get("+++ ", "")
    blob = next((line[6:].partition("..")[0] for line in head if line.startswith("index ")), "")
    moved = any(
        line.startswith(("rename ", "copy ", "old mode", "new file", "deleted file", "Binary")) for line in head
    )
    plain = old.startswith("a/") and new == f"b/{old[2:]}" and not moved and not any(line[:1] == "\\" for line in body)
    path = (new if new.startswith("b/") else old)[2:]
    return PatchedLines(path, blob, plain, tuple(_hunks(body)) if plain else ())


def _hunks(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    for line in lines:
        start = _HUNK.match(line)
        if start:
            hunk: list[str] = []
            yield int(start[1]), hunk
        elif line:
            hunk.append(line)


def suggestions_of(file: PatchedLines) -> list[Suggestion] | None:
    """Return the replaced lines of a file, run by run; None if the patch does more than replace lines.

    A pure insertion replaces the line before it by that line and the new ones, at the top of a hunk the line after it.
    """
    if not file.plain:
        return None
    found = [one for start, hunk in file.hunks for one in _runs(file.path, start, list(hunk))]
    clean = all(visible(line) == line for one in found for line in one.replacement)
    apart = all(one.last < other.first for one, other in pairwise(found))
    return found if found and clean and apart and found[0].first >= 1 else None


def _runs(path: str, start: int, hunk: list[str]) -> Iterator[Suggestion]:
    number, index, before = start, 0, None
    while index < len(hunk):
        if hunk[index][:1] == " ":
            before, number, index = hunk[index][1:], number + 1, index + 1
            continue
        end = index
        while end < len(hunk) and hunk[end][:1] != " ":
            end += 1
        run = hunk[index:end]
        gone = sum(line[:1] == "-" for line in run)
        new = [line[1:] for line in run if line[:1] == "+"]
        if gone:
            yield Suggestion(path, number, number + gone - 1, new)
        elif before is not None:
            yield Suggestion(path, number - 1, number - 1, [before, *new])
        else:
            after = [hunk[end][1:]] if end < len(hunk) else []
            yield Suggestion(path, number if after else 0, number, [*new, *after])
        number, index = number + gone, end
