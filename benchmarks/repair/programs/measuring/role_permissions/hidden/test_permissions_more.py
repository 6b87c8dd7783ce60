import pytest

from permissions import Policy, UnknownRole


def test_role_includes_itself():
    assert Policy.parse("a: x +a").rights_of("a") == {"x"}


def test_ring_of_three():
    policy = Policy.parse("a: 1 +b\nb: 2 +c\nc: 3 +a")
    for role in "abc":
        assert policy.rights_of(role) == {"1", "2", "3"}


def test_diamond():
    assert Policy.parse("a: 1 +b +c\nb: 2 +d\nc: 3 +d\nd: 4").rights_of("a") == {"1", "2", "3", "4"}


def test_asked_twice():
    policy = Policy.parse("a: 1 +b\nb: 2 +a")
    assert policy.rights_of("a") == policy.rights_of("a") == {"1", "2"}


def test_unknown_include():
    with pytest.raises(UnknownRole):
        Policy.parse("a: 1 +nope").rights_of("a")
