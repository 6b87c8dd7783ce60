import pytest

from cell_formulas import CircularReference, FormulaError, Sheet, expand, references


@pytest.fixture
def sheet():
    s = Sheet()
    s.set("A1", 2)
    s.set("A2", 3)
    s.set("A3", "=A1+A2*2")
    return s


def test_values(sheet):
    assert sheet.get("A1") == 2
    assert sheet.get("A3") == 8
    assert sheet.get("Z9") is None


def test_expand():
    assert expand("A1", "B2") == ["A1", "B1", "A2", "B2"]


def test_references():
    assert references("A1+SUM(B1:B3)") == {"A1", "B1", "B2", "B3"}


def test_functions(sheet):
    sheet.set("B1", "=SUM(A1:A3) - (1 + 1)")
    sheet.set("B2", "=MAX(A1:A9)/MIN(A1:A3)")
    sheet.set("B3", "=COUNT(A1:A9)")
    assert [sheet.get(c) for c in ("B1", "B2", "B3")] == [11, 4, 3]


def test_changed_cell(sheet):
    assert sheet.get("A3") == 8
    sheet.set("A1", 10)
    assert sheet.get("A3") == 16


def test_chain_of_changes(sheet):
    sheet.set("B1", "=A3*10")
    sheet.set("C1", "=B1+1")
    assert sheet.get("C1") == 81
    sheet.set("A2", 0)
    assert sheet.get("B1") == 20
    assert sheet.get("C1") == 21


def test_empty_cell_counts_as_zero(sheet):
    sheet.set("B1", "=D1-A1")
    assert sheet.get("B1") == -2


def test_cleared(sheet):
    assert sheet.get("A3") == 8
    sheet.clear("A2")
    assert sheet.get("A3") == 2
    sheet.clear("A3")
    assert sheet.get("A3") is None


def test_circular(sheet):
    with pytest.raises(CircularReference):
        sheet.set("A1", "=A3")
    with pytest.raises(CircularReference):
        sheet.set("B1", "=B1")
    assert sheet.get("A3") == 8


def test_bad_formula(sheet):
    sheet.set("B1", "=(A1+2")
    with pytest.raises(FormulaError):
        sheet.get("B1")
