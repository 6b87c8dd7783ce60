"""What a loop does with a part that is complete, done behind it with the last one: `if part: parts.append(part)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.core.python_code import names_in, stored_names
from testfix_pipeline.repair.languages.python.analysis.blocks import LOOPS, after, loop_around, siblings_of
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.source import SourceFile

_DOES_SOMETHING = (ast.Expr, ast.AugAssign, ast.Assign)


def propose_remainders(target: PythonEditSite) -> Iterator[Edit]:
    """The statements of a loop that use a variable which is then set again, behind the loop: for what is left in it."""
    loop = target.stmt if isinstance(target.stmt, LOOPS) else loop_around(target.source, target.stmt)
    if loop is None or target.function is None:
        return
    behind = replace(target, stmt=_outermost(target.source, loop))
    for done, variable in _parts_done(target.source, loop):
        lines = [target.text(one) for one in done]
        asked = [f"if {variable}:", *(f"\t{line}" for line in lines)]
        for code in (asked, lines):
            if edit := after(behind, code, "insert.remainder", 0.7, code[-1].strip()):
                yield edit


def _outermost(source: SourceFile, loop: ast.stmt) -> ast.stmt:
    while (around := loop_around(source, loop)) is not None:
        loop = around
    return loop


def _parts_done(source: SourceFile, loop: ast.stmt) -> Iterator[tuple[Sequence[ast.stmt], str]]:
    """Yields (statements, variable): what the loop does with a variable directly before it sets that again."""
    for stmt in ast.walk(loop):
        if not isinstance(stmt, ast.Assign) or not isinstance(stmt.targets[0], ast.Name):
            continue
        if isinstance(source.parents[stmt], LOOPS):
            continue  # every turn does this: nothing is left
        block, at = siblings_of(source, stmt)
        variable, done = stmt.targets[0].id, list[ast.stmt]()
        while at and isinstance(block[at - 1], _DOES_SOMETHING) and variable in names_in(block[at - 1]):
            at -= 1
            done.insert(0, block[at])
        stored = stored_names(node for one in done for node in ast.walk(one))
        is_kept = variable not in names_in(stmt.value) | stored
        if done and is_kept:
            yield done, variable
