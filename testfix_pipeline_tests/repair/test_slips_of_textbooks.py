"""Slips of textbooks and of everyday code: the right text is among the proposals."""

import pytest

from testfix_pipeline.repair.languages.python.edits import calls, constants, names, patterns, strings
from testfix_pipeline.repair.languages.python.edits.edit import Clues
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, shape, texts

CASES = {
    "two digits": (
        patterns.variants,
        "import re\nDATE = re.compile(r'(\\d{2})-(\\d{1})')\n",
        "{1}",
        "{2}",
    ),
    "the oldest": (calls.known_keywords, "def f(d):\n    d.popitem()\n", "popitem()", "popitem(last=False)"),
    "another field of the class": (
        names.attributes,
        "class A:\n    def __init__(self, name, total):\n        self.name, self.total = name, total\n\n"
        "def best(xs):\n    return max(xs, key=lambda x: x.name)\n",
        "x.name)",
        "x.total)",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_slip_is_put_right(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)


def test_a_word_of_a_text_is_exchanged_as_a_whole() -> None:
    code = "def f(a):\n    return f'circle of {a}'\n"
    found = texts(strings.from_assertion, code, clues=Clues(values=(("'circle of 2'", "'square of 2'"),)))
    assert shape(code.replace("circle", "square")) in found


@pytest.mark.parametrize(
    ("family", "code"),
    [
        pytest.param(constants.numbers, "def f(xs):\n    return xs[1:]\n", id="all of it"),
    ],
)
def test_what_another_family_says_better_is_not_proposed(family: Propose, code: str) -> None:
    found = texts(family, code)
    assert shape("def f(a, b):\n    return b < a\n") not in found
    assert shape("def f(xs):\n    return xs[0:]\n") not in found


def test_what_is_seldom_meant_comes_later() -> None:
    found = texts(names.attributes, "def f(text):\n    return text.lower()\n")
    upper, swapped = (found[shape(f"def f(text):\n    return text.{name}()\n")].prior for name in ("upper", "swapcase"))
    assert upper > swapped
