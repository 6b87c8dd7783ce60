import pytest

from buildfile import BuildError, order, parse


def test_needed_twice_below():
    rules = parse("a: b c\nb: d\nc: d b\nd: e\n")
    assert order(rules, "a") == ["e", "d", "b", "c", "a"]


def test_circle_after_a_branch():
    rules = parse("a: b c\nb: x\nc: d\nd: c\n")
    with pytest.raises(BuildError, match="^circle: c > d > c$"):
        order(rules, "a")
