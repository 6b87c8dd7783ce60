"""type_abuse: annotations, casts and assertions that keep the type checker quiet."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.planning.scanner.source import FunctionNode, Source, dotted, own_nodes
from testfix_pipeline.planning.scanner.table import Hit

_CHAIN = 3
"""So many assertions in a row, each one step deeper into the same object, are a chain."""


def any_where_known(source: Source) -> Iterator[Hit]:
    """`Any` beside a value whose type is plain to see: a default, an assigned literal, the literals returned."""
    for node in source.nodes:
        if isinstance(node, ast.AnnAssign) and _is_any(node.annotation) and _literal_type(node.value):
            yield Hit("any_where_known", node.lineno, f"{ast.unparse(node.target)} is {_literal_type(node.value)}")
        elif isinstance(node, FunctionNode):
            yield from _signature(node)


def _signature(function: FunctionNode) -> Iterator[Hit]:
    positional = [*function.args.posonlyargs, *function.args.args]
    defaults = function.args.defaults
    pairs = [*zip(positional[len(positional) - len(defaults) :], defaults, strict=True)]
    keyword = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
    pairs += [(name, value) for name, value in keyword if value]
    for parameter, default in pairs:
        if _is_any(parameter.annotation) and _literal_type(default):
            yield Hit("any_where_known", parameter.lineno, f"{parameter.arg} is {_literal_type(default)} by default")
    returned = [node.value for node in own_nodes(function) if isinstance(node, ast.Return)]
    kinds = {_literal_type(value) for value in returned}
    if _is_any(function.returns) and len(kinds) == 1 and (kind := kinds.pop()):
        yield Hit("any_where_known", function.lineno, f"{function.name}() always returns {kind}")


def _is_any(annotation: ast.AST | None) -> bool:
    return annotation is not None and dotted(annotation) in ("Any", "typing.Any")


def _literal_type(value: ast.AST | None) -> str:
    """The type of a literal, "" for anything else and for None, which says nothing."""
    if isinstance(value, ast.Constant) and value.value is not None and value.value is not ...:
        return type(value.value).__name__
    kinds: dict[type, str] = {
        ast.JoinedStr: "str",
        ast.List: "list",
        ast.Dict: "dict",
        ast.Set: "set",
        ast.Tuple: "tuple",
    }
    return kinds.get(type(value), "")


def double_casts(source: Source) -> Iterator[Hit]:
    """`cast(A, cast(B, value))`: the first cast was refused for a reason."""
    for node in source.nodes:
        if _is_cast(node) and isinstance(node, ast.Call) and any(map(_is_cast, node.args[1:])):
            yield Hit("double_cast", node.lineno, last=node.end_lineno or 0)


def _is_cast(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func) in ("cast", "typing.cast", "t.cast")


def assertion_chains(source: Source) -> Iterator[Hit]:
    """`assert a is not None; assert a.b is not None; assert a.b.c is not None`."""
    for block in source.statements():
        chain: list[ast.stmt] = []
        for statement in [*block, ast.Pass()]:
            subject = _narrowed(statement)
            deeper = chain and subject.startswith(f"{_narrowed(chain[-1])}.")
            if not subject or (chain and not deeper):
                if len(chain) >= _CHAIN:
                    yield Hit("assertion_chain", chain[0].lineno, last=chain[-1].end_lineno or 0)
                chain = []
            if subject:
                chain.append(statement)


def _narrowed(statement: ast.stmt) -> str:
    """What an assertion only narrows: the subject of `is not None` or `isinstance`."""
    test = statement.test if isinstance(statement, ast.Assert) else None
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.IsNot):
        return dotted(test.left)
    if isinstance(test, ast.Call) and dotted(test.func) == "isinstance" and test.args:
        return dotted(test.args[0])
    return ""
