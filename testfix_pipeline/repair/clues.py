"""What the failing tests say: exception types, where they rose, actual against expected, literals of the tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.edits.edit import Clues

# `assert 3 == 4`, `AssertionError: assert 'a' == 'b'`, unittest's `3 != 4`, `'a' != 'b'`
COMPARISON = re.compile(r"^(?:E\s+)?(?:AssertionError: )?(?:assert )?(.+?) (?:==|!=) (.+?)(?: : .*)?$")


def gather(failures: Sequence[Failure], root: Path) -> Clues:
    """The clues of these failures; `root` is the project's folder, where the tests' files lie."""
    values = {pair for failure in failures for pair in _values(failure.error)}
    crash_lines, passed_lines = {}, {}
    for failure in failures:
        if failure.frames:
            frame = failure.frames[-1]
            crash_lines[(frame.file, frame.line)] = failure.error_type
        if failure.error_type not in ("AssertionError", "Failed"):
            passed_lines.update({(frame.file, frame.line): failure.error_type for frame in failure.frames})
    return Clues(
        errors=frozenset(failure.error_type for failure in failures if failure.error_type),
        messages=tuple(dict.fromkeys(failure.error for failure in failures)),
        values=tuple(sorted(values)),
        test_literals=frozenset(_literals(failures, root)),
        crash_lines=crash_lines,
        passed_lines=passed_lines,
    )


def _values(message: str) -> Iterator[tuple[str, str]]:
    for line in message.splitlines():
        match = COMPARISON.match(line.strip())
        if match:
            left, right = match.group(1).strip(), match.group(2).strip()
            if is_literal(left) and is_literal(right):
                yield left, right


def is_literal(text: str) -> bool:
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return False
    return True


def value_of(text: str) -> object:
    return ast.literal_eval(text)


def function_of_test(node_id: str, root: Path) -> ast.AST | None:
    """The function that a test id names, or None where it can't be found."""
    file, _, rest = node_id.partition("::")
    try:
        tree = ast.parse((root / file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None
    name = rest.split("[")[0].split("::")[-1]
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name:
            return node
    return None


def _literals(failures: Sequence[Failure], root: Path) -> Iterator[str]:
    for failure in failures[:20]:
        for node in ast.walk(function_of_test(failure.test, root) or ast.Module([], [])):
            if isinstance(node, ast.Constant) and node.value not in (None, True, False, 0, 1, -1, 2, "", " "):
                yield repr(node.value)


def called_names(failure: Failure, root: Path) -> tuple[set[str], set[str]]:
    """(names on the failing line of the test, names anywhere in the test): what the test calls or reads."""
    node = function_of_test(failure.test, root)
    near: set[str] = set()
    every: set[str] = set()
    for part in ast.walk(node) if node else ():
        name = part.attr if isinstance(part, ast.Attribute) else part.id if isinstance(part, ast.Name) else None
        if name:
            every.add(name)
            if failure.line is not None and getattr(part, "lineno", 0) == failure.line:
                near.add(name)
    return near, every
