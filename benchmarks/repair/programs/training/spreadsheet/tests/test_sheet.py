import pytest

from sheet import Sheet


@pytest.fixture
def sheet():
    sheet = Sheet()
    sheet["A1"] = 4
    sheet["A2"] = 6
    sheet["B1"] = "=A1+A2*2"
    sheet["C1"] = "note"
    return sheet


def test_plain_cells(sheet):
    assert sheet.show("A1", "C1", "Z9") == ["A1=4", "C1=note", "Z9="]


def test_precedence(sheet):
    assert sheet.value("B1") == 16


def test_parentheses_and_minus(sheet):
    sheet["B2"] = "=-(A1 + A2) * 2"
    assert sheet.value("B2") == -20


def test_chain(sheet):
    sheet["B2"] = "=B1/2"
    assert sheet.value("B2") == 8


def test_functions(sheet):
    sheet["A3"] = "=SUM(A1:A2)"
    sheet["A4"] = "=MAX(A1:A3)"
    assert sheet.show("A3", "A4") == ["A3=10", "A4=10"]


def test_division_by_zero(sheet):
    sheet["B2"] = "=A1/A9"
    assert sheet.value("B2") == "#error: division by zero"


def test_circle(sheet):
    sheet["A1"] = "=B1"
    assert sheet.value("A1") == "#error: A1 depends on itself"


@pytest.mark.parametrize(
    "formula, error",
    [("=1+", "unfinished"), ("=(1", ") expected"), ("=1 2", "unexpected 2.0"), ("=AVG(A1:A2)", "no function AVG"), ("=C1", "C1 is text")],
)
def test_errors(sheet, formula, error):
    sheet["D1"] = formula
    assert sheet.value("D1") == f"#error: {error}"


def test_bad_name(sheet):
    with pytest.raises(KeyError):
        sheet["1A"] = 2
