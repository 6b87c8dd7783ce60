"""What a function does about one of its parameters, done about another one as well."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import LEAVING
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import likeness, stored_names

KIND, PRIOR, FURTHER = "done-for-the-other-parameter", 0.4, 0.8
LONGEST = 6
"""More lines are no preparation of a parameter."""


def done_too(target: Target) -> Iterator[Edit]:
    """A copy of the statement behind it, with another parameter in the place of the only one that it deals with."""
    function, stmt = target.function, target.stmt
    if function is None or stmt not in function.node.body or not target.source.owns_line(stmt):
        return
    begin, end = target.source.block(stmt)
    text = target.source.text[begin:end]
    given = [one.arg for one in function.arguments if one.arg not in ("self", "cls")]
    met = [name for name in given if re.search(rf"\b{re.escape(name)}\b", text)]
    if len(met) != 1 or isinstance(stmt, LEAVING) or text.count("\n") > LONGEST or not _prepares(stmt, met[0]):
        return
    said = target.source.segment(function.node)
    others = sorted((one for one in given if one != met[0]), key=lambda one: -likeness(one, met[0]))
    for rank, other in enumerate(others[:4]):
        copy = re.sub(rf"\b{re.escape(met[0])}\b", other, text)
        if copy.strip() not in said:
            yield target.splice(end, end, copy, KIND, PRIOR * FURTHER**rank, copy.strip().split("\n")[0][:50])


def _prepares(stmt: ast.stmt, name: str) -> bool:
    """Whether the statement sets the parameter anew or refuses it."""
    inner = list(ast.walk(stmt))
    return name in stored_names(stmt) or (isinstance(stmt, ast.If) and any(isinstance(one, ast.Raise) for one in inner))
