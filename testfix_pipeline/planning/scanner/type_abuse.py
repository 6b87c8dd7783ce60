"""type_abuse: annotations, casts and assertions that silence the type checker."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.python_code import FunctionNode, argument_names, own_nodes, with_defaults
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.scanner.table import Hit

_CHAIN = 3
"""So many assertions in a row, each one step deeper into the same object, are a chain."""


def any_where_known(source: Source) -> Iterator[Hit]:
    """Yield `Any` annotations where the type is evident from a default, an assigned literal or returned literals."""
    for node in source.nodes:
        if isinstance(node, ast.AnnAssign) and _is_any(source, node.annotation) and literal_type(node.value):
            yield Hit("any_where_known", node.lineno, f"{ast.unparse(node.target)} is {literal_type(node.value)}")
        elif isinstance(node, FunctionNode):
            yield from _signature_hits(source, node)


def _signature_hits(source: Source, function: FunctionNode) -> Iterator[Hit]:
    for parameter, default in with_defaults(function.args):
        if _is_any(source, parameter.annotation) and literal_type(default):
            yield Hit("any_where_known", parameter.lineno, f"{parameter.arg} is {literal_type(default)} by default")
    kinds = {literal_type(node.value) for node in own_nodes(function) if isinstance(node, ast.Return)}
    if _is_any(source, function.returns) and len(kinds) == 1 and (kind := kinds.pop()):
        yield Hit("any_where_known", function.lineno, f"{function.name}() always returns {kind}")


def _is_any(source: Source, annotation: ast.AST | None) -> bool:
    quoted = annotation.value if isinstance(annotation, ast.Constant) else ""
    return quoted == "Any" or source.qualified(annotation) in ("Any", "typing.Any", "typing_extensions.Any")


_KINDS: dict[type[ast.AST], str] = {
    ast.JoinedStr: "str", ast.List: "list", ast.Dict: "dict", ast.Set: "set", ast.Tuple: "tuple",
    ast.ListComp: "list", ast.DictComp: "dict", ast.SetComp: "set", ast.Compare: "bool",
}  # fmt: skip
_MAKERS = {"len": "int", "repr": "str", "sorted": "list", "isinstance": "bool", "hasattr": "bool", "any": "bool",
           "all": "bool", **{kind.__name__: kind.__name__ for kind in (int, str, float, bool, list, dict, set, tuple,
                                                                      bytes)}}  # fmt: skip


def literal_type(value: ast.AST | None) -> str:
    """The evident type of a value: a literal, a comparison, `len(x)`; "" for anything else and for None."""
    if isinstance(value, ast.Constant) and value.value is not None and value.value is not ...:
        return type(value.value).__name__
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
        return "bool"
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return _MAKERS.get(value.func.id, "")
    return _KINDS.get(type(value), "") if value is not None else ""


def double_casts(source: Source) -> Iterator[Hit]:
    """Yield casts of casts, nested or by way of a name: `cast(A, cast(B, value))`."""
    for node in source.nodes:
        inner = node.args[1] if _is_cast(node, source) and len(node.args) > 1 else None
        if _is_cast(inner, source) or (isinstance(inner, ast.Name) and _only_holds_casts(source, inner)):
            yield Hit("double_cast", getattr(node, "lineno", 0), last=getattr(node, "end_lineno", 0))


def _is_cast(node: ast.AST | None, source: Source) -> TypeGuard[ast.Call]:
    name = source.qualified(node.func) if isinstance(node, ast.Call) else ""
    return name in ("cast", "typing.cast", "typing_extensions.cast")


def _only_holds_casts(source: Source, name: ast.Name) -> bool:
    """Whether all assignments to a name in its function are casts; `x = cast(A, x)` narrows it and counts as one."""
    function = source.function_of(name)
    if function is None or name.id in argument_names(function.args):
        return False
    assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
    values = [node.value for node in assigned if name.id in map(dotted, node.targets)]
    return bool(values) and all(_is_cast(value, source) and name not in value.args for value in values)


def assertion_chains(source: Source) -> Iterator[Hit]:
    """Yield chains such as `assert a is not None; assert a.b is not None; assert a.b.c is not None`."""
    for node in source.nodes:
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And):
            yield from _chain_hits(node.test.values)
    for block in source.statements():
        for are_assertions, run in itertools.groupby(block, lambda each: isinstance(each, ast.Assert)):
            if are_assertions:
                yield from _chain_hits([each.test for each in run if isinstance(each, ast.Assert)])


def _chain_hits(tests: Sequence[ast.expr]) -> Iterator[Hit]:
    """Yield the runs of at least three tests, each of which asks for more of what the one before asked for."""
    start = 0
    for end in range(1, len(tests) + 1):
        before = _subject(tests[end - 1])
        if end == len(tests) or not before or not _subject(tests[end]).startswith((f"{before}.", f"{before}[")):
            if end - start >= _CHAIN:
                yield Hit("assertion_chain", tests[start].lineno, last=tests[end - 1].end_lineno or 0)
            start = end


def _subject(test: ast.AST) -> str:
    """The subject of `x is not None`, `isinstance(x, ...)` or `x` alone, as a path of names and items; else ""."""
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.IsNot):
        test = test.left
    elif isinstance(test, ast.Call) and dotted(test.func) == "isinstance" and test.args:
        test = test.args[0]
    inner = test
    while isinstance(inner, (ast.Attribute, ast.Subscript)):
        if isinstance(inner, ast.Subscript) and not isinstance(inner.slice, ast.Constant):
            return ""
        inner = inner.value
    return ast.unparse(test) if isinstance(inner, ast.Name) else ""
