from report import best_region, line, money, render, subtotals

ROWS = [
    ("south", "tea", 1000),
    ("north", "tea", 5000),
    ("north", "coffee", 2550),
]


def test_money():
    assert money(123456) == "1,234.56"
    assert money(-5) == "-0.05"


def test_line():
    assert line("tea", 100, 10) == "tea   1.00"


def test_empty():
    assert list(subtotals([])) == [("total", "all regions", 0)]


def test_one_region():
    assert list(subtotals([("w", "a", 1), ("w", "b", 2)])) == [
        ("row", "a", 1), ("row", "b", 2), ("subtotal", "w", 3), ("total", "all regions", 3)]


def test_two_regions():
    got = [x for x in subtotals(ROWS) if x[0] == "subtotal"]
    assert got == [("subtotal", "north", 7550), ("subtotal", "south", 1000)]


def test_total():
    assert list(subtotals(ROWS))[-1] == ("total", "all regions", 8550)


def test_best_region():
    assert best_region(ROWS) == "north"


def test_best_region_empty():
    assert best_region([]) is None


def test_render_lines():
    text = render(ROWS).splitlines()
    assert text[:2] == ["Sales", "====="]
    assert text[2] == "  coffee" + "25.50".rjust(22)
    assert text[-1] == "TOTAL" + "85.50".rjust(25)
