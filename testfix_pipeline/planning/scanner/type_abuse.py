"""type_abuse: annotations, casts and assertions that silence the type checker."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from typing import TypeGuard

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.python_code import FunctionNode, argument_names
from testfix_pipeline.planning.python_code.source_file import Source, own_nodes
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
    positional = [*function.args.posonlyargs, *function.args.args]
    defaults = function.args.defaults
    pairs = [*zip(positional[len(positional) - len(defaults) :], defaults, strict=True)]
    keyword = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
    pairs += [(name, value) for name, value in keyword if value]
    for parameter, default in pairs:
        if _is_any(source, parameter.annotation) and literal_type(default):
            yield Hit("any_where_known", parameter.lineno, f"{parameter.arg} is {literal_type(default)} by default")
    returned = [node.value for node in own_nodes(function) if isinstance(node, ast.Return)]
    kinds = {literal_type(value) for value in returned}
    if _is_any(source, function.returns) and len(kinds) == 1 and (kind := kinds.pop()):
        yield Hit("any_where_known", function.lineno, f"{function.name}() always returns {kind}")


def _is_any(source: Source, annotation: ast.AST | None) -> bool:
    quoted = annotation.value if isinstance(annotation, ast.Constant) else ""
    return quoted == "Any" or source.qualified(annotation) in ("Any", "typing.Any", "typing_extensions.Any")


_KINDS: dict[type[ast.AST], str] = {
    ast.JoinedStr: "str", ast.List: "list", ast.Dict: "dict", ast.Set: "set", ast.Tuple: "tuple",
    ast.ListComp: "list", ast.DictComp: "dict", ast.SetComp: "set", ast.Compare: "bool",
}  # fmt: skip
_MAKERS = {"len": "int", "int": "int", "str": "str", "repr": "str", "float": "float", "bool": "bool", "list": "list",
           "dict": "dict", "set": "set", "tuple": "tuple", "sorted": "list", "isinstance": "bool", "hasattr": "bool",
           "any": "bool", "all": "bool", "bytes": "bytes"}  # fmt: skip


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
        if not _is_cast(node, source):
            continue
        inner = node.args[1] if len(node.args) > 1 else None
        if _is_cast(inner, source) or (isinstance(inner, ast.Name) and _only_holds_casts(source, node, inner.id)):
            yield Hit("double_cast", node.lineno, last=node.end_lineno or 0)


def _is_cast(node: ast.AST | None, source: Source) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and source.qualified(node.func) in (
        "cast",
        "typing.cast",
        "typing_extensions.cast",
        "t.cast",
    )


def _only_holds_casts(source: Source, node: ast.AST, name: str) -> bool:
    """Whether all assignments to a name in its function are casts.

    `x = cast(A, x)` narrows a name and counts as one cast.
    """
    function = source.function_of(node)
    parent = source.parents.get(node)
    if isinstance(parent, ast.Assign) and any(dotted(target) == name for target in parent.targets):
        return False
    if function is None or name in argument_names(function.args):
        return False
    assigned = [each for each in ast.walk(function) if isinstance(each, ast.Assign)] if function else []
    values = [each.value for each in assigned if any(dotted(target) == name for target in each.targets)]
    return bool(values) and all(_is_cast(value, source) for value in values)


def assertion_chains(source: Source) -> Iterator[Hit]:
    """Yield chains such as `assert a is not None; assert a.b is not None; assert a.b.c is not None`."""
    for node in source.nodes:
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.BoolOp) and _is_one_chain(node.test):
            yield Hit("assertion_chain", node.lineno, last=node.end_lineno or 0)
    for block in source.statements():
        chain: list[ast.stmt] = []
        for statement in [*block, ast.Pass()]:
            subject = _narrowed_subject(statement)
            deeper = chain and _is_deeper(subject, _narrowed_subject(chain[-1]))
            if not subject or (chain and not deeper):
                if len(chain) >= _CHAIN:
                    yield Hit("assertion_chain", chain[0].lineno, last=chain[-1].end_lineno or 0)
                chain = []
            if subject:
                chain.append(statement)


def _is_one_chain(test: ast.BoolOp) -> bool:
    """Whether one assertion is a chain by itself: `a and a.b and a.b.c`."""
    subjects = [_access_path(value) or _narrowing_subject(value) for value in test.values]
    steps = itertools.pairwise(subjects)
    return isinstance(test.op, ast.And) and len(subjects) >= _CHAIN and all(_is_deeper(b, a) for a, b in steps)


def _is_deeper(subject: str, before: str) -> bool:
    return bool(before) and subject.startswith((f"{before}.", f"{before}["))


def _narrowed_subject(statement: ast.stmt) -> str:
    """The subject of an assertion of `is not None` or `isinstance`, "" for any other statement."""
    return _narrowing_subject(statement.test) if isinstance(statement, ast.Assert) else ""


def _narrowing_subject(test: ast.AST) -> str:
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.IsNot):
        return _access_path(test.left)
    if isinstance(test, ast.Call) and dotted(test.func) == "isinstance" and test.args:
        return _access_path(test.args[0])
    return ""


def _access_path(node: ast.AST) -> str:
    """The source of names, attributes and constant items (`a.b["c"]`), "" for anything else."""
    inner = node
    while isinstance(inner, (ast.Attribute, ast.Subscript)):
        if isinstance(inner, ast.Subscript) and not isinstance(inner.slice, ast.Constant):
            return ""
        inner = inner.value
    return ast.unparse(node) if isinstance(inner, ast.Name) else ""
