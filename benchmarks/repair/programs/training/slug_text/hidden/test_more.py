from datetime import date

import pytest

from slug_text import permalink, slug


@pytest.mark.parametrize(
    ("title", "limit", "expected"),
    [("a b c d", 4, "a-b"), ("one - two", 4, "one"), ("one - two", 5, "one-t"), ("x & y", 1, "x")],
)
def test_cut(title, limit, expected):
    assert slug(title, limit) == expected


def test_default_limit():
    assert slug("q" * 39 + " rest") == "q" * 39


def test_permalink_cut():
    assert permalink(date(2020, 1, 2), "Über uns", limit=5) == "/2020/01/uber/"
