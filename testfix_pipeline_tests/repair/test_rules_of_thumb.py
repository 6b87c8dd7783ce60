"""What everybody knows and half of the code has: the right text is among the proposals."""

import pytest

from testfix_pipeline.repair.edits import bounds, days, keys, rules_of_thumb
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, texts

MERGED = """
def merged(spans):
    found = []
    for one in spans:
        if found and one.start <= found[-1].end:
            found[-1] = Span(found[-1].start, one.end)
        else:
            found.append(one)
    return found
"""
CASES = {
    "a century": (
        rules_of_thumb.leap_years,
        "def is_leap(year):\n    return year % 4 == 0 and year % 100 != 0\n",
        "year % 4 == 0 and year % 100 != 0",
        "year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)",
    ),
    "days of a leap year": (
        rules_of_thumb.leap_years,
        "def days(year):\n    return 366 if year % 4 == 0 else 365\n",
        "year % 4 == 0",
        "(year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))",
    ),
    "an even number": (
        rules_of_thumb.middles,
        "def median(xs):\n    xs = sorted(xs)\n    return xs[len(xs) // 2]\n",
        "xs[len(xs) // 2]",
        "(xs[(len(xs) - 1) // 2] + xs[len(xs) // 2]) / 2",
    ),
    "a flag for a number": (
        rules_of_thumb.no_flags,
        "def check(x):\n    if not isinstance(x, int):\n        raise TypeError(x)\n",
        "not isinstance(x, int)",
        "isinstance(x, bool) or not isinstance(x, int)",
    ),
    "a number that is no flag": (
        rules_of_thumb.no_flags,
        "def numbers(xs):\n    return [x for x in xs if isinstance(x, (int, float))]\n",
        "isinstance(x, (int, float))",
        "isinstance(x, (int, float)) and not isinstance(x, bool)",
    ),
    "twice as long each time": (
        rules_of_thumb.doubled,
        "def delay(self, attempt):\n    return self.first * attempt\n",
        "self.first * attempt",
        "self.first * 2 ** attempt",
    ),
    "twice as long from the second time on": (
        rules_of_thumb.doubled,
        "def delay(first, retry_count):\n    return first * retry_count\n",
        "first * retry_count",
        "first * 2 ** (retry_count - 1)",
    ),
    "the month of which year": (
        days.with_their_year,
        "def is_due(bill, today):\n    return bill.day.month == today.month\n",
        "bill.day.month == today.month",
        "(bill.day.year, bill.day.month) == (today.year, today.month)",
    ),
    "a bit taken away": (
        rules_of_thumb.bits,
        "def without(mode, bit):\n    return mode ^ bit\n",
        "mode ^ bit",
        "mode & ~bit",
    ),
    "a bit of the object taken away": (
        rules_of_thumb.bits,
        "def clear(self, bit):\n    self.mode ^= bit\n",
        "self.mode ^= bit",
        "self.mode &= ~bit",
    ),
    "a word as it is": (
        rules_of_thumb.plain_patterns,
        "import re\n\ndef found(word, text):\n    return re.search(word, text)\n",
        "search(word,",
        "search(re.escape(word),",
    ),
    "a word in a pattern": (
        rules_of_thumb.plain_patterns,
        'import re\n\ndef found(word, text):\n    return re.search(rf"\\b{word}\\b", text)\n',
        "{word}",
        "{re.escape(word)}",
    ),
    "room for the dots": (
        rules_of_thumb.shortened,
        'def short(text, most):\n    return text[:most] + "..."\n',
        "[:most]",
        "[:most - 3]",
    ),
    "room for the sign": (
        rules_of_thumb.shortened,
        'def short(text, most):\n    return f"{text[:most]}…"\n',
        "[:most]",
        "[:most - 1]",
    ),
    "the best first and then by name": (
        keys.signed_instead,
        "def ranking(hits):\n    hits.sort(reverse=True)\n",
        "reverse=True",
        "key=lambda one: (-one[0], one[1])",
    ),
    "the later end": (
        bounds.clamps,
        MERGED,
        "found[-1].start, one.end",
        "found[-1].start, max(found[-1].end, one.end)",
    ),
    "the later end by name": (
        bounds.clamps,
        MERGED.replace("Span(found[-1].start, one.end)", "replace(found[-1], end=one.end)"),
        "end=one.end",
        "end=max(found[-1].end, one.end)",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)


@pytest.mark.parametrize(
    ("family", "code"),
    [
        pytest.param(
            rules_of_thumb.leap_years,
            "def is_leap(year):\n    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)\n",
            id="the whole rule",
        ),
        pytest.param(rules_of_thumb.leap_years, "def f(n):\n    return n % 4 == 0\n", id="no year"),
        pytest.param(rules_of_thumb.no_flags, "def f(x):\n    return isinstance(x, str)\n", id="no number"),
        pytest.param(
            rules_of_thumb.no_flags,
            "def f(x):\n    return isinstance(x, int) and not isinstance(x, bool)\n",
            id="flags are asked for",
        ),
        pytest.param(
            rules_of_thumb.plain_patterns, "import re\n\ndef f(s):\n    return re.search(WORD, s)\n", id="a constant"
        ),
        pytest.param(rules_of_thumb.doubled, "def f(price, number):\n    return price * number\n", id="nothing tried"),
    ],
)
def test_nothing_is_proposed(family: Propose, code: str) -> None:
    assert texts(family, code) == {}
