"""Calls that are brought from old parameters to new ones, and results whose items became attributes."""

import ast
import inspect
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from testfix_pipeline.repair.languages.python.libraries.edits.call_refit import (
    arguments_for,
    needless,
    refitted,
    renamed_parameters,
)
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import RecordedParameter
from testfix_pipeline.repair.languages.python.source import SourceFile


def parameters(text: str) -> list[RecordedParameter]:
    """Those of `def f(TEXT)`."""
    names: dict[str, Any] = {}
    exec(f"def f({text}): pass", names)
    found = inspect.signature(names["f"]).parameters.values()
    return [
        RecordedParameter(
            name=one.name,
            kind=one.kind.name,
            default=None if one.default is one.empty else ["=", type(one.default).__name__, repr(one.default)],
        )
        for one in found
    ]


def refit(text: str, before: str, after: str) -> str:
    found = refitted(
        "lib.inner", "f", parameters(before), parameters(after), {"a.py": SourceFile("a.py", text.encode())}
    )
    return found.get("a.py", text)


@pytest.mark.parametrize(
    ("call", "before", "after", "expected"),
    [
        ("f(1, 2, 3)", "value, low, high", "low, high, value", "f(2, 3, 1)"),
        ("f(1, 2, sep=3)", "a, b, sep=0", "a, b, delimiter=0", "f(1, 2, delimiter=3)"),
        ("f(1, 2)", "a, b=0, c=0", "a, *, b=0, c=0", "f(1, b=2)"),
        ("f(d=1, b=2, a=3)", "a, b=1, d=0", "x, y=1, /, *, d=0", "f(3, 2, d=1)"),
        ("f(1)", "a, port=25", "a, port", "f(1, port=25)"),
        ("f(1, c=2)", "a, b=0, c=0", "a, c=0", "f(1, c=2)"),
        ("f(1, b=2)", "a, b=0, c=0", "a, c=0", "f(1, b=2)"),
        ("f(1, False, x)", "a, b=False, c=0", "a, c=0", "f(1, x)"),
        ('f(1, "", x)', "a, b='', c=0", "a, c=0", "f(1, x)"),
        ("f(1, True, x)", "a, b=False, c=0", "a, c=0", "f(1, True, x)"),
        ("f(*x)", "a, b", "b, a", "f(*x)"),
        ("f(1, 2)", "text, form", "pattern, text", "f(2, 1)"),
        ("f(1, form=2)", "text, form", "pattern, text, *, flags=0", "f(text=1, pattern=2)"),
        ("f(1, 2)", "text, form=0", "text, *, width=0", "f(1, 2)"),
        ("f(1, to=x)", "a, to=None, tos=False", "a, tos=False", "f(1, to=x)"),
        ("f(1, const=True)", "a, *, const=0, b=0, low=0", "a, *, alias=0, b=0, title=0", "f(1, const=True)"),
    ],
)
def test_one_call(call: str, before: str, after: str, expected: str) -> None:
    assert refit(f"from lib import f\n{call}\n", before, after) == f"from lib import f\n{expected}\n"


def test_the_value_of_a_parameter_that_had_to_be_given_goes_only_where_nothing_new_has_to_be() -> None:
    before, after = parameters("number, model"), parameters("model, *args")
    assert needless(before, after) == {"number"}
    assert needless(before, parameters("model, label, colour")) == set()
    text = (
        "from lib import F\nclass G(F):\n    def __init__(self, n, m):\n        super().__init__(n, m)\nx = F(1, 2)\n"
    )
    files = {"a.py": SourceFile("a.py", text.encode())}
    assert refitted("lib", "F.__init__", before, after, files) == {}
    new = text.replace("(n, m)\nx", "(m)\nx").replace("F(1, 2)", "F(2)")
    assert refitted("lib", "F.__init__", before, after, files, {"number"}) == {"a.py": new}


def test_calls_by_every_name_that_a_file_gives_it_and_no_others() -> None:
    text = "from lib import f as g\nimport lib.inner as l\nimport other\ng(a=1)\nl.f(a=1)\nother.f(a=1)\nf(a=1)\n"
    expected = text.replace("g(a=1)", "g(b=1)").replace("l.f(a=1)", "l.f(b=1)")
    assert refit(text, "a", "b") == expected


names = st.lists(st.sampled_from("abcd"), unique=True, min_size=1, max_size=4)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(before=names, order=st.randoms(use_true_random=False), placed=st.integers(0, 4), only=st.integers(0, 4))
def test_a_parameter_gets_what_it_got(before: list[str], order: Any, placed: int, only: int) -> None:
    after = order.sample(before, len(before))
    new = ", ".join([*after[: len(after) - only], *(["*"] if only > 0 else []), *after[len(after) - only :]])
    if only >= len(after):
        new = f"*, {', '.join(after)}"
    given_args = [*(f"'{name}'" for name in before[:placed]), *(f"{name}='{name}'" for name in before[placed:])]
    source = SourceFile("a.py", f"f({', '.join(given_args)})\n".encode())
    call = next(node for node in ast.walk(source.tree) if isinstance(node, ast.Call))
    old, now = parameters(", ".join(before)), parameters(new)
    found = arguments_for(call, old, now, renamed_parameters(old, now), source)
    function: dict[str, Callable[..., dict[str, str]]] = {}
    exec(f"def f({new}): return locals()", function)
    assert found is not None
    assert eval(f"f({', '.join(found)})", dict(function)) == {name: name for name in before}
