import pytest

from access_rules import allowed, parse


@pytest.mark.parametrize("lines", [["+a:*:*", "-*:b:*"], ["-*:b:*", "+a:*:*"], ["+*:b:c", "-a:*:c", "+a:b:*"]])
def test_ties(lines):
    assert not allowed(parse(lines), "a:b:c")


def test_permission_with_more_parts():
    assert allowed(parse(["-a:*:*", "+a:b:*", "-*:*:c"]), "a:b:c")


def test_only_permissions():
    assert allowed(parse(["+a:*", "+*:b"]), "a:b")


def test_denial_only():
    assert not allowed(parse(["-a:b"]), "a:b")


def test_tie_elsewhere():
    rules = parse(["+a:*", "-*:x"])
    assert allowed(rules, "a:y")
    assert not allowed(rules, "a:x")
