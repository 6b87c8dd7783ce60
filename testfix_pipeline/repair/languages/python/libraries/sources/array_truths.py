"""Truth values that arrays no longer have: of an empty one, and of one that is compared with what is no array.

NumPy gave `False` for an empty array until 2.2, and for an array that is compared with a text or None until 1.25:
`if found:` -> `if found.size > 0:`, `if rows == "all":` -> `if isinstance(rows, str) and rows == "all":`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD, NEXT = 0.85, 0.9
"""Of the first replacement; the factor for the next one, which sequences other than arrays have as well."""
_EMPTY = "The truth value of an empty array is ambiguous"
_COMPARED = "The truth value of an array with more than one element is ambiguous"
_OBJECTS = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
_EQUAL = (ast.Eq, ast.In)


def is_array_truth(failure: Failure) -> bool:
    """Whether an error says that an array has no truth value."""
    return failure.error_type == "ValueError" and (_EMPTY in failure.error or _COMPARED in failure.error)


def array_truths(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """The fixes for each line that an error comes of, at all alike comparisons of its function. files: those that may
    be edited."""
    seen = set()
    for failure in filter(is_array_truth, failures):
        frame = failure.frames[-1] if failure.frames else None
        if frame is None or frame.file not in files or (frame.file, frame.line) in seen:
            continue
        seen.add((frame.file, frame.line))
        source, is_empty = files[frame.file], _EMPTY in failure.error
        for number, found in enumerate((_sizes if is_empty else _comparisons)(source, frame.line)):
            edits = FileEdits(source)
            for node, new in found.items():
                edits.replace(*source.span(node), new)
            said = "; ".join(f"{source.segment(node)} -> {new}" for node, new in found.items())
            likelihood = LIKELIHOOD * NEXT**number
            texts = texts_of({frame.file: edits})
            yield fix_of_error(failure, texts, "library.truth", said, likelihood, "numpy.ndarray.__bool__", "numpy")


def _sizes(source: SourceFile, line: int) -> Iterator[dict[ast.expr, str]]:
    """The replacements of each object whose truth a line asks for."""
    for node, is_negated in _asked(source, line):
        sign, text = "==" if is_negated else ">", source.segment(getattr(node, "operand", node))
        yield {node: f"{text}.size {sign} 0"}
        yield {node: f"len({text}) {sign} 0"}


def _asked(source: SourceFile, line: int) -> Iterator[tuple[ast.expr, bool]]:
    """The objects whose truth a line asks for, and whether it asks for the contrary: then the node is that."""
    tests: list[ast.expr] = []
    for node in source.nodes:
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
            tests.append(node.test)
        elif isinstance(node, ast.comprehension):
            tests += node.ifs
        elif isinstance(node, ast.BoolOp):
            tests += node.values
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            tests.append(node)
    for one in tests:
        inner = one.operand if isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.Not) else one
        if one.lineno == line and isinstance(inner, _OBJECTS) and source.is_real(one):
            yield one, inner is not one


def _comparisons(source: SourceFile, line: int) -> Iterator[dict[ast.expr, str]]:
    """The replacements of comparisons of one object with what is no array: those of the line's function."""
    scopes = [node for node in source.nodes if isinstance(node, FunctionNode)]
    around: list[ast.AST] = [one for one in scopes if one.lineno <= line <= (one.end_lineno or one.lineno)]
    inner = around[-1] if around else source.tree
    every = [node for node in ast.walk(inner) if isinstance(node, ast.Compare)]
    known = {node: text for node in every if (text := _compared(node, source)) and source.is_real(node)}
    for asked in dict.fromkeys(source.segment(node.left) for node in known if node.lineno == line):
        yield {node: text for node, text in known.items() if source.segment(node.left) == asked}


def _compared(node: ast.Compare, source: SourceFile) -> str:
    """The same comparison, which gives False for an array; "" of one with what may be an array."""
    left, operator, right = source.segment(node.left), node.ops[0], node.comparators[0]
    if len(node.ops) > 1 or not isinstance(operator, ast.Eq | ast.NotEq | ast.In | ast.NotIn):
        return ""
    is_equal, is_member = isinstance(operator, _EQUAL), isinstance(operator, ast.In | ast.NotIn)
    if isinstance(right, ast.List | ast.Tuple) and not right.elts and not is_member:
        return f"len({left}) {'==' if is_equal else '!='} 0"
    if isinstance(right, ast.Constant) and right.value is None and not is_member:
        return f"{left} is {'' if is_equal else 'not '}None"
    members = right.elts if isinstance(right, ast.List | ast.Tuple | ast.Set) and is_member else [right]
    kinds = {type(one.value).__name__ if isinstance(one, ast.Constant) else "" for one in members}
    kind = kinds.pop() if len(kinds) == 1 and is_member is (members != [right]) else ""
    if kind not in ("str", "bytes"):
        return ""
    own = source.segment(node)
    new = f"isinstance({left}, {kind}) and {own}" if is_equal else f"not isinstance({left}, {kind}) or {own}"
    return f"({new})" if isinstance(source.parents.get(node), ast.expr) else new
