"""Evidence from failing tests: exception types, where they were raised, actual and expected values, literals of the
tests."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode, names_in, stored_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import (
    OwnNames,
    called_name,
    library_failures,
    lost_name,
)
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_cache import cached_per_search

# `assert 3 == 4`, `AssertionError: assert 'a' == 'b'`, unittest's `3 != 4`, `'a' != 'b'`; below those of containers and
# dataclasses `At index 1 diff: 3 != 4`, `x: 3 != 4`.
COMPARISON = re.compile(
    r"^(?:E\s+)?(?:AssertionError: )?(?:assert |At index \d+ diff: |\w+: )?(.+?) (?:==|!=) (.+?)(?: : .*)?$"
)
# `Markup('a')`, `Decimal("1.5")`
WRAPPED_TEXT = re.compile(r"""[A-Za-z_][\w.]*\(((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))\)""")
DEPTH, MOST_INSIDE = 3, 3
QUOTES = ("'", '"')


def gather(failures: Sequence[Failure], root: Path) -> FailureEvidence:
    """The failure evidence of these failures; `root` is the project's folder, which contains the test files."""
    values = {pair for failure in failures for pair in _compared_values(failure.error)}
    crash_lines, passed_lines = {}, {}
    for failure in failures:
        if failure.frames:
            frame = failure.frames[-1]
            crash_lines[(frame.file, frame.line)] = failure.error_type
        if failure.error_type not in ("AssertionError", "Failed"):
            passed_lines.update({(frame.file, frame.line): failure.error_type for frame in failure.frames})
    of_libraries = library_failures(failures, OwnNames.of(root))
    return FailureEvidence(
        errors=frozenset(failure.error_type for failure in failures if failure.error_type),
        messages=tuple(dict.fromkeys(failure.error for failure in failures)),
        values=tuple(sorted(values, key=lambda pair: (len("".join(pair)), pair))),
        test_literals=frozenset(_literals_of_tests(failures, root)),
        crash_lines=crash_lines,
        passed_lines=passed_lines,
        lost_names=frozenset(name for failure in of_libraries if (name := lost_name(failure))),
        has_unfit_calls=any(map(_is_about_a_use, of_libraries)),
        refused_calls=frozenset(name for one in of_libraries for name in _refused_calls(one) if name),
        has_updates=any(one.update is not None and one.update.certain for one in failures),
    )


def _is_about_a_use(failure: Failure) -> bool:
    """Whether a library refuses a call, or since an update an object of it lacks what the program asks it for."""
    return failure.error_type == "TypeError" or (failure.error_type == "AttributeError" and failure.update is not None)


def _refused_calls(failure: Failure) -> Iterator[str]:
    """Yields the names under which a library's callable that refuses its arguments may be called."""
    if failure.error_type == "TypeError" and failure.update is not None:
        yield failure.update.symbol.removesuffix(".__init__").rpartition(".")[2]
        yield called_name(failure.error)


def _compared_values(message: str) -> Iterator[tuple[str, str]]:
    """Yields (actual, expected) as source text. Long texts are shortened in the comparison and complete in the diff
    below it."""
    lines = message.splitlines()
    has_shortened_texts = False
    for line in lines:
        match = COMPARISON.match(line.strip())
        if match:
            left, right = (_unwrapped(match.group(side).strip()) for side in (1, 2))
            shortened = "..." in left and "..." in right
            has_shortened_texts = has_shortened_texts or (shortened and left[:1] in QUOTES and right[:1] in QUOTES)
            if not shortened and is_literal(left) and is_literal(right):
                yield left, right
                yield from _differing_elements(value_of(left), value_of(right), DEPTH)
    yield from _pairs_of_diff(lines) if has_shortened_texts else ()


def _differing_elements(left: object, right: object, depth: int) -> Iterator[tuple[str, str]]:
    """Yields the numbers and texts in which two containers of the same form differ."""
    pairs: list[tuple[object, object]] = []
    if isinstance(left, dict) and isinstance(right, dict):
        pairs = [(left[key], right[key]) for key in left if key in right]
    elif isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)) and len(left) == len(right):
        pairs = list(zip(left, right, strict=True))
    differing = [(actual, expected) for actual, expected in pairs if actual != expected]
    for actual, expected in differing[:MOST_INSIDE] if depth else ():
        if isinstance(actual, (str, int, float)) and isinstance(expected, (str, int, float)):
            yield repr(actual), repr(expected)
        yield from _differing_elements(actual, expected, depth - 1)


def _pairs_of_diff(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields pairs of texts for adjacent lines `- expected` and `+ actual` of a diff."""
    shown = [line.strip("\n").lstrip(" ") for line in lines if not line.strip().startswith("?")]
    for one, other in itertools.pairwise(shown):
        if one.startswith("- ") and other.startswith("+ "):
            yield repr(other[2:]), repr(one[2:])


def _unwrapped(text: str) -> str:
    """The text inside an object's repr such as `Decimal("1.5")`, else the text itself."""
    match = WRAPPED_TEXT.fullmatch(text)
    return match.group(1) if match else text


def is_literal(text: str) -> bool:
    """Whether a text is a Python literal."""
    return python_code.value_of(text) is not python_code.NO_VALUE


def value_of(text: str) -> object:
    """The value of a literal. Raises ValueError or SyntaxError if it is none."""
    return python_code.literal(text)


def function_of_test(node_id: str, root: Path) -> ast.AST | None:
    """The function that a test id names; None if it cannot be found."""
    test = TestId(node_id)
    try:
        return _functions((root / test.file).read_bytes()).get(test.function)
    except (OSError, SyntaxError, ValueError):
        return None


@cached_per_search(32)
def _functions(text: bytes) -> dict[str, ast.AST]:
    """The first function of each name: one parse for all tests of a file."""
    nodes = [node for node in ast.walk(python_code.parse(text)) if isinstance(node, FunctionNode)]
    return {node.name: node for node in reversed(nodes)}


def _literals_of_tests(failures: Sequence[Failure], root: Path) -> Iterator[str]:
    for failure in failures[:20]:
        for node in ast.walk(function_of_test(failure.test, root) or ast.Module([], [])):
            if isinstance(node, ast.Constant) and node.value not in (None, True, False, 0, 1, -1, 2, "", " "):
                yield repr(node.value)


def called_names(failure: Failure, root: Path) -> tuple[set[str], set[str]]:
    """(names on the failing line of the test, names anywhere in the test)."""
    node = function_of_test(failure.test, root)
    on_line: set[str] = set()
    in_test: set[str] = set()
    for part in ast.walk(node) if node else ():
        name = part.attr if isinstance(part, ast.Attribute) else part.id if isinstance(part, ast.Name) else None
        if name:
            in_test.add(name)
            if failure.line is not None and getattr(part, "lineno", 0) == failure.line:
                on_line.add(name)
    return on_line, in_test


def slice_of_test(test: TestId, line: int, root: Path) -> set[int]:
    """The lines of a test's statements on which its line depends; empty if the test cannot be found."""
    node = function_of_test(test, root)
    return slice_of(node, line) if node is not None else set()


def slice_of(node: ast.AST, line: int) -> set[int]:
    """The lines of a test's statements that compute what the statement at `line` reads: a backward slice by names."""
    stmts = [stmt for stmt in ast.walk(node) if isinstance(stmt, ast.stmt) and stmt is not node]
    stmts = sorted((stmt for stmt in stmts if stmt.lineno <= line), key=lambda stmt: stmt.lineno)
    statements_at_line = [stmt for stmt in stmts if stmt.lineno <= line <= (stmt.end_lineno or stmt.lineno)]
    needed = {n.id for stmt in statements_at_line[-1:] for n in ast.walk(stmt) if isinstance(n, ast.Name)}
    found: set[int] = {stmt.lineno for stmt in statements_at_line[-1:]}
    for stmt in reversed(stmts):
        if any(isinstance(n, ast.stmt) for n in ast.iter_child_nodes(stmt)):
            continue
        names = names_in(stmt)
        bound = stored_names(ast.walk(stmt))
        is_call = isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call)
        if bound & needed or (is_call and names & needed):
            found |= set(range(stmt.lineno, (stmt.end_lineno or stmt.lineno) + 1))
            needed |= names
    return found
