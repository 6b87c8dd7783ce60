import pytest

from cell_sheet import CycleError, Sheet


def make(**cells):
    s = Sheet()
    for name, content in cells.items():
        s.set(name, content)
    return s


def test_cleared_formula_no_longer_depends():
    s = make(A1=1, B1="=A1")
    s.clear("B1")
    assert s.dependents("A1") == []
    s.set("A1", "=B1")
    assert s.get("A1") == 0


def test_swap_direction_twice():
    s = make(A1=1, B1="=A1+1")
    s.set("B1", 5)
    s.set("A1", "=B1")
    s.set("A1", 2)
    s.set("B1", "=A1")
    assert s.get("B1") == 2


def test_other_users_stay():
    s = make(A1=1, B1="=A1", C1="=A1+1")
    s.set("B1", 0)
    assert s.dependents("A1") == ["C1"]
    s.set("A1", 7)
    assert s.get("C1") == 8


def test_same_formula_again():
    s = make(A1=1, B1="=A1")
    s.set("B1", "=A1")
    assert s.dependents("A1") == ["B1"]
    s.set("A1", 3)
    assert s.get("B1") == 3


def test_one_of_two_references_dropped():
    s = make(A1=1, A2=2, B1="=A1+A2")
    s.set("B1", "=A1")
    assert s.dependents("A2") == []
    assert s.dependents("A1") == ["B1"]
    s.set("A1", 9)
    assert s.get("B1") == 9


def test_range_dropped():
    s = make(B1="=SUM(A1:A3)")
    s.set("B1", 1)
    assert [s.dependents(n) for n in ("A1", "A2", "A3")] == [[], [], []]


def test_failed_cycle_keeps_old_links():
    s = make(A1=1, B1="=A1", C1="=B1")
    with pytest.raises(CycleError):
        s.set("B1", "=C1")
    assert s.dependents("A1") == ["B1", "C1"]
    s.set("A1", 4)
    assert s.get("C1") == 4


def test_bad_formula_keeps_old_links():
    s = make(A1=1, B1="=A1")
    with pytest.raises(ValueError):
        s.set("B1", "=A1*")
    s.set("A1", 4)
    assert s.get("B1") == 4


def test_real_cycle_after_change():
    s = make(A1=1, B1="=A1", C1="=B1")
    s.set("B1", "=A2")
    with pytest.raises(CycleError):
        s.set("A2", "=C1")
    s.set("A1", "=C1")
    assert s.get("A1") == 0


def test_chain_cut_in_the_middle():
    s = make(A1=1, B1="=A1", C1="=B1", D1="=C1")
    s.set("C1", 5)
    assert s.dependents("A1") == ["B1"]
    assert s.get("D1") == 5


def test_lower_case_names():
    s = make(a1=1, b1="=a1")
    s.set("b1", 2)
    assert s.dependents("a1") == []


def test_unused_cells_stay_cached():
    s = make(A1=1, B1="=A1")
    s.set("B1", 2)
    s.get("B1")
    before = s.evaluations
    s.set("A1", 3)
    s.get("B1")
    assert s.evaluations == before
