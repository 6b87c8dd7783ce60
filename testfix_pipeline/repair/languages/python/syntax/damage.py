"""A file that does not compile: its text, the compiler's first complaint, and the lines that may be to blame.

The parser names the place where it cannot continue, which may be lines below the mistake: after an open bracket or
quote, at the end of a block. So the lines to edit are the one that it names and those that could have led it there.
"""

from __future__ import annotations

import ast
import bisect
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.lexer import DEEPER, LINE, OUT, TOKEN
from testfix_pipeline.repair.languages.python.source import SourceFile

HEADER = re.compile(
    r"[ \t]*(?:async\s+)?(?:if|elif|else|for|while|try|except|finally|with|def|class|match|case)\b(?!\s*[=.,)])"
)
STATEMENT = re.compile(
    r"[ \t]*(?:@|(?:async|class|continue|break|def|del|except|elif|finally|for|from|global|if|import|nonlocal|pass"
    r"|raise|return|try|while|with)\b)"
)
_BLOCK = re.compile(r"\s*(?:async\s+def|def|class)\b")
_OUTERMOST = re.compile(r"(?!else\b|elif\b|except\b|finally\b)[^\s#)\]}]")
# Messages about single characters, which the tokenizer reports before any statement is parsed.
TOKENIZER_MESSAGE = re.compile(
    r"unterminated|unmatched|does not match|never closed|invalid (?:non-printable )?character|unindent"
)
_PAIRS = {"(": ")", "[": "]", "{": "}"}
# Distances in lines at which lines are edited: after an unclosed bracket, above the complaint, between bracket and it.
AFTER_OPENER, ABOVE, BETWEEN = 25, 3, 12


class BrokenFile(SourceFile):
    """A file without a syntax tree, with its exact text and bytes. Raises what SourceFile raises, except for syntax
    errors."""

    parses = False

    def _parse(self) -> ast.Module:
        return ast.Module([], [])

    @classmethod
    def load(cls, root: Path, path: str) -> BrokenFile | None:
        """The file if it can be read and does not compile, else None."""
        try:
            source = cls(path, (root / path).read_bytes())
        except (OSError, SyntaxError, ValueError):
            return None
        return source if complaint(source.text) else None

    def with_text(self, text: str) -> BrokenFile:
        return BrokenFile(self.path, self.encode(text))


@dataclass(frozen=True)
class Complaint:
    """The compiler's first error: line from 1, column from 0, message."""

    line: int
    column: int
    message: str


def complaint(text: str) -> Complaint | None:
    """The compiler's first error, including those found after parsing; None if the text compiles."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes are the project's own affair
            compile(text, "<file>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return Complaint(error.lineno or 1, max(0, (error.offset or 1) - 1), error.msg)
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return Complaint(1, 0, str(error))
    return None


def first_complaint(text: str) -> Complaint | None:
    """The error to fix first: an earlier one that a message about a single character hides, else the compiler's first.

    A missing quote is noticed at the last quote of the file, a missing bracket at the next one of another kind.
    """
    found = complaint(text)
    if found is None or not TOKENIZER_MESSAGE.search(found.message):
        return found
    lines = text.splitlines(keepends=True)[: found.line - 1]
    earlier = complaint("".join(lines))
    if earlier is None or earlier.line >= found.line:
        return found
    is_earlier_real = "triple-quoted" in found.message or (
        earlier.message.startswith("invalid syntax") and any(line.strip() for line in lines[earlier.line :])
    )
    return (
        earlier
        if is_earlier_real or ("never closed" in earlier.message and _is_left_open(lines, earlier.line))
        else found
    )


def _is_left_open(lines: Sequence[str], line: int) -> bool:
    """Whether a statement that is no deeper than a line with an open bracket begins after it."""
    width = len(lines[line - 1]) - len(lines[line - 1].lstrip())
    return any(STATEMENT.match(one) and len(one) - len(one.lstrip()) <= width for one in lines[line:])


@dataclass(frozen=True)
class Opener:
    """A bracket that is still open at the complaint."""

    closing: str
    line: int


class Damage:
    """The first complaint about a file, with the lines that may be to blame."""

    def __init__(self, source: BrokenFile, found: Complaint) -> None:
        self.source = source
        self.complaint = found
        self.lines: Sequence[str] = source.text.replace("\r\n", "\n").split("\n")
        self.line = min(max(1, found.line), len(self.lines))
        self.expected: dict[object, Sequence[str]] = {}  # by the tokens around a position

    def edit(
        self,
        start: int,
        end: int,
        text: str,
        kind: str,
        prior: float,
        note: str,
        more: Sequence[tuple[int, int, str]] = (),
    ) -> Edit:
        """An edit of the text, with the file's line ends."""
        newline = self.source.newline
        spans = [(first, last, one.replace("\n", newline)) for first, last, one in [(start, end, text), *more]]
        line = self.source.line_at(start)
        return Edit(self.source.path, *spans[0], kind, prior * self.weight(line), line, note, tuple(spans[1:]))

    def replace_lines(self, first: int, last: int, lines: Sequence[str], kind: str, prior: float, note: str) -> Edit:
        """Replaces lines `first` to `last` (from 1, both included); an empty `lines` deletes them."""
        start = self.source.line_starts[first - 1]
        end = self.source.line_starts[last] if last < len(self.lines) else len(self.source.text)
        text = "".join(f"{line}\n" for line in lines)
        if last >= len(self.lines) or not self.source.text[start:end].endswith("\n"):
            text = text.removesuffix("\n")
        return self.edit(start, end, text, kind, prior, note)

    def new_line(self, line: int, text: str, kind: str, prior: float) -> Edit:
        """Inserts a line after another one."""
        start = self.source.line_starts[line]
        return self.edit(start, start, f"{text}\n", kind, prior, f"a line with `{text.strip()}` put in")

    def unweighed(self, edit: Edit, prior: float) -> Edit:
        """The edit with a prior that does not depend on its line, for the lines after an open bracket."""
        return replace(edit, prior=prior)

    @property
    def is_about_texts(self) -> bool:
        """Whether a missing or superfluous quote may cause the complaint."""
        return re.search("string|decimal|character|triple", self.complaint.message) is not None

    def line_break_token(self, line: int) -> str:
        """The language model's token for the line break before a line: same, deeper or shallower indentation."""
        above = self.code_before(line)
        deeper = len(self.indent(line)) - (len(self.indent(above)) if above else 0)
        return LINE if deeper == 0 else DEEPER if deeper > 0 else OUT

    def indent(self, line: int) -> str:
        """The white space at the beginning of a line."""
        text = self.lines[line - 1]
        return text[: len(text) - len(text.lstrip(" \t\f"))]

    def is_code(self, line: int) -> bool:
        """Whether a line holds more than a comment."""
        text = self.lines[line - 1].strip()
        return bool(text) and not text.startswith("#")

    def code_before(self, line: int) -> int | None:
        """The nearest line above with code; None if there is none."""
        return next((number for number in range(line - 1, 0, -1) if self.is_code(number)), None)

    def code_after(self, line: int) -> int | None:
        """The nearest line below with code; None if there is none."""
        return next((number for number in range(line + 1, len(self.lines) + 1) if self.is_code(number)), None)

    def weight(self, line: int) -> float:
        """The weight of an edit at this line against other edits that help."""
        return self.places.get(line, 0.2)

    @cached_property
    def places(self) -> dict[int, float]:
        """The lines to edit with their weights."""
        found = {self.line: 1.0}
        above = self.line
        for weight in (0.8, 0.4, 0.3)[:ABOVE]:
            if (line := self.code_before(above)) is None:
                break
            found.setdefault(line, weight)
            above = line
        if (below := self.code_after(self.line)) is not None:
            found.setdefault(below, 0.4)
        for opener in self.openers[-2:]:
            found[opener.line] = max(0.7, found.get(opener.line, 0.0))
            for line in range(max(opener.line, self.line - BETWEEN), self.line):
                found.setdefault(line, 0.4)
        if self.string_start:
            found[self.string_start] = max(0.8, found.get(self.string_start, 0.0))
        return {line: weight for line, weight in found.items() if self.is_code(line)}

    @cached_property
    def _scan(self) -> tuple[list[Opener], int]:
        """(the brackets open at the complaint, the first line of a string of several lines that ends there)."""
        open_brackets: list[Opener] = []
        string_start, line, text = 0, 1, self.source.text
        position = 0
        for match in TOKEN.finditer(text):
            line += text.count("\n", position, match.start())
            position = match.start()
            if line > self.line or (line == self.line and match.start() >= self.complaint_offset):
                break
            word = match.group()
            if match.lastgroup == "text" and "\n" in word and line + word.count("\n") >= self.line - 1:
                string_start = line
            if word in _PAIRS:
                open_brackets.append(Opener(_PAIRS[word], line))
            elif word in _PAIRS.values() and open_brackets and open_brackets[-1].closing == word:
                open_brackets.pop()
        return open_brackets, string_start

    @cached_property
    def complaint_offset(self) -> int:
        """The offset of the complaint."""
        return self.source.line_starts[self.line - 1] + min(self.complaint.column, len(self.lines[self.line - 1]))

    @property
    def openers(self) -> list[Opener]:
        """The brackets that are open at the complaint."""
        return self._scan[0]

    @property
    def string_start(self) -> int:
        """The first line of a triple-quoted string that reaches the complaint; 0 if there is none."""
        return self._scan[1]

    @cached_property
    def quoted(self) -> list[tuple[int, int]]:
        """(start, end) of strings and comments."""
        found = TOKEN.finditer(self.source.text)
        return [one.span() for one in found if one.lastgroup == "text" or one[0].startswith("#")]

    def is_quoted(self, offset: int) -> bool:
        """Whether an offset lies inside a string or comment."""
        place = bisect.bisect_right(self.quoted, (offset, len(self.source.text))) - 1
        return place >= 0 and self.quoted[place][0] <= offset < self.quoted[place][1]

    @cached_property
    def unclosed(self) -> range:
        """The lines in which the last open bracket, or the one complained about, may be closed."""
        never = "was never closed" in self.complaint.message
        if not never and not self.openers:
            return range(0)
        first = self.line if never else self.openers[-1].line
        last = min(len(self.lines), first + AFTER_OPENER)
        for line in range(first + 1, last + 1):
            if STATEMENT.match(self.lines[line - 1]) and len(self.indent(line)) <= len(self.indent(first)):
                return range(first, line)
        return range(first, last + 1)

    @cached_property
    def window(self) -> tuple[int, int]:
        """The first and last line (from 1, both included) to compile in order to judge an edit.

        The enclosing function or class with its neighbours if they alone give the same complaint, else the whole file.
        """
        top, bottom = min([self.line, *self.places]), max([self.line, *self.places, *self.unclosed])
        whole = (1, len(self.lines))
        for pattern in (_BLOCK, _OUTERMOST):
            starts = [number for number, line in enumerate(self.lines, 1) if pattern.match(line)]
            above = [number for number in starts if number <= top][-2:]
            below = [number for number in starts if number > bottom][:2]
            first = self._with_decorators(above[0]) if above else 1
            last = self._with_decorators(below[-1]) - 1 if len(below) == 2 else whole[1]
            found = self.complaint_of(self.text_of(first, last))
            if found is not None and (found.line + first - 1, found.message) == (self.line, self.complaint.message):
                return first, last
        return whole

    @staticmethod
    def complaint_of(text: str) -> Complaint | None:
        """The first complaint about some lines of a file, which may all be indented."""
        if not text.startswith((" ", "\t")):
            return complaint(text)
        found = complaint(f"if 1:\n{text}")
        return found and Complaint(max(1, found.line - 1), found.column, found.message)

    @cached_property
    def region(self) -> tuple[int, int]:
        """(start, end) of the text in which edits differ: the lines that may be to blame and the one after them."""
        lines = sorted(line for line in {*self.places, *self.unclosed} if abs(line - self.line) <= AFTER_OPENER)
        last = min(len(self.lines), (self.code_after(lines[-1]) or lines[-1]) if lines else self.line)
        starts = self.source.line_starts
        return starts[(lines[0] if lines else self.line) - 1], starts[last] if last < len(starts) else len(
            self.source.text
        )

    def _with_decorators(self, line: int) -> int:
        while line > 1 and self.lines[line - 2].lstrip().startswith(("@", "#")):
            line -= 1
        return line

    def text_of(self, first: int, last: int) -> str:
        """The text of whole lines, first and last included."""
        end = self.source.line_starts[last] if last < len(self.lines) else len(self.source.text)
        return self.source.text[self.source.line_starts[first - 1] : end]
