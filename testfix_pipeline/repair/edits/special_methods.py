"""What a class lacks to be asked for its size, gone over, ordered, compared or hashed, as the failure says."""

from __future__ import annotations

from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import before
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.project import is_docstring

COMPARING = ("__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__add__", "__sub__")


def of_another_kind(target: Target) -> Iterator[Edit]:
    """`__eq__` and its like asked first whether the other is one of the class: `return NotImplemented`."""
    function = target.function
    if function is None or function.owner is None or function.name not in COMPARING or len(function.arguments) != 2:
        return
    body = function.node.body[is_docstring(function.node.body[0]) :]
    if target.stmt not in body[:1] or "isinstance" in target.text(function.node):
        return
    test = f"if not isinstance({function.arguments[1].arg}, {function.owner.name}):"
    for answer, prior in (("NotImplemented", 0.5), ("False", 0.3)):
        edit = before(target, [test, f"\treturn {answer}"], "guard.return", prior, f"{test} {answer}")
        if edit is not None:
            yield edit
