"""What a function collects and never looks at: gone through by a loop, as loops of the project do or by a call that
takes what was collected; or answered."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.edits.blocks import beside
from testfix_pipeline.repair.edits.donors import donor_functions
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import likeness, walk_scope
from testfix_pipeline.repair.edits.traces import FILLING, empty_kind
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, FunctionNode, SourceFile

MOST_LOOPS, MOST_STATEMENTS = 8, 2


@dataclass(frozen=True)
class Collection:
    """A local container that is filled and not read. items: the names of what is put in, where they are plain; line:
    of the last time that something is."""

    name: str
    items: tuple[str, ...]
    line: int


def loops(target: Target) -> Iterator[Edit]:
    """`for a, b in collected: ...` in front of the statement, or behind it at the end of its block."""
    function = target.function
    if function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    for found in collections(target.source, function):
        if target.stmt.lineno <= found.line:
            continue
        bodies = dict.fromkeys([*_of_donors(target, found), *_of_calls(target, found)])
        for rank, (head, *rest) in enumerate(list(bodies)[:MOST_LOOPS]):
            code = [f"for {head} in {found.name}:", *(f"\t{line}" for line in rest)]
            prior = 0.5 / (1 + 0.25 * rank)
            yield from beside(target, code, "collected-gone-through", prior, code[-1])


@remembered(1024)
def collections(source: SourceFile, function: Function) -> Sequence[Collection]:
    """The containers that a function makes empty, fills, and does nothing else with."""
    nodes = list(walk_scope(function.node))
    empty = {
        one.id
        for node in nodes
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None and empty_kind(node.value)
        if isinstance(one := node.targets[0] if isinstance(node, ast.Assign) else node.target, ast.Name)
    }
    uses = [node for node in ast.walk(function.node) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    found = []
    for name in sorted(empty):
        calls = [_filling(source, use) for use in uses if use.id == name]
        if calls and all(calls):
            final = calls[-1]
            assert final is not None
            found.append(Collection(name, _items(final), max(call.lineno for call in calls if call)))
    return found


def _filling(source: SourceFile, use: ast.Name) -> ast.Call | None:
    """The call that puts one thing into the container, as a statement."""
    method = source.parents[use]
    call = source.parents.get(method)
    fills = isinstance(method, ast.Attribute) and method.attr in FILLING and isinstance(call, ast.Call)
    return call if fills and isinstance(source.parents[call], ast.Expr) and len(call.args) == 1 else None  # type: ignore[union-attr,return-value,index]


def _items(call: ast.Call) -> tuple[str, ...]:
    parts = call.args[0].elts if isinstance(call.args[0], ast.Tuple) else call.args
    return tuple(part.id for part in parts if isinstance(part, ast.Name)) if _all_names(parts) else ()


def _all_names(parts: Sequence[ast.expr]) -> bool:
    return all(isinstance(part, ast.Name) for part in parts)


def _of_donors(target: Target, found: Collection) -> Iterator[tuple[str, ...]]:
    """(loop variables, statements) of short loops of related functions over as many things at once."""
    for function in donor_functions(target):
        for loop in ast.walk(function.node):
            if isinstance(loop, ast.For) and len(loop.body) <= MOST_STATEMENTS and function is not target.function:
                lines = [target.source.segment(stmt) for stmt in loop.body]
                if _arity(loop.target) == max(1, len(found.items)) and not any("\n" in line for line in lines):
                    yield target.source.segment(loop.target), *lines


def _arity(node: ast.expr) -> int:
    return len(node.elts) if isinstance(node, ast.Tuple) else 1


def _of_calls(target: Target, found: Collection) -> Iterator[tuple[str, ...]]:
    """The same with one call of a method that takes what was collected, on what such a call is made on here."""
    function = target.function
    assert function is not None
    head = ", ".join(found.items)
    receivers = [
        (target.source.segment(call.func.value), call.func.attr)
        for call in ast.walk(function.node)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and set(found.items) & {a.id for a in call.args if isinstance(a, ast.Name)}
        and target.source.segment(call.func.value) != found.name
    ]
    for receiver, known in dict.fromkeys(receivers) if found.items else ():
        others = [name for name, takes in _methods(target.project).items() if name != known and takes == found.items]
        for name in sorted(others, key=lambda other: -likeness(known, other)):
            yield head, f"{receiver}.{name}({head})"


@remembered(4)
def _methods(sources: tuple[SourceFile, ...]) -> Mapping[str, tuple[str, ...]]:
    """Methods of the project by name, with the names of what they take."""
    return {
        function.name: tuple(argument.arg for argument in function.arguments[1:])
        for source in sources
        for function in source.functions
        if function.owner is not None and not function.name.startswith("__")
    }
