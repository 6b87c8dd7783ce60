"""Calls that give what an item or attribute of their result was."""

from typing import NamedTuple

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import CallRecording
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded, recorded_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_recordings import Pair, call


class Loaded(NamedTuple):
    data: object
    errors: object


def changed(text: str, was: object, now: object) -> list[str]:
    """The program, whose first line was recorded, after each fix."""
    place = {"line": 1, "position": None}
    old, new = (call("Schema.load", one, x=1).model_copy(update=place) for one in (was, now))
    recorded = Recorded(CallRecording(calls=[old]), CallRecording(calls=[new]), {"lib": "lib 1.0 -> 2.0"})
    files = {"own.py": SourceFile("own.py", text.encode())}
    fixes = [*recorded_fixes(recorded, files)]
    return [one.texts["own.py"] for one in fixes if one.updates[0].library == "lib"]


@pytest.mark.parametrize(
    ("text", "was", "after"),
    [
        ("schema.load(x).data\n", Loaded({"a": 1}, []), "schema.load(x)\n"),
        ("schema.load(x)[0]\nschema.load(y).data\n", Loaded({"a": 1}, []), "schema.load(x)\nschema.load(y)\n"),
        ("schema.load(x).left\n", Pair({"a": 1}, 2), "schema.load(x)\n"),
        ("schema.load(x).errors\n", Loaded({"a": 1}, []), None),
        ("schema.load(x).data\n", Loaded({"a": 1}, {"a": 1}), None),
        ("schema.load(x).data\n", Loaded({"a": 2}, []), None),
    ],
)
def test_what_was_asked_of_a_result_goes_where_the_call_gives_it_itself(text, was, after) -> None:
    assert changed(text, was, {"a": 1}) == ([after] if after is not None else [])
