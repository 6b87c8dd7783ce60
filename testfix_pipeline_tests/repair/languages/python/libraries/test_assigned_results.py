"""Calls of methods that changed their object: the result is assigned where they give a changed copy now."""

import ast

import pytest

from testfix_pipeline.execution.in_target.testfix_recorded_values import tree_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import (
    CallRecording,
    RecordedCall,
    RecordedParameter,
)
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded, position_of
from testfix_pipeline.repair.languages.python.libraries.sources.assigned_results import assigned_results
from testfix_pipeline.repair.languages.python.source import SourceFile


def changed(text: str, before: object, now: object, *names: str) -> list[str]:
    """The program after each fix. before, now: what the call in its first statement gives; None where it raises.

    names: the parameters of the method now.
    """
    node = ast.parse(text).body[0]
    assert isinstance(node, (ast.Expr, ast.Assign)) and node.value is not None
    call = RecordedCall(
        name="Table.order",
        file="own.py",
        given={},
        raised=False,
        module="lib",
        position=position_of(node.value),
        result=tree_of(before),
    )
    later = call.model_copy(update={"raised": now is None, "result": tree_of(now) if now is not None else None})
    parameters = [RecordedParameter(name=one, kind="POSITIONAL_OR_KEYWORD") for one in names]
    new = CallRecording(calls=[later], signatures=[("lib", "Table.order", parameters, False)])
    recorded = Recorded(CallRecording(calls=[call]), new, {"lib": "lib 1.0 -> 2.0"})
    return [one.texts["own.py"] for one in assigned_results(recorded, {"own.py": SourceFile("own.py", text.encode())})]


@pytest.mark.parametrize(
    ("text", "now", "names", "after"),
    [
        ("t.order(1, inplace=True)\nt.order(2, inplace=True)\n", None, ("by",), "t = t.order(1)\nt = t.order(2)\n"),
        ("self.t.order('a')\n", [1], ("by",), "self.t = self.t.order('a')\n"),
    ],
)  # fmt: skip
def test_the_result_is_assigned(text: str, now: object, names: tuple[str, ...], after: str) -> None:
    assert changed(text, None, now, *names) == [after]


@pytest.mark.parametrize(
    ("text", "before", "now", "names"),
    [
        ("x = t.order('a')\n", None, [1], ("by",)),
        ("t.order('a')\n", [1], [1], ("by",)),
        ("t.order('a', inplace=True)\n", None, None, ("by", "inplace")),
        ("t.order('a', inplace=False)\n", None, None, ("by",)),
        ("f().order('a')\n", None, [1], ("by",)),
    ],
)
def test_what_is_used_or_gave_something_before_stays(
    text: str, before: object, now: object, names: tuple[str, ...]
) -> None:
    assert changed(text, before, now, *names) == []
