"""Small faults to plant: one edit of a source file each, by the syntax tree for Python, by operators for other code."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

SUFFIXES = {"python": (".py",), "javascript": (".js", ".ts", ".mjs", ".cjs", ".mts"), "go": (".go",)}
MOST_FILES = 60
_NOT_SOURCE = re.compile(
    r"(^|/)(tests?|testing|__tests__|specs?|docs?|examples?|bench\w*|scripts?|tools?|build|dist|node_modules|vendor|_vendor"
    r"|fixtures?|bin|integration|ci|\.\w+)/|(^|/)(setup|conftest|noxfile|tasks|__main__|__init__)\.py$"
    r"|(^|/)test_|_tests?\.|[.-](test|spec|d|config|min)\.|(^|/)tests?\.|(^|/)\.|gulpfile|eslint|karma",
    re.I,
)
_COMPARED = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "is": "is not", "is not": "is", "in": "not in", "not in": "in",
}  # fmt: skip
_COMPUTED = {"+": "-", "-": "+", "*": "+", "//": "*", "/": "*", "%": "+"}
_TEXTUAL = tuple(
    (re.compile(rf"(?<=[\w)\]]) {re.escape(old)} (?=[\w(!-])"), f" {new} ", kind)
    for old, new, kind in (
        *((old, new, "comparison") for old, new in (("<", "<="), ("<=", "<"), (">", ">="), (">=", ">"))),
        *((old, new, "comparison") for old, new in (("==", "!="), ("!=", "=="), ("===", "!=="), ("!==", "==="))),
        *((old, new, "arithmetic") for old, new in (("+", "-"), ("-", "+"))),
        *((old, new, "and or") for old, new in (("&&", "||"), ("||", "&&"))),
    )
)
_COMMENT = re.compile(r"\s*(//|\*|/\*|import |export \*|package |type |interface )")


@dataclass(frozen=True)
class Fault:
    """A replacement of the characters from `start` to `end` of a file by `new`."""

    path: str
    start: int
    end: int
    new: str
    kind: str

    def planted(self, text: str) -> str:
        """The text of the file with the fault."""
        return text[: self.start] + self.new + text[self.end :]


def faults_of(root: Path, files: list[str], language: str, seed: str) -> Iterator[Fault]:
    """Yield faults of the program files among `files`, in an order that the seed decides, files in turn.

    Tests, documentation, build scripts and vendored code are no program files.
    """
    chosen = random.Random(seed)
    sources = sorted(file for file in files if is_program(file, language))
    chosen.shuffle(sources)
    found = {file: _shuffled(list(_of_file(root, file, language)), chosen) for file in sources[:MOST_FILES]}
    while any(found.values()):
        for faults in found.values():
            if faults:
                yield faults.pop()


def is_program(file: str, language: str) -> bool:
    """Whether a tracked file belongs to the program."""
    return PurePosixPath(file).suffix in SUFFIXES.get(language, ()) and not _NOT_SOURCE.search(file)


def _shuffled(faults: list[Fault], chosen: random.Random) -> list[Fault]:
    chosen.shuffle(faults)
    return faults


def _of_file(root: Path, file: str, language: str) -> Iterator[Fault]:
    try:
        with (root / file).open(encoding="utf-8", newline="") as opened:
            text = opened.read()
        yield from python_faults(file, text) if language == "python" else operator_faults(file, text)
    except (OSError, UnicodeDecodeError, SyntaxError):
        return


def operator_faults(file: str, text: str) -> Iterator[Fault]:
    """Yield exchanged operators in lines of code of a language with C's operators."""
    start = 0
    for line in text.splitlines(keepends=True):
        if not _COMMENT.match(line) and not re.search(r"[`'\"]", line):
            for pattern, new, kind in _TEXTUAL:
                yield from (
                    Fault(file, start + one.start(), start + one.end(), new, kind) for one in pattern.finditer(line)
                )
        start += len(line)


def python_faults(file: str, text: str) -> Iterator[Fault]:
    """Yield faults of six kinds inside functions: comparison, arithmetic, and or, constant, condition, truth."""
    lines = _Lines(text)
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for statement in function.body:
            for node in ast.walk(statement):
                if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.JoinedStr):
                    yield from (Fault(file, *change) for change in _changes(node, lines))


class _Lines:
    """The places of nodes as offsets of characters."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def at(self, line: int | None, column: int | None) -> int:
        assert line is not None and column is not None
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr) -> tuple[int, int]:
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def between(self, left: ast.expr, right: ast.expr) -> tuple[int, int, str]:
        start, end = self.span(left)[1], self.span(right)[0]
        return start, end, self.text[start:end].strip()


def _changes(node: ast.AST, lines: _Lines) -> Iterator[tuple[int, int, str, str]]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from _exchanged(lines, node.left, node.comparators[0], _COMPARED, "comparison")
    elif isinstance(node, ast.BinOp):
        yield from _exchanged(lines, node.left, node.right, _COMPUTED, "arithmetic")
    elif isinstance(node, ast.BoolOp) and len(node.values) == 2:
        yield from _exchanged(lines, node.values[0], node.values[1], {"and": "or", "or": "and"}, "and or")
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield (*lines.span(node), str(node.value + 1), "constant")
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield (*lines.span(node), str(not node.value), "truth")
    elif isinstance(node, ast.If | ast.IfExp) and not isinstance(node.test, ast.Compare | ast.BoolOp):
        start, end = lines.span(node.test)
        text = lines.text[start:end]
        yield start, end, text[4:] if text.startswith("not ") else f"not {text}", "condition"


def _exchanged(
    lines: _Lines, left: ast.expr, right: ast.expr, exchanged: dict[str, str], kind: str
) -> Iterator[tuple[int, int, str, str]]:
    start, end, sign = lines.between(left, right)
    if sign in exchanged:
        yield start, end, f" {exchanged[sign]} ", kind
