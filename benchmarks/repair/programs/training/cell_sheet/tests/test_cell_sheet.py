import pytest

from cell_sheet import CycleError, Sheet, cells_between


@pytest.fixture
def sheet():
    s = Sheet()
    s.set("A1", 10)
    s.set("A2", 5)
    s.set("B1", "=A1+A2")
    s.set("C1", "=b1 - 3")
    return s


def test_values(sheet):
    assert sheet.get("c1") == 12
    assert sheet.get("Z9") == 0


def test_cells_between():
    assert cells_between("B2", "A1") == ["A1", "B1", "A2", "B2"]
    assert cells_between("Z1", "AA1") == ["Z1", "AA1"]


def test_sum(sheet):
    sheet.set("D1", "=SUM(A1:A3)-1")
    assert sheet.get("D1") == 14
    sheet.set("A3", 6)
    assert sheet.get("D1") == 20


def test_change_goes_through(sheet):
    assert sheet.get("C1") == 12
    sheet.set("A1", 20)
    assert sheet.get("C1") == 22


def test_cached(sheet):
    sheet.get("C1")
    count = sheet.evaluations
    sheet.get("C1")
    assert sheet.evaluations == count


def test_cycle(sheet):
    with pytest.raises(CycleError):
        sheet.set("A1", "=C1")
    with pytest.raises(CycleError):
        sheet.set("D1", "=D1+1")
    assert sheet.get("C1") == 12


def test_dependents(sheet):
    assert sheet.dependents("A1") == ["B1", "C1"]
    assert sheet.precedents("B1") == ["A1", "A2"]


def test_dependents_after_new_formula(sheet):
    sheet.set("B1", "=A2+1")
    assert sheet.dependents("A1") == []
    assert sheet.dependents("A2") == ["B1", "C1"]


def test_turn_a_reference_around(sheet):
    sheet.set("B1", 4)
    sheet.set("A1", "=B1+1")
    assert sheet.get("A1") == 5


def test_clear(sheet):
    sheet.clear("A2")
    assert sheet.get("C1") == 7


def test_bad_formula(sheet):
    with pytest.raises(ValueError):
        sheet.set("A1", "=A2*")
    with pytest.raises(KeyError):
        sheet.set("1A", 3)
