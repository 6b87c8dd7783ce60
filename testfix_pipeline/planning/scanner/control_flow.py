"""control_flow: loops without an end and code that is never reached. (Empty handlers are ruff's S110 and S112.)"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.planning.scanner.source import FunctionNode, Source, dotted, own_nodes
from testfix_pipeline.planning.scanner.table import Hit

_LEAVING = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)
_EXITS = {"sys.exit", "os._exit", "exit", "quit", "os.abort", "pytest.exit", "pytest.fail"}
_WAITING = re.compile(
    r"accept|recv\w*|sleep|poll|select|wait\w*|get|read\w*|input|serve\w*|handle_request|listen|join|next|acquire|"
    r"process_events|pump|tick|consume|receive|fetch\w*|step|dispatch"
)
_SERVERS = re.compile(
    r"main|run|serve|loop|worker|listen|daemon|\w*_(forever|loop|worker|server|daemon)|serve_\w+|run_\w+|poll_\w+"
)


def endless_loops(source: Source) -> Iterator[Hit]:
    """`while True` and loops over a condition that nothing in them changes, without a way out; no server loops."""
    for node in source.nodes:
        if isinstance(node, ast.While) and _never_ends(source, node):
            yield Hit(
                "endless_loop", node.lineno, f"`while {ast.unparse(node.test)}` has no way out", node.end_lineno or 0
            )


def _never_ends(source: Source, loop: ast.While) -> bool:
    return (_is_true(loop.test) or _is_fixed(source, loop)) and not _can_leave(loop) and not _is_server(source, loop)


def _is_true(test: ast.AST) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def _is_fixed(source: Source, loop: ast.While) -> bool:
    """A local number compared with a number, that the loop never assigns."""
    test = loop.test
    if not (isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and len(test.comparators) == 1):
        return False
    limit, name = test.comparators[0], test.left.id
    function = next((node for node in source.above(loop) if isinstance(node, FunctionNode)), None)
    if function is None or not (isinstance(limit, ast.Constant) and isinstance(limit.value, (int, float))):
        return False
    shared = any(isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names for node in ast.walk(function))
    return not shared and not any(_stores(node, name) for node in ast.walk(loop))


def _stores(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)


def _can_leave(loop: ast.While) -> bool:
    nodes = [node for item in loop.body for node in (item, *own_nodes(item))]
    return _breaks(loop.body) or any(
        isinstance(node, _LEAVING) or (isinstance(node, ast.Call) and dotted(node.func) in _EXITS) for node in nodes
    )


def _breaks(body: list[ast.stmt]) -> bool:
    """Whether a `break` in these statements ends the loop they are the body of."""
    for item in body:
        if isinstance(item, ast.Break):
            return True
        if isinstance(item, (ast.For, ast.AsyncFor, ast.While)):
            if _breaks(item.orelse):
                return True
        elif not isinstance(item, (FunctionNode, ast.ClassDef)) and any(map(_breaks, _blocks(item))):
            return True
    return False


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for part in [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]:
        yield part.body


def _is_server(source: Source, loop: ast.While) -> bool:
    """A loop that waits for something in each round, or whose function is named as one that runs for ever."""
    calls = [node for item in loop.body for node in ast.walk(item) if isinstance(node, ast.Call)]
    if any(_WAITING.fullmatch(_called(call)) for call in calls):
        return True
    function = next((node for node in source.above(loop) if isinstance(node, FunctionNode)), None)
    return function is not None and bool(calls) and _SERVERS.fullmatch(function.name.lstrip("_")) is not None


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else dotted(call.func)


def unreachable_code(source: Source) -> Iterator[Hit]:
    """Statements after one that always leaves. The `yield` that makes a function a generator is meant."""
    for block in source.statements():
        for position, statement in enumerate(block[:-1]):
            after = block[position + 1]
            if _leaves(statement) and not _makes_generator(after):
                yield Hit("unreachable_code", after.lineno, f"after line {statement.lineno}", block[-1].end_lineno or 0)
                break


def _leaves(statement: ast.stmt) -> bool:
    if isinstance(statement, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
        return True
    if isinstance(statement, ast.If):
        return bool(statement.orelse) and _leaves(statement.body[-1]) and _leaves(statement.orelse[-1])
    if isinstance(statement, ast.While):
        return _is_true(statement.test) and not _breaks(statement.body)
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and dotted(statement.value.func) in _EXITS - {"exit", "quit"}
    )


def _makes_generator(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, (ast.Yield, ast.YieldFrom))
