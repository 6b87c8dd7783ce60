"""control_flow: endless loops and recursion."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called, dotted
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode, names_in
from testfix_pipeline.core.terminating_statements import EXITS, has_break, is_true_constant
from testfix_pipeline.planning.python_code.source_file import Source, decorators, own_nodes
from testfix_pipeline.planning.scanner.table import Hit

_LEAVING = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)
_WAITING = re.compile(
    r"accept|recv\w*|sleep|poll|select|wait\w*|get|read\w*|input|serve\w*|handle_request|listen|join|next|acquire|"
    r"process_events|pump|tick|consume|receive|fetch\w*|step|dispatch"
)
_SERVERS = re.compile(
    r"main|run|serve|loop|worker|listen|daemon|\w*_(forever|loop|worker|server|daemon)|serve_\w+|run_\w+|poll_\w+"
)
_ENDLESS = {"itertools.count", "itertools.cycle"}
_SAME = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
Loop = ast.While | ast.For


def endless_loops(source: Source) -> Iterator[Hit]:
    """Yield loops without a way out and loops whose condition nothing changes; loops of servers are left out."""
    for node in source.nodes:
        why = ""
        if isinstance(node, ast.While):
            why = _endless_while(source, node)
        elif isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and not node.orelse:
            endless = source.qualified(node.iter.func) in _ENDLESS
            why = "iterates without end" if endless and _is_trapped(source, node) else ""
        if why:
            yield Hit("endless_loop", node.lineno, why, node.end_lineno or 0)  # type: ignore[attr-defined]
    for function in source.functions:
        if _always_recurses(source, function):
            yield Hit("endless_loop", function.lineno, f"{function.name}() calls itself on every path",
                      function.end_lineno or 0)  # fmt: skip


def _endless_while(source: Source, loop: ast.While) -> str:
    said = f"`while {ast.unparse(loop.test)[:60]}`"
    if is_true_constant(loop.test):
        return f"{said} has no way out" if _is_trapped(source, loop) else ""
    names = _local_condition(source, loop)
    if not names or _can_leave(loop) or _is_server(source, loop, waits=False):
        return ""
    if not any(_may_change_in_loop(source, loop, name) for name in names):
        return f"nothing in {said} changes its condition"
    if _steps_away(loop):
        return f"{said} moves away from its end"
    return f"{said} goes on before its step" if _skips_step(loop, names) else ""


def _is_trapped(source: Source, loop: Loop) -> bool:
    return not _can_leave(loop) and not _is_server(source, loop) and not _may_end_by_exception(source, loop)


def _may_end_by_exception(source: Source, loop: Loop) -> bool:
    """Whether the loop is in a `try` with handlers and contains something that may raise."""
    inner: ast.AST = loop
    for outer in source.above(loop):
        if isinstance(outer, FunctionNode):
            return False
        if isinstance(outer, ast.Try) and inner in outer.body and outer.handlers:
            return any(isinstance(node, (ast.Call, ast.Subscript)) for item in loop.body for node in ast.walk(item))
        inner = outer
    return False


def _can_leave(loop: Loop) -> bool:
    nodes = [node for item in loop.body for node in (item, *own_nodes(item))]
    return has_break(loop.body) or any(
        isinstance(node, _LEAVING) or (isinstance(node, ast.Call) and dotted(node.func) in EXITS) for node in nodes
    )


def _is_server(source: Source, loop: Loop, *, waits: bool = True) -> bool:
    """Whether a loop waits for something in each iteration, or its function is named as one that runs forever."""
    calls = [node for item in loop.body for node in ast.walk(item) if isinstance(node, ast.Call)]
    if waits and any(_WAITING.fullmatch(called(call)) for call in calls):
        return True
    function = source.function_of(loop)
    return function is not None and bool(calls) and _SERVERS.fullmatch(function.name.lstrip("_")) is not None


def _local_condition(source: Source, loop: ast.While) -> set[str]:
    """The names of a condition that only its own function can change, empty if it has any other part."""
    function = source.function_of(loop)
    if function is None:
        return set()
    for node in ast.walk(loop.test):
        is_length = isinstance(node, ast.Call) and dotted(node.func) == "len"
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Await, ast.NamedExpr)):
            return set()
        if isinstance(node, ast.Call) and not is_length:
            return set()
    names = names_in(loop.test) - {"len"}
    own = names_bound_by(own_nodes(function))
    shared = {
        name for node in ast.walk(function) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names
    }
    return names if names and names <= own - shared else set()


def _may_change_in_loop(source: Source, loop: ast.While, name: str) -> bool:
    """Whether the loop binds the name, or may change its object by a method, a call or an item."""
    for node in (each for item in loop.body for each in ast.walk(item)):
        if not (isinstance(node, ast.Name) and node.id == name):
            continue
        if not isinstance(node.ctx, ast.Load):
            return True
        if not _holds_plain_value(source, loop, name) and _exposes_object(source, node):
            return True
    return False


def _holds_plain_value(source: Source, loop: ast.While, name: str) -> bool:
    """Whether all assignments to a name in the function are numbers, texts or truth values."""
    function = source.function_of(loop)
    assigned = [node for node in own_nodes(function) if isinstance(node, ast.Assign)] if function else []
    values = [node.value for node in assigned if any(dotted(target) == name for target in node.targets)]
    return bool(values) and all(isinstance(each, _SAME) for value in values for each in ast.walk(value))


def _exposes_object(source: Source, node: ast.Name) -> bool:
    parent = source.parents.get(node)
    if isinstance(parent, ast.Call):
        return dotted(parent.func) not in (
            "len",
            "print",
            "str",
            "repr",
            "int",
            "float",
            "bool",
            "range",
            "sum",
            "max",
            "min",
        )
    if isinstance(parent, ast.Subscript):
        return not isinstance(parent.ctx, ast.Load)
    return isinstance(parent, (ast.Attribute, ast.keyword, ast.Starred, ast.Assign, ast.Yield))


def _steps_away(loop: ast.While) -> bool:
    """Whether the only step moves away from the limit: `while i < 10` with `i -= 1`."""
    test = loop.test
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, ast.Name)):
        return False
    name, limit = test.left.id, names_in(test.comparators[0])
    nodes = [node for item in loop.body for node in ast.walk(item)]
    stored = [node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)]
    steps = [node for node in nodes if isinstance(node, ast.AugAssign) and dotted(node.target) == name]
    if stored.count(name) != len(steps) or not steps or limit:
        return False
    wrong = ast.Sub if isinstance(test.ops[0], (ast.Lt, ast.LtE)) else ast.Add
    upward = isinstance(test.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE))
    return upward and all(isinstance(step.op, wrong) and _is_positive(step.value) for step in steps)


def _is_positive(value: ast.AST) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, (int, float)) and value.value > 0


def _skips_step(loop: ast.While, names: set[str]) -> bool:
    """Whether the first statement continues the loop before anything in the condition has changed."""
    first = loop.body[0]
    if not (isinstance(first, ast.If) and isinstance(first.body[-1], ast.Continue)) or len(first.body) > 1:
        return False
    asked = [node for node in ast.walk(first.test) if isinstance(node, (ast.Call, ast.NamedExpr, ast.Await))]
    used = names_in(first.test)
    return not asked and bool(used & names)


def _always_recurses(source: Source, function: FunctionNode) -> bool:
    """Whether a statement that runs in every call of a function calls the function again."""
    parent = source.parents.get(function)
    is_property = "property" in decorators(function)
    if function.decorator_list and not is_property:
        return False
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes(function)):
        return False
    own = f"self.{function.name}" if isinstance(parent, ast.ClassDef) else function.name
    if isinstance(parent, ast.ClassDef) and not is_property and not isinstance(function, ast.FunctionDef):
        return False
    for statement in function.body:
        if not isinstance(statement, (ast.Return, ast.Expr, ast.Assign)):
            return False
        if any(_is_recursive_call(node, own, is_property) for node in _unconditional_nodes(statement)):
            return True
        if isinstance(statement, ast.Return):
            return False
    return False


def _is_recursive_call(node: ast.AST, own: str, is_property: bool) -> bool:
    if is_property:
        return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and dotted(node) == own
    return isinstance(node, ast.Call) and dotted(node.func) == own


def _unconditional_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a statement that always run: not those after `and`, `or`, `if` or in a lambda."""
    yield node
    if isinstance(node, (ast.BoolOp, ast.IfExp)):
        yield from _unconditional_nodes(node.values[0] if isinstance(node, ast.BoolOp) else node.test)
    elif not isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        for child in ast.iter_child_nodes(node):
            yield from _unconditional_nodes(child)
