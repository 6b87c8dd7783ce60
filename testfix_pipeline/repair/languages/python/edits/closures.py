"""Functions made in a loop that look up the loop's variables only when they are called, and all find the last value."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.languages.python.edits.blocks import LOOPS
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.scope import bound_names, walk_scope
from testfix_pipeline.repair.languages.python.source import FunctionNode, SourceFile

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def late(target: Target) -> Iterator[Edit]:
    """The values of the round kept as defaults of the function that is made in it."""
    for made in _made(target):
        rounds = _variables_of_rounds(target.source, made)
        own = (
            bound_names(made)
            if isinstance(made, FunctionNode)
            else {arg.arg for arg in ast.walk(made.args) if isinstance(arg, ast.arg)}
        )
        free = [name for name in _read(made) if name in rounds and name not in own]
        if free and not made.args.kwarg:
            where = _behind_parameters(target.source, made)
            if where is not None:
                text = ", ".join(f"{name}={name}" for name in free)
                prior = AT_ONCE if _asked_at_once(target, made) else 0.9
                lead = ", " if _parameters(made.args) else "" if isinstance(made, FunctionNode) else " "
                yield target.splice(where, where, lead + text, "value.of-the-round-kept", prior, text)


NOW = {"sorted", "sort", "min", "max", "nlargest", "nsmallest", "sum", "any", "all", "reduce", "sub"}
"""What calls the function that it is given and forgets it."""
AT_ONCE = 0.2


def _asked_at_once(target: Target, made: ast.AST) -> bool:
    parent = target.source.parents[made]
    call = target.source.parents[parent] if isinstance(parent, ast.keyword) else parent
    return isinstance(made, ast.Lambda) and isinstance(call, ast.Call) and called(call) in NOW


def _parameters(args: ast.arguments) -> list[ast.AST]:
    """The parameters with their defaults, as far as another one with a default may follow."""
    every = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, *args.defaults, *args.kw_defaults]
    return [one for one in every if one is not None]


def _made(target: Target) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda]:
    if isinstance(target.stmt, FunctionNode):
        yield target.stmt
    for node in target.expressions(ast.Lambda):
        assert isinstance(node, ast.Lambda)
        yield node


def _variables_of_rounds(source: SourceFile, made: ast.AST) -> set[str]:
    """Names that the loops around bind anew in every round, within the same function."""
    found: set[str] = set()
    for parent in source.ancestors(made):
        if isinstance(parent, (*FunctionNode.__args__, ast.ClassDef, ast.Lambda)):
            break
        nodes: list[ast.AST] = []
        if isinstance(parent, LOOPS):
            nodes = [*([] if isinstance(parent, ast.While) else ast.walk(parent.target)), *walk_scope(parent)]
        elif isinstance(parent, COMPREHENSIONS):
            nodes = [node for part in parent.generators for node in ast.walk(part.target)]
        found |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return found


def _read(made: ast.AST) -> list[str]:
    body = made.body if isinstance(made, FunctionNode) else [made.body]  # type: ignore[attr-defined]
    nodes = (node for part in body for node in ast.walk(part))
    return list(dict.fromkeys(n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)))


def _behind_parameters(source: SourceFile, made: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> int | None:
    """Where another parameter would be written."""
    parts = _parameters(made.args)
    if parts:
        return max(source.span(part)[1] for part in parts)
    begin = source.span(made)[0]
    mark = "lambda" if isinstance(made, ast.Lambda) else "("
    at = source.text.find(mark, begin)
    return at + len(mark) if at >= 0 else None
