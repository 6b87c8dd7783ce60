"""Producers for mistakes that people make and mutations don't: each proposes the right code for one of them."""

import pytest

from testfix_pipeline_tests.repair.languages.python.test_producers import proposals


@pytest.mark.parametrize(
    ("broken", "right"),
    [
        ("def f(parts):\n    return join(*parts)", "join(parts)"),
        (
            "def f(names):\n    made = []\n    for name in names:\n        made.append(lambda: name)\n    return made",
            "lambda name=name: name",
        ),
        (
            "def f(xs):\n  for name in xs:\n    def shout(mark):\n      return name + mark\n    keep(shout)",
            "def shout(mark, name=name):",
        ),
        ("def f(names):\n    return {n: lambda x: x + n for n in names}", "lambda x, n=n: x + n"),
        ('def f(depth):\n    return "  " / depth', "'  ' * depth"),
        ("def f(xs):\n    for n, x in xs:\n        g(n, x)", "in enumerate(xs)"),
        ("def f(d):\n    return [g(k, v) for k, v in d]", "in d.items()"),
        ("def f(d):\n    return sum(x for x in d)", "in d.values()"),
        ("def pages(n, size):\n    return n // size", "-(-n // size)"),
        ("def cents(price):\n    return int(price * 100)", "round(price * 100)"),
        ("def f(xs, n, left):\n    return [1 if n < len(xs) and left else 0]", "1 if n < left else 0"),
        ("def f(a, b, c, d):\n    return a <= b and c <= d", "a < b and c < d"),
        (
            "def f(text):\n    return text.replace('<', 'l').replace('>', 'g').replace('&', 'a')",
            "text.replace('&', 'a').replace('<', 'l').replace('>', 'g')",
        ),
        ("def f(text):\n    return text.lower().strip()", "text.strip().lower()"),
        ("def key(*args, **kwargs):\n    return args, tuple(sorted(kwargs))", "sorted(kwargs.items())"),
        ("def total(counts):\n    return sum(counts)", "sum(counts.values())"),
        (
            "def rate(found):\n    ran = found['all'] - found['skipped']\n    if not ran:\n        return 0\n"
            "    return found['good'] / found['all']",
            "return found['good'] / ran",
        ),
    ],
)
def test_a_mistake_is_put_right(broken: str, right: str) -> None:
    assert any(right in text for text in proposals(broken))
