import pytest

from access_rules import Rule, allowed, parse


def test_parse():
    assert parse(["+a:*", "-a:b"]) == [Rule("a:*", True), Rule("a:b", False)]


def test_no_rule():
    assert not allowed([], "docs:read")


def test_exact():
    assert allowed(parse(["+docs:read"]), "docs:read")


def test_length_differs():
    assert not allowed(parse(["+docs:*"]), "docs:a:read")


def test_narrow_denial():
    rules = parse(["+docs:*", "-docs:delete"])
    assert allowed(rules, "docs:read")
    assert not allowed(rules, "docs:delete")


def test_narrow_permission():
    assert allowed(parse(["-*:*", "+docs:read"]), "docs:read")


def test_tie():
    assert not allowed(parse(["+docs:*", "-*:read"]), "docs:read")


def test_same_pattern():
    assert not allowed(parse(["-docs:read", "+docs:read"]), "docs:read")


@pytest.mark.parametrize(("pattern", "count"), [("*:*", 0), ("a:*:c", 2)])
def test_named_parts(pattern, count):
    assert Rule(pattern, True).named_parts == count
