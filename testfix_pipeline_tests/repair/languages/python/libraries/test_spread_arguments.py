"""Items that a library takes one by one, no longer as a list or a tuple."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.sources.spread_arguments import spread_arguments
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

LAB = """\
from errors import value

GRAVITY = value((9.81, 0.01), unit="m/s2")


def measured(mean, deviation):
    found = value([
        mean,
        deviation,
    ])
    return found, value(mean), other((mean, deviation))
"""


def texts(text: str = LAB, line: int = 3, kind: str = "TypeError", own: str = "") -> list[str]:
    files = {"own.py": SourceFile("own.py", text.encode())}
    found = spread_arguments([failure(kind, "no pair", line)], files, lambda name: name == own)
    return [fix.texts["own.py"] for fix in found]


def test_the_items_become_arguments_at_all_calls_that_pass_nothing_else() -> None:
    (text,) = texts()
    one = LAB.replace('value((9.81, 0.01), unit="m/s2")', 'value(9.81, 0.01, unit="m/s2")')
    assert text == one.replace(
        "value([\n        mean,\n        deviation,\n    ])", "value(\n        mean,\n        deviation)"
    )


@pytest.mark.parametrize(
    "changed",
    [{"line": 4}, {"kind": "AssertionError"}, {"own": "value"}, {"text": "value(())\nvalue()\nvalue((a, b), c)\n"}],
    ids=["another line", "a test's own error", "the project's own function", "no items, or more arguments"],
)
def test_other_calls_stay(changed: dict[str, str]) -> None:
    assert texts(**changed) == []  # type: ignore[arg-type]
