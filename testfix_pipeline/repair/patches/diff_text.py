"""Reads unified diffs as models write them: wrong counts, missing spaces, surrounding prose and code fences are
accepted.

Nothing here touches a file. `patch_application` decides whether a patch may be applied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

MOST_CHARACTERS = 400_000
MOST_FILES = 60
MOST_HUNKS = 400
NOWHERE = "/dev/null"

_HUNK = re.compile(r"@@+(?: -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))?)?[^@]*(?:@@+)?(.*)")
_MODE = re.compile(r"(?:new file mode|new mode|deleted file mode|old mode|index [0-9a-f]+\.\.[0-9a-f]+) ?([0-7]{6})?")
_FENCE = re.compile(r"\s*(```|~~~)")
_ESCAPED = re.compile(r"\\(?:([0-7]{3})|(.))")
_LINK = "12"


class UnreadablePatch(ValueError):
    """A text that is no patch, or that cannot be judged: too big, binary, or with links. The message gives
    the reason."""


@dataclass(frozen=True)
class PatchHunk:
    """`lines` are pairs of a mark (" ", "-" or "+") and a text; `start` is the line in the hunk's header, 0 without
    one.

    `section` is the text after the second `@@`: usually the header of the enclosing function.
    """

    start: int
    lines: tuple[tuple[str, str], ...]
    section: str = ""

    @property
    def old(self) -> list[str]:
        """The lines before the change."""
        return [text for mark, text in self.lines if mark != "+"]

    @property
    def new(self) -> list[str]:
        """The lines after the change."""
        return [text for mark, text in self.lines if mark != "-"]

    @property
    def changes(self) -> bool:
        """Whether the hunk has more than context lines."""
        return any(mark != " " for mark, _ in self.lines)


@dataclass(frozen=True)
class FilePatch:
    """The changes of one file: `before` and `after` are paths, None if the file is absent on that side."""

    before: str | None
    after: str | None
    hunks: tuple[PatchHunk, ...] = ()

    @property
    def path(self) -> str:
        """The file's path after the change, or before it if the file is deleted."""
        return self.after or self.before or ""


def read_diff(text: str) -> list[FilePatch]:
    """The files of a patch; a file that occurs twice is merged. Raises UnreadablePatch."""
    if len(text) > MOST_CHARACTERS:
        raise UnreadablePatch(f"The patch has {len(text)} characters, more than {MOST_CHARACTERS}.")
    files = _merged_files(_Reader(_without_fences(text.replace("\r\n", "\n").split("\n"))).read())
    if len(files) > MOST_FILES or sum(len(file.hunks) for file in files) > MOST_HUNKS:
        raise UnreadablePatch(f"The patch changes more than {MOST_FILES} files or has more than {MOST_HUNKS} hunks.")
    if not any(_has_effect(file) for file in files):
        raise UnreadablePatch("The text is no unified diff: it holds no file with a change.")
    return files


def _has_effect(file: FilePatch) -> bool:
    moved = file.before != file.after
    return bool(file.path) and (moved or any(hunk.changes for hunk in file.hunks))


def _without_fences(lines: Sequence[str]) -> list[str]:
    """The lines without those that only open or close a code block."""
    return [line for line in lines if not _FENCE.match(line)]


def _merged_files(files: Sequence[FilePatch]) -> list[FilePatch]:
    found: dict[tuple[str | None, str | None], FilePatch] = {}
    for file in files:
        key = file.before, file.after
        known = found.get(key)
        found[key] = replace(known, hunks=(*known.hunks, *file.hunks)) if known else file
    return list(found.values())


@dataclass
class _Reader:
    """Reads the lines of a patch once."""

    lines: Sequence[str]
    at: int = 0
    files: list[FilePatch] = field(default_factory=list)

    def read(self) -> list[FilePatch]:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            _refuse_unsupported(line)
            if line.startswith("diff --git "):
                self._git_header(line)
            elif self._is_at_names():
                before, after = (_name(self.lines[self.at + place][4:]) for place in (0, 1))
                self.at += 2
                self.files.append(FilePatch(*_without_prefixes(before, after)))
            elif line.startswith("@@") and self.files:
                self._hunk(line)
            else:
                self.at += 1
        return self.files

    def _is_at_names(self) -> bool:
        following = self.lines[self.at + 1] if self.at + 1 < len(self.lines) else ""
        return self.lines[self.at].startswith("--- ") and following.startswith("+++ ")

    def _git_header(self, line: str) -> None:
        """Adds the file if no `---` and `+++` lines follow: an empty file is created or deleted, or a file
        is renamed."""
        self.at += 1
        before, after = _git_names(line.removeprefix("diff --git "))
        named = False
        while self.at < len(self.lines) and not self.lines[self.at].startswith(("diff --git ", "@@")):
            head = self.lines[self.at]
            _refuse_unsupported(head)
            if self._is_at_names():
                return
            if head.startswith("new file mode"):
                before, named = None, True
            elif head.startswith("deleted file mode"):
                after, named = None, True
            elif head.startswith(("rename ", "copy ")):
                raise UnreadablePatch("The patch renames or copies a file; it must give both as whole files.")
            self.at += 1
        if named or (self.at < len(self.lines) and self.lines[self.at].startswith("@@")):
            self.files.append(FilePatch(before, after))

    def _hunk(self, header: str) -> None:
        self.at += 1
        match = _HUNK.match(header)
        numbers = match.groups() if match else (None,) * 5
        wanted = tuple(int(one) if one else 1 for one in (numbers[1], numbers[3])) if numbers[0] else (0, 0)
        lines = list(self._body(wanted[0], wanted[1]))
        hunk = PatchHunk(int(numbers[0] or 0), tuple(_without_tail(lines, wanted)), (numbers[4] or "").strip())
        self.files[-1] = replace(self.files[-1], hunks=(*self.files[-1].hunks, hunk))

    def _body(self, old: int, new: int) -> Iterator[tuple[str, str]]:
        """Yields the lines of a hunk. Until its counts are reached, a line without a mark is a context line."""
        seen_old = seen_new = 0
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.startswith(("@@", "diff --git ")) or self._is_at_names():
                return
            if not line.startswith(("\\", " ", "+", "-")) and line and seen_old >= old and seen_new >= new:
                return
            self.at += 1
            if line.startswith("\\"):
                continue
            mark, text = (line[0], line[1:]) if line[:1] in ("+", "-", " ") else (" ", line)
            seen_old, seen_new = seen_old + (mark != "+"), seen_new + (mark != "-")
            yield mark, text


def _without_tail(lines: list[tuple[str, str]], wanted: tuple[int, ...]) -> list[tuple[str, str]]:
    """The hunk without trailing empty lines beyond its counts."""
    while lines and lines[-1] == (" ", "") and sum(mark != "+" for mark, _ in lines) > wanted[0]:
        lines.pop()
    return lines


def _refuse_unsupported(line: str) -> None:
    if line.startswith("GIT binary patch") or (line.startswith("Binary files ") and line.rstrip().endswith("differ")):
        raise UnreadablePatch("Binary changes can't be judged.")
    mode = _MODE.match(line)
    if mode and (mode[1] or "").startswith((_LINK, "16")):
        raise UnreadablePatch("Symbolic links and submodules can't be added or changed.")


def _name(text: str) -> str | None:
    name = text.split("\t")[0].strip()
    name = _unquoted(name)
    return None if name == NOWHERE else name


def _unquoted(name: str) -> str:
    """The path that git has quoted."""
    if not (len(name) > 1 and name[0] == name[-1] == '"'):
        return name
    plain = {"n": "\n", "t": "\t"}
    raw = _ESCAPED.sub(lambda m: chr(int(m[1], 8)) if m[1] else plain.get(m[2], m[2]), name[1:-1])
    try:
        return raw.encode("latin-1").decode()
    except UnicodeError:
        return raw


def _git_names(text: str) -> tuple[str | None, str | None]:
    match = re.fullmatch(r'("?a/.+"?) ("?b/.+"?)', text.strip())
    if match is None:
        return None, None
    return _without_prefixes(_unquoted(match[1]), _unquoted(match[2]))


def _without_prefixes(before: str | None, after: str | None) -> tuple[str | None, str | None]:
    """The paths without git's `a/` and `b/`, if all existing sides have them."""
    has = (before is None or before.startswith("a/")) and (after is None or after.startswith("b/"))
    if not has:
        return before, after
    return before and before[2:], after and after[2:]
