"""Errors that nobody handles: a statement that failed is tried, and left as the code around leaves in other cases."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from testfix_pipeline.core.python_code import names_in, with_defaults
from testfix_pipeline.repair.languages.python.analysis.blocks import lines, loop_around, one_step_in
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.related_statements import names_in_reach
from testfix_pipeline.repair.languages.python.analysis.scope import names_in_scope

_TRIED = (ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
_MOST = 12


def propose_handlers(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `try:` around a statement that an error of a failing test came out of, with the ways out in reach."""
    source, stmt, error = target.source, target.stmt, target.came_through()
    if target.function is None:
        return
    reach = names_in_scope(target) | names_in_reach(target) | vars(builtins).keys()
    if not isinstance(stmt, _TRIED) or error not in reach or not source.owns_line(stmt):
        return
    (start, end), indent = source.block(stmt), source.indent(stmt)
    for rank, code in enumerate(list(dict.fromkeys(_ways_out(target, reach)))[:_MOST]):
        handler = lines(source, indent, [f"except {error}:", f"\t{code}"])
        tried = lines(source, indent, ["try:"]) + one_step_in(source, start, end, indent)
        yield target.splice(start, end, tried + handler, "guard.handler", 0.6 / (1 + 0.2 * rank), f"{error}: {code}")


def _ways_out(target: PythonEditSite, reach: set[str]) -> Iterator[str]:
    """Yield jumps, those of the function first, then of its class and file, and values to go on with."""
    function = target.function
    assert function is not None
    around = [function.node, *target.source.ancestors(function.node)]
    for node in dict.fromkeys(one for scope in around for one in ast.walk(scope)):
        is_way_out = isinstance(node, ast.Return | ast.Raise) and node is not target.stmt
        if is_way_out and names_in(node) <= reach:
            yield ast.unparse(node)
    if loop_around(target.source, target.stmt) is not None:
        yield from ("continue", "break")
    defaults = [parameter.arg for parameter, _ in with_defaults(function.node.args)]
    values = [*defaults, "None", "0", "''"]
    if isinstance(target.stmt, ast.Assign):
        name = ast.unparse(target.stmt.targets[0])
        yield from (f"{name} = {value}" for value in values)
    yield from (f"return {value}" for value in values)
    yield "pass"
