"""Integers that NumPy no longer wraps to the type of an array: "Python integer -1 out of bounds for uint8".

Before NumPy 2 the value of an integer counted. What is computed with an array gets room, `a + 300` ->
`a + np.int64(300)`; what is stored in one is converted as it was:
`a[0] = -1` -> `a[0] = np.array(-1).astype(np.uint8)`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import literal
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error
from testfix_pipeline.repair.languages.python.source import SourceFile

SAME_VALUE, ANY_VALUE = 0.85, 0.72
"""The error names the integer that is written there; it is written elsewhere."""
_SAID = re.compile(r"Python integer (-?\d+) out of bounds for (u?int(?:8|16|32|64))\b")
_STORING = frozenset({"copyto", "fill", "full", "full_like", "itemset", "place", "put", "putmask"})
_ELSEWHERE = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.BinOp)


def is_wrapped_integer(failure: Failure) -> bool:
    """Whether an error says that an integer is out of the bounds of an array's type."""
    return failure.error_type == "OverflowError" and _SAID.search(failure.error) is not None


def wrapped_integers(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """A fix for each expression of a failing line that may be the integer. files: those that may be edited."""
    seen = set()
    for failure in filter(is_wrapped_integer, failures):
        frame, said = failure.frames[-1] if failure.frames else None, _SAID.search(failure.error)
        if frame is None or frame.file not in files or said is None or (frame.file, frame.line, said[0]) in seen:
            continue
        seen.add((frame.file, frame.line, said[0]))
        source, (number, kind) = files[frame.file], said.groups()
        values = [(node, is_computed, _value(node, source)) for node, is_computed in _places(source, frame.line)]
        is_written = any(value == int(number) for *_, value in values)
        for node, is_computed, value in values:
            if value == int(number) if is_written else value is None and isinstance(node, _ELSEWHERE):
                edits, text = FileEdits(source), source.segment(node)
                numpy = edits.name_or_import("numpy")
                new = f"{numpy}.int64({text})" if is_computed else f"{numpy}.array({text}).astype({numpy}.{kind})"
                edits.replace(*source.span(node), new)
                change = f"{text} -> {new}: NumPy 2 no longer wraps integers"
                likelihood = ANY_VALUE if value is None else SAME_VALUE
                texts, symbol = texts_of({frame.file: edits}), f"numpy.{kind}"
                yield fix_of_error(failure, texts, "library.integer", change, likelihood, symbol, "numpy")


def _places(source: SourceFile, line: int) -> Iterator[tuple[ast.expr, bool]]:
    """The expressions of a line whose value may have met an array, and whether something is computed with it; first
    those of the smallest expressions."""
    found: list[tuple[ast.expr, bool]] = []
    indices = {id(one) for node in source.nodes if isinstance(node, ast.Subscript) for one in ast.walk(node.slice)}
    for node in source.nodes:
        if id(node) in indices:
            continue
        if not (isinstance(node, ast.expr | ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)):
            continue
        if isinstance(node, ast.BinOp) and source.is_real(node):
            found += [(node.left, True), (node.right, True)]
        elif isinstance(node, ast.Call) and source.is_real(node):
            given = [*node.args, *(one.value for one in node.keywords)]
            is_computed = last_name(node.func) not in _STORING
            found += [(one, is_computed) for one in given if not isinstance(one, ast.Starred)]
        elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.Assign) and _is_stored(node)):
            found.append((node.value, False))
    yield from reversed(found)


def _is_stored(node: ast.Assign) -> bool:
    return any(isinstance(one, ast.Subscript) for one in node.targets)


def _value(node: ast.expr, source: SourceFile) -> int | None:
    """The number that is written here, or that the file gives the name once; None where it is not known."""
    if isinstance(node, ast.Name):
        assigned = [one for one in source.nodes if isinstance(one, ast.Assign)]
        given = [one.value for one in assigned for target in one.targets if _is_name(target, node.id)]
        return _value(given[0], source) if len(given) == 1 and not isinstance(given[0], ast.Name) else None
    try:
        value = literal(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, int) else None


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
