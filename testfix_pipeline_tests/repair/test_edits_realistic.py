"""Families for slips that people make and mutations don't: each proposes the right code for one of them."""

import pytest

from testfix_pipeline.repair.languages.python.edits.wrapping import FUNCTIONS, METHODS, rates
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.test_edits import edits, proposals


@pytest.mark.parametrize(
    ("broken", "right"),
    [
        ("async def f(jobs):\n    return await gather([g(j) for j in jobs])", "gather(*[g(j) for j in jobs])"),
        ("def f(parts):\n    return join(*parts)", "join(parts)"),
        ("def f(options):\n    return g(options)", "g(**options)"),
        (
            "def f(names):\n    made = []\n    for name in names:\n        made.append(lambda: name)\n    return made",
            "lambda name=name: name",
        ),
        (
            "def f(xs):\n  for name in xs:\n    def shout(mark):\n      return name + mark\n    keep(shout)",
            "def shout(mark, name=name):",
        ),
        ("def f(names):\n    return {n: lambda x: x + n for n in names}", "lambda x, n=n: x + n"),
        ("import re\nTWICE = re.compile(r'(.)\\1')", "(.)\\\\1\\\\1"),
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
        (
            "class Item:\n    kind: str\n    price: int\n\ndef fine(days, item):\n    return days * RATES[item.kind]",
            "min(days * RATES[item.kind], item.price)",
        ),
    ],
)
def test_a_slip_is_put_right(broken: str, right: str) -> None:
    assert any(right in text for text in proposals(broken))


def test_a_conversion_is_the_likelier_the_more_usual_it_is_there() -> None:
    code = "def f(word, small, rest):\n    if word in small:\n        return [r for r in rest]\n    return word"
    found = edits(SourceFile("m.py", code.encode()))
    priors = {edit.replacement: edit.prior for edit in found if edit.kind == "conversion.added"}
    assert priors["word.lower()"] > 2 * priors["word.title()"]
    assert priors["list(rest)"] > priors["int(rest)"]


def test_the_shares_of_conversions_are_shares() -> None:
    assert all(0.95 < sum(shares.values()) < 1.05 for shares in rates().values())
    assert {form for shares in rates().values() for form in shares} <= {*FUNCTIONS, *METHODS}
