"""An argument that a call of Python's own functions lacks."""

import pytest

from testfix_pipeline.repair.edits import positional
from testfix_pipeline.repair.edits.edit import Clues
from testfix_pipeline_tests.repair.sources import shape, texts


@pytest.mark.parametrize(
    ("code", "right"),
    [
        (
            "def f(cents, people):\n    return divmod(cents)",
            "def f(cents, people):\n    return divmod(cents, len(people))",
        ),
        (
            "def f(values, limit):\n    return min(len(values))",
            "def f(values, limit):\n    return min(len(values), limit)",
        ),
        ("def f(x):\n    return isinstance(x)", "def f(x):\n    return isinstance(x, list)"),
        ("def f(x, digits):\n    return round(x)", "def f(x, digits):\n    return round(x, digits)"),
    ],
)
def test_what_is_usual_or_in_reach_is_handed_over(code: str, right: str) -> None:
    assert shape(right) in texts(positional.arguments, code)


LACKING = [
    "monthrange() missing 1 required positional argument: 'month'",
    "function missing required argument 'month' (pos 2)",
    "monthrange expected 2 arguments, got 1",
]


@pytest.mark.parametrize("message", LACKING)
def test_any_call_that_lacks_an_argument_gets_what_is_named_alike_first(message: str) -> None:
    code = "import calendar\n\ndef f(year, month, index):\n    last = calendar.monthrange(year)\n    return last, index"
    assert not texts(positional.arguments, code)
    crash = {("file0.py", 4): "TypeError"}
    found = texts(positional.arguments, code, clues=Clues(messages=(message,), crash_lines=crash))
    right = shape(code.replace("(year)", "(year, month)"))
    assert right in found
    assert "'month'" not in message or found[right].prior == max(edit.prior for edit in found.values())


def test_names_that_the_statement_does_not_speak_of_come_first() -> None:
    found = texts(positional.arguments, "def f(a, b, c):\n    a = min(a + b)\n    return a")
    ranked = sorted(found, key=lambda text: -found[text].prior)
    assert "min(a + b, c)" in ranked[0]


@pytest.mark.parametrize(
    "code",
    [
        "def f(x):\n    return min(*x)",
        "def f(x):\n    return max(one for one in x)",
        "def f(x):\n    return max(x, key=len)",
        "def divmod(x, y=1):\n    return x\n\ndef f(x, y):\n    return divmod(x)",
        "def f(x, y):\n    return isinstance(x, y)",
    ],
)
def test_open_or_full_calls_and_functions_of_the_project_are_left_alone(code: str) -> None:
    assert not texts(positional.arguments, code)
