from sheet import Sheet


def test_division_by_zero_further_up():
    sheet = Sheet()
    sheet["A1"] = "=1/0"
    sheet["A2"] = "=A1+1"
    sheet["A3"] = "=SUM(A1:A2)"
    assert {sheet.value(name) for name in ("A1", "A2", "A3")} == {"#error: division by zero"}


def test_others_still_work():
    sheet = Sheet()
    sheet["A1"] = "=5/(2-2)"
    sheet["A2"] = "=6/2"
    assert sheet.show("A1", "A2") == ["A1=#error: division by zero", "A2=3.0"]
