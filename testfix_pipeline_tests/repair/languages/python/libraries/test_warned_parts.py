"""Objects that are no containers any more are asked for the part that the old release named."""

import ast

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import CallRecording, RecordedWarning
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded, position_of
from testfix_pipeline.repair.languages.python.libraries.sources.warned_parts import warned_parts
from testfix_pipeline.repair.languages.python.source import SourceFile

SAID = "Iteration over shapes is deprecated. Use the `parts` property to access them."


def changed(text: str, place: str, method: str, said: str = SAID) -> list[str]:
    """The program after each fix; the old release warned in a method, at the expression that is `place`."""
    nodes = (one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.expr | ast.For))
    node = next(one for one in nodes if ast.unparse(one) == place)
    warning = RecordedWarning(
        category="DeprecationWarning",
        text=said,
        name=f"Shape.{method}",
        module="lib.shapes",
        file="own.py",
        line=node.lineno,
        position=position_of(node),
    )
    recorded = Recorded(CallRecording(warnings=[warning]), CallRecording(), {"lib": "lib 1.0 -> 2.0"})
    return [one.texts["own.py"] for one in warned_parts(recorded, {"own.py": SourceFile("own.py", text.encode())})]


@pytest.mark.parametrize(
    ("text", "place", "method", "after"),
    [
        ("for p in shape:\n    pass\n", "shape", "__iter__", "for p in shape.parts:\n    pass\n"),
        ("x = [p for p in lib.Shape(a)]\n", "lib.Shape(a)", "__iter__", "x = [p for p in lib.Shape(a).parts]\n"),
        ("x = min(p for p in s)\n", "(p for p in s)", "__iter__", "x = min(p for p in s.parts)\n"),
        ("for p in s:\n    pass\n", "for p in s:\n    pass", "__iter__", "for p in s.parts:\n    pass\n"),
        ("x = [p for p in list(s)]\n", "list(s)", "__iter__", "x = [p for p in list(s.parts)]\n"),
        ("x = list(s.inner)\n", "list(s.inner)", "__iter__", "x = list(s.inner.parts)\n"),
        ("x = len(shape)\n", "len(shape)", "__len__", "x = len(shape.parts)\n"),
        ("x = shape[0]\n", "shape[0]", "__getitem__", "x = shape.parts[0]\n"),
    ],
)
def test_the_part_is_asked_for_where_the_old_release_warned(text: str, place: str, method: str, after: str) -> None:
    assert changed(text, place, method) == [after]


@pytest.mark.parametrize(
    ("text", "place", "method", "said"),
    [
        ("x = shape.area\n", "shape.area", "area", SAID),
        ("x = zip(shape, more)\n", "zip(shape, more)", "__iter__", SAID),
        ("x = [p for p in a + b]\n", "a + b", "__iter__", SAID),
        ("for p in shape:\n    pass\n", "shape", "__iter__", "Iteration is deprecated."),
    ],
)
def test_what_is_no_container_or_not_certain_stays(text: str, place: str, method: str, said: str) -> None:
    assert changed(text, place, method, said) == []
