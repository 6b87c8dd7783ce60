"""Slips of textbooks and of everyday code: the right text is among the proposals."""

import pytest

from testfix_pipeline.repair.edits import (
    calls,
    compared_fields,
    constants,
    formulas,
    loose_operands,
    mirrors,
    names,
    patterns,
    recursion,
    strings,
)
from testfix_pipeline.repair.edits.edit import Clues
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, shape, texts

CASES = {
    "as it is told": (
        loose_operands.given_instead,
        "def register(cls, name=None):\n    KNOWN[cls.__name__] = cls\n    print(cls)\n",
        "cls.__name__",
        "name or cls.__name__",
    ),
    "two digits": (
        patterns.variants,
        "import re\nDATE = re.compile(r'(\\d{2})-(\\d{1})')\n",
        "{1}",
        "{2}",
    ),
    "by the first, then by the second": (
        compared_fields.ordered,
        "def f(a, b):\n    return a.x < b.x and a.y < b.y\n",
        "a.x < b.x and a.y < b.y",
        "(a.x, a.y) < (b.x, b.y)",
    ),
    "the oldest": (calls.known_keywords, "def f(d):\n    d.popitem()\n", "popitem()", "popitem(last=False)"),
    "the distance": (
        formulas.completed,
        "def f(a, b):\n    return a ** 2 + b ** 2\n",
        "a ** 2 + b ** 2",
        "(a ** 2 + b ** 2) ** 0.5",
    ),
    "from the beginning of a scale": (
        formulas.completed,
        "def f(x, low, high):\n    return x / (high - low)\n",
        "x / (high - low)",
        "(x - low) / (high - low)",
    ),
    "minutes of an hour": (
        formulas.completed,
        "def f(s):\n    return f'{s // 3600}:{s // 60}'\n",
        "s // 60",
        "s // 60 % 60",
    ),
    "twelve for nought": (formulas.completed, "def f(h):\n    return h % 12\n", "h % 12", "h % 12 or 12"),
    "the place of a bit": (formulas.completed, "def f(x, i):\n    return x & i\n", "x & i", "x & (1 << i)"),
    "all bits but these": (formulas.completed, "def f(x, i):\n    return x & (1 << i)\n", "(1 << i)", "~(1 << i)"),
    "the lowest bits": (
        formulas.completed,
        "def f(c):\n    return c >> 16, c & 255\n",
        "c >> 16",
        "c >> 16 & 255",
    ),
    "the other direction": (
        mirrors.statements,
        "def f(node):\n    node.prev.next = node.next\n    return node\n",
        "    node.prev.next = node.next\n",
        "    node.prev.next = node.next\n    node.next.prev = node.prev\n",
    ),
    "another field of the class": (
        names.attributes,
        "class A:\n    def __init__(self, name, total):\n        self.name, self.total = name, total\n\n"
        "def best(xs):\n    return max(xs, key=lambda x: x.name)\n",
        "x.name)",
        "x.total)",
    ),
    "a shift within the alphabet": (
        formulas.completed,
        "def f(c, by):\n    return chr((ord(c) - ord('a') + by) % 26)\n",
        "(ord(c) - ord('a') + by) % 26",
        "(ord(c) - ord('a') + by) % 26 + ord('a')",
    ),
    "what leads there": (
        recursion.arguments,
        "def flat(rows, start=''):\n    for key, row in rows.items():\n        if row:\n            flat(row, key)\n"
        "        show(start + key)\n",
        "flat(row, key)",
        "flat(row, start + key)",
    ),
    "divisible": (formulas.completed, "def f(x):\n    return x % 11\n", "x % 11", "x % 11 == 0"),
    "no ten": (
        formulas.completed,
        "def f(x):\n    return 10 - x % 10\n",
        "10 - x % 10",
        "(10 - x % 10) % 10",
    ),
    "modulo as everywhere": (
        formulas.completed,
        "def f(b, r, m):\n    r = r * b % m\n    b = b * b\n    return r, b\n",
        "b * b\n",
        "b * b % m\n",
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
