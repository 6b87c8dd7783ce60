import pytest

from curriculum import Curriculum, CycleError


def make(**needs):
    c = Curriculum()
    for course, names in needs.items():
        c.add(course, names.split())
    return c


def test_two_finished_branches_before_the_cycle():
    assert make(a="b c d", d="a").find_cycle() == ["A", "D", "A"]


def test_deep_finished_branch():
    assert make(a="b z", b="c", c="d", z="a").find_cycle() == ["A", "Z", "A"]


def test_finished_branch_inside_the_cycle():
    assert make(a="b", b="x c", c="y a").find_cycle() == ["A", "B", "C", "A"]


def test_shared_branch():
    assert make(a="x b", b="x c", c="x a").find_cycle() == ["A", "B", "C", "A"]


def test_self_cycle():
    assert make(a="b a").find_cycle() == ["A", "A"]


def test_cycle_after_other_roots():
    assert make(a="b", c="d", x="y", y="b x").find_cycle() == ["X", "Y", "X"]


def test_diamond_is_no_cycle():
    c = make(d="b c", b="a", c="a")
    assert c.find_cycle() is None
    assert c.terms() == [["A"], ["B", "C"], ["D"]]


def test_empty():
    c = Curriculum()
    assert c.find_cycle() is None
    assert c.terms() == []


def test_find_cycle_twice():
    c = make(a="b c", c="a")
    assert c.find_cycle() == c.find_cycle() == ["A", "C", "A"]


def test_error_courses():
    with pytest.raises(CycleError) as info:
        make(p="q r", r="s p").terms()
    assert info.value.courses == ["P", "R", "P"]
