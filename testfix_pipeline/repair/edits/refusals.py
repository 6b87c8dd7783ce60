"""What a called function refuses by an exception, asked before it is called: the check that the caller forgot."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.edits.blocks import lines, one_step_in
from testfix_pipeline.repair.edits.calls import callee
from testfix_pipeline.repair.edits.donors import names_in_reach
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.opposites import negated
from testfix_pipeline.repair.edits.scope import bound_names, with_defaults
from testfix_pipeline.repair.source import Function

KIND = "refusal-forestalled"
MET, ANY = 0.65, 0.25
"""Estimates for a call that a failing test's exception came through, and for any other."""
LONGEST = 80


def forestalled(target: Target) -> Iterator[Edit]:
    """The statement done only where the function that it calls will not refuse."""
    stmt, source = target.stmt, target.source
    if target.function is None or not isinstance(stmt, (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return
    if not source.owns_line(stmt):
        return
    start, end = source.block(stmt)
    indent = source.indent(stmt)
    within = one_step_in(source, start, end, indent)
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        function = callee(target, node)
        for refused in _refused(target, node, function) if function else ():
            test = negated(refused)
            text = lines(source, indent, [f"if {test}:"]) + within
            yield Edit(source.path, start, end, text, KIND, MET if target.came_through() else ANY, stmt.lineno, test)


def _refused(target: Target, call: ast.Call, function: Function) -> Iterator[str]:
    """The conditions under which the function raises at once, in the words of this call."""
    given = _given(call, function)
    plain = ((one.arg, value) for one, value in with_defaults(function.node.args) if isinstance(value, ast.Constant))
    known = {**dict(plain), **given} if given else {}
    own, reach = set(bound_names(function.node)), names_in_reach(target)
    for stmt in function.node.body:
        if isinstance(stmt, ast.If) and not stmt.orelse and isinstance(stmt.body[0], ast.Raise):
            names = {node.id for node in ast.walk(stmt.test) if isinstance(node, ast.Name)}
            if names & set(given) and names & own <= set(known) and names - own <= reach:
                text = ast.unparse(_Renamed(known).visit(copy.deepcopy(stmt.test)))
                if len(text) <= LONGEST:
                    yield text


def _given(call: ast.Call, function: Function) -> dict[str, ast.expr]:
    """What the call gives for the function's parameters; the object for the first of a method."""
    parameters = [argument.arg for argument in function.arguments]
    if any(isinstance(one, ast.Starred) for one in call.args):
        return {}
    found: dict[str, ast.expr] = {}
    if function.owner is not None and not function.is_static:
        first, *parameters = parameters or [""]
        if isinstance(call.func, ast.Attribute) and function.name != "__init__":
            found[first] = call.func.value
    found.update(zip(parameters, call.args, strict=False))
    found.update({word.arg: word.value for word in call.keywords if word.arg in parameters})
    return found


class _Renamed(ast.NodeTransformer):
    def __init__(self, given: Mapping[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._given.get(node.id, node)
