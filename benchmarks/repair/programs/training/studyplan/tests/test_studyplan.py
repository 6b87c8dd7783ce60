import pytest

from studyplan import Catalogue, PlanError, Planner, describe

TEXT = """
ALG1 6
LOGIC 4
PROG 8

ALG2 6 spring: ALG1, LOGIC
DATA 6: PROG
GRAPH 5 autumn: ALG2, DATA
"""


@pytest.fixture
def catalogue():
    return Catalogue.parse(TEXT)


def test_closure_and_depth(catalogue):
    assert catalogue.closure(["ALG2"]) == {"ALG2", "ALG1", "LOGIC"}
    assert [catalogue.depth(c) for c in ("PROG", "DATA", "GRAPH")] == [1, 2, 3]


def test_without_prerequisites(catalogue):
    assert Planner(catalogue).plan(["PROG", "ALG1"]) == [["ALG1", "PROG"]]


def test_credit_limit(catalogue):
    planner = Planner(catalogue, max_credits=12)
    terms = planner.plan(["ALG1", "LOGIC", "PROG"])
    assert terms == [["ALG1", "LOGIC"], ["PROG"]]
    assert planner.load(terms) == [10, 8]


def test_offered_in_spring(catalogue):
    assert Planner(catalogue).plan(["ALG2"]) == [["ALG1", "LOGIC"], ["ALG2"]]


def test_prerequisite_in_earlier_term(catalogue):
    assert Planner(catalogue).plan(["DATA"]) == [["PROG"], ["DATA"]]


def test_whole_degree(catalogue):
    planner = Planner(catalogue)
    assert describe(planner, planner.plan(["GRAPH"])) == (
        "1: ALG1, LOGIC, PROG (18)\n2: ALG2, DATA (12)\n3: GRAPH (5)"
    )


def test_passed(catalogue):
    assert Planner(catalogue).plan(["DATA"], passed=["PROG"]) == [["DATA"]]
    assert Planner(catalogue).plan(["PROG"], passed=["PROG"]) == []


def test_idle_term(catalogue):
    terms = Planner(catalogue).plan(["ALG2"], passed=["ALG1", "LOGIC"])
    assert terms == [[], ["ALG2"]]


def test_too_large_course(catalogue):
    with pytest.raises(PlanError):
        Planner(catalogue, max_credits=7).plan(["PROG"])


def test_errors():
    with pytest.raises(PlanError):
        Catalogue.parse("A 1: B\nB 1: A").depth("A")
    with pytest.raises(PlanError):
        Catalogue.parse("A 1\nA 2")
    with pytest.raises(PlanError):
        Catalogue()["X"]
