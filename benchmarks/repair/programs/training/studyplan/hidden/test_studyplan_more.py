import pytest

from studyplan import Catalogue, Course, PlanError, Planner, describe


def plan(text, goals, **options):
    return Planner(Catalogue.parse(text), **options).plan(goals)


def test_chain():
    assert plan("A 1\nB 1: A\nC 1: B\nD 1: C", ["D"]) == [["A"], ["B"], ["C"], ["D"]]


def test_diamond():
    assert plan("A 1\nB 1: A\nC 1: A\nD 1: B, C", ["D"]) == [["A"], ["B", "C"], ["D"]]


def test_independent_courses_share_a_term():
    assert plan("A 5\nB 5: A\nX 5", ["B", "X"]) == [["A", "X"], ["B"]]


def test_limit_and_chain():
    text = "A 6\nB 6\nC 6: A"
    assert plan(text, ["B", "C"], max_credits=6) == [["A"], ["B"], ["C"]]
    assert plan(text, ["B", "C"], max_credits=12) == [["A", "B"], ["C"]]


def test_exact_limit():
    assert plan("A 10\nB 10", ["A", "B"], max_credits=20) == [["A", "B"]]


def test_wait_for_autumn():
    assert plan("A 1\nB 1 autumn: A", ["B"]) == [["A"], [], ["B"]]


def test_same_term_is_never_enough():
    terms = plan("A 1\nB 1: A\nC 1: A\nD 1: C\nE 1: B, D", ["E"])
    number = {code: i for i, term in enumerate(terms) for code in term}
    assert number == {"A": 0, "B": 1, "C": 1, "D": 2, "E": 3}


def test_passed_counts_at_once():
    planner = Planner(Catalogue.parse("A 1\nB 1: A\nC 1: B"))
    assert planner.plan(["C"], passed={"A"}) == [["B"], ["C"]]


def test_passed_is_not_changed():
    planner = Planner(Catalogue.parse("A 1\nB 1: A"))
    passed = {"A"}
    planner.plan(["B"], passed)
    assert passed == {"A"}
    assert planner.plan(["B"]) == [["A"], ["B"]]


def test_describe_idle_term():
    planner = Planner(Catalogue([Course("A", 3, terms="spring")]))
    assert describe(planner, planner.plan(["A"])) == "1: - (0)\n2: A (3)"


def test_unknown_prerequisite():
    with pytest.raises(PlanError):
        plan("A 1: B", ["A"])
