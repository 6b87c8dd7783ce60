from spiral_order import fill_spiral, read_spiral


def test_long_row():
    assert read_spiral([list("abcdef")]) == list("abcdef")


def test_three_by_five():
    table = [[1, 2, 3, 4, 5], [12, 13, 14, 15, 6], [11, 10, 9, 8, 7]]
    assert read_spiral(table) == list(range(1, 16))


def test_fill_one_row():
    assert fill_spiral(1, 4) == [[1, 2, 3, 4]]


def test_fill_wide():
    assert fill_spiral(3, 4) == [[1, 2, 3, 4], [10, 11, 12, 5], [9, 8, 7, 6]]


def test_fill_tall():
    assert fill_spiral(4, 2) == [[1, 2], [8, 3], [7, 4], [6, 5]]
