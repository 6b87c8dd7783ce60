import pytest

from resolver import Index, Resolver, Unresolvable
from versions import Requirement, parse_version


def make(*releases):
    index = Index()
    for name, version, *requires in releases:
        index.publish(name, version, requires)
    return Resolver(index)


BASE = [("a", "1"), ("a", "2"), ("a", "3")]


def test_same_package_twice():
    r = make(*BASE)
    assert r.resolve("a >=2", "a <3") == {"a": "2.0.0"}
    assert r.resolve("a", "a !=3", "a !=2") == {"a": "1.0.0"}


def test_conflict_of_wishes():
    with pytest.raises(Unresolvable):
        make(*BASE).resolve("a >=3", "a <3")


def test_conflict_of_dependencies():
    r = make(*BASE, ("b", "1", "a ==1"), ("c", "1", "a ==2"))
    with pytest.raises(Unresolvable):
        r.resolve("b", "c")
    assert r.resolve("b") == {"a": "1.0.0", "b": "1.0.0"}


def test_back_to_older_of_first():
    r = make(*BASE, ("b", "1", "a <=1"), ("b", "2", "a >=2"), ("c", "1", "a <2"))
    assert r.resolve("b", "c") == {"a": "1.0.0", "b": "1.0.0", "c": "1.0.0"}


def test_back_through_two_levels():
    r = make(*BASE, ("b", "1"), ("b", "2", "c"), ("c", "1", "d"), ("d", "1", "a ==1"))
    assert r.resolve("a ==3", "b") == {"a": "3.0.0", "b": "1.0.0"}
    assert r.resolve("b")["b"] == "2.0.0"


def test_cycle_that_agrees():
    r = make(("x", "1", "y"), ("y", "1", "x ==1"))
    assert r.resolve("x") == {"x": "1.0.0", "y": "1.0.0"}
    assert r.order("x") == ["y", "x"]


def test_cycle_that_disagrees():
    r = make(("x", "1", "y"), ("x", "2", "y"), ("y", "1", "x <2"))
    assert r.resolve("x") == {"x": "1.0.0", "y": "1.0.0"}


def test_compatible_chosen_is_kept():
    r = make(*BASE, ("b", "1", "a >=1"))
    assert r.resolve("a <3", "b") == {"a": "2.0.0", "b": "1.0.0"}


def test_upgrades():
    r = make(*BASE, ("b", "1", "a <3"))
    assert r.upgrades({"a": "3", "b": "1.0"}, "a", "b") == {"a": ("3", "2.0.0")}


def test_unknown_package():
    with pytest.raises(Unresolvable):
        make(*BASE).resolve("zzz")


def test_nothing_wanted():
    assert make(*BASE).resolve() == {}


def test_caret():
    r = Requirement.parse("a ^1.2")
    assert [r.allows(parse_version(v)) for v in ("1.1.9", "1.2", "1.99", "2")] == [
        False, True, True, False]
