"""What has to be done however a block ends: `try: ... finally: ...` around what may fail."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import LEAVING, one_step_in, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target

KIND, MOST = "cleaned-up-however-it-ends", 3


def finally_done(target: Target) -> Iterator[Edit]:
    """The statement made the `finally` of those in front of it, one, two or three of them, the last of which call."""
    stmt, source = target.stmt, target.source
    undoing = isinstance(stmt, (ast.Assign, ast.AugAssign, ast.Delete)) or (
        isinstance(stmt, ast.Expr) and isinstance(stmt.value, (ast.Call, ast.Await))
    )
    if not undoing or target.function is None or not source.owns_line(stmt):
        return
    block, position = siblings_of(source, stmt)
    indent, newline = source.indent(stmt), source.newline
    for number in range(1, min(MOST, position) + 1):
        inner = block[position - number : position]
        if not any(isinstance(node, (ast.Call, ast.Yield, ast.Await)) for one in inner for node in ast.walk(one)):
            continue
        if any(isinstance(one, LEAVING) for one in inner) or not all(map(source.owns_line, inner)):
            return
        start, end = source.block(inner[0])[0], source.block(stmt)[1]
        middle = source.block(stmt)[0]
        body, last = (one_step_in(source, *span, indent) for span in ((start, middle), (middle, end)))
        text = f"{indent}try:{newline}{body}{indent}finally:{newline}{last}"
        yield target.splice(
            start, end, text, KIND, 0.35 / (1 + 0.3 * (number - 1)), f"finally: {target.text(stmt)[:40]}"
        )
