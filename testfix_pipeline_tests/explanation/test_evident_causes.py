"""What is evidently wrong with a function, and what is not."""

import pytest

from testfix_pipeline.explanation.evident_causes import evident_cause

IBAN = '''
def parse_iban(text):
    """Return the parts of an IBAN. Raises ValueError if its check digits are wrong."""
    return None
'''


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            IBAN,
            "`parse_iban` ignores its argument `text` and always returns None; "
            "its docstring promises ValueError, which nothing in it raises",
        ),
        ("def f(a, b):\n    ...\n", "`f` is a stub"),
        ("def f(a):\n    raise NotImplementedError('later')\n", "`f` is a stub"),
        ("def f(a, b):\n    return a * 2\n", "`f` ignores its argument `b`"),
        ("def f(a, *, b, c):\n    b = 1\n    return a\n", "`f` ignores its arguments `b`, `c`"),
        ("def f(a):\n    if a:\n        return 0\n    return 0\n", "`f` always returns 0"),
        ("def f(a) -> int:\n    print(a)\n", "`f` always returns None, not the `int` of its annotation"),
        (
            "def f(a) -> str:\n    if a: return 1\n    return 1\n",
            "`f` always returns 1, not the `str` of its annotation",
        ),
        (
            'def f(a):\n    """Double it. Raises TypeError for texts."""\n    if a:\n        return a\n    return 0\n',
            "`f`: its docstring promises TypeError, which nothing in it raises",
        ),
        ("class A:\n    def f(self, x):\n        def g(y):\n            return 1\n        return g(x)\n", ""),
    ],
)
def test_what_is_evident_is_stated(source: str, said: str) -> None:
    assert evident_cause(source, 2) == said


@pytest.mark.parametrize(
    "source",
    [
        "def f(a):\n    return a + 1\n",
        "def f(self, _unused, *rest):\n    self.x = 1\n",
        "def f(a):\n    print(a)\n",
        "def f(a):\n    if a:\n        return 1\n",
        "def f(a):\n    yield 1\n    print(a)\n",
        "def f(a) -> int | None:\n    print(a)\n",
        "def f(a) -> float:\n    return 1 if a else 1\n",
        "def f(a):\n    return locals()\n",
        'def f(a):\n    """Raises ValueError if it is no number."""\n    return int(a)\n',
        "def f(a):\n    if a:\n        return\n    print(a)\n",
        "x = 1\n",
        "def f(:\n",
    ],
)
def test_of_other_functions_nothing_is(source: str) -> None:
    assert evident_cause(source, 2) == ""
