"""Families for slips that people make and mutations don't: each proposes the right code for one of them."""

import ast

import pytest

from testfix_pipeline.repair.edits.edit import Clues
from testfix_pipeline.repair.edits.wrapping import FUNCTIONS, METHODS, rates
from testfix_pipeline.repair.source import SourceFile
from testfix_pipeline_tests.repair.test_edits import edits, proposals


@pytest.mark.parametrize(
    ("broken", "right"),
    [
        ("async def f(jobs):\n    return await gather([g(j) for j in jobs])", "gather(*[g(j) for j in jobs])"),
        ("def f(parts):\n    return join(*parts)", "join(parts)"),
        ("def f(options):\n    return g(options)", "g(**options)"),
        ('def clock(h, m):\n    return f"{h:02d}:{m}"', "{h:02d}:{m:02d}"),
        ('def price(cents):\n    return f"{cents / 100} EUR"', "{cents / 100:.2f} EUR"),
        ('def show(x):\n    return f"<{x!r}>"', "<{x}>"),
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
        ("class A:\n    def make(cls, n):\n        return cls(n)", "@classmethod\n    def make(cls, n):"),
        ("def rate(done, all):\n    seconds = done.time()\n    unit = all.unit()", "return seconds / unit"),
        ("def f(xs):\n    for n, x in xs:\n        g(n, x)", "in enumerate(xs)"),
        ("def f(d):\n    return [g(k, v) for k, v in d]", "in d.items()"),
        ("def f(d):\n    return sum(x for x in d)", "in d.values()"),
        ("def f(a):\n    g(quote(a))\n\ndef h(b):\n    return b", "return quote(b)"),
        (
            "class A:\n    def __init__(self):\n        self.run = 0\n        self.peak = None\n\n"
            "    def add(self, x):\n        if x > 9:\n            self.run += 1\n"
            "            self.peak = max(self.peak, x)\n        return self.run",
            "        else:\n            self.run = 0\n            self.peak = None",
        ),
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
            "def places(runs):\n    place = 0\n    for number, run in enumerate(runs):\n"
            "        if run:\n            place += 1\n        keep(place)",
            "            place = number\n",
        ),
        (
            "def rate(found):\n    ran = found['all'] - found['skipped']\n    if not ran:\n        return 0\n"
            "    return found['good'] / found['all']",
            "return found['good'] / ran",
        ),
        (
            "def full(name, origin):\n    return name + origin\n\ndef f(words, origin):\n    return words[0]",
            "return full(words[0], origin)",
        ),
        (
            "class Item:\n    kind: str\n    price: int\n\ndef fine(days, item):\n    return days * RATES[item.kind]",
            "min(days * RATES[item.kind], item.price)",
        ),
    ],
)
def test_a_slip_is_put_right(broken: str, right: str) -> None:
    assert any(right in text for text in proposals(broken))


@pytest.mark.parametrize(
    ("gathering", "last"),
    [
        ("if word:\n   yield word", "if word:\n  yield word"),
        ("words.append(word)", "if word:\n  words.append(word)"),
        ("found[n] = word", "if word:\n  found[n] = word"),
    ],
)
def test_what_a_loop_still_holds_is_handed_on(gathering: str, last: str) -> None:
    loop = f"def f(text, words, found, n):\n word = ''\n for char in text:\n  {gathering}\n  word = ''\n"
    assert ast.unparse(ast.parse(f"{loop} {last}")) in proposals(loop)


def test_a_piece_that_is_too_much_inside_of_a_text_is_cut_off_where_it_came_from() -> None:
    clues = Clues(values=(("'https://x/a/?q=1'", "'https://x/a?q=1'"),))
    assert any("path.rstrip('/')" in text for text in proposals("def f(path, q):\n    return build(path, q)", clues))


def test_functions_that_bind_their_own_name_are_left_alone() -> None:
    code = "def f(names):\n    for name in names:\n        keep(lambda name: name)"
    assert not any("name=name" in text for text in proposals(code))


def test_a_conversion_is_the_likelier_the_more_usual_it_is_there() -> None:
    code = "def f(word, small, rest):\n    if word in small:\n        return [r for r in rest]\n    return word"
    found = edits(SourceFile("m.py", code.encode()))
    priors = {edit.replacement: edit.prior for edit in found if edit.kind == "conversion.added"}
    assert priors["word.lower()"] > 2 * priors["word.title()"]
    assert priors["list(rest)"] > priors["int(rest)"]


def test_the_shares_of_conversions_are_shares() -> None:
    assert all(0.95 < sum(shares.values()) < 1.05 for shares in rates().values())
    assert {form for shares in rates().values() for form in shares} <= {*FUNCTIONS, *METHODS}
