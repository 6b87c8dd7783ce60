from spiral_order import fill_spiral, read_spiral


def test_empty():
    assert read_spiral([]) == []


def test_square():
    assert read_spiral([[1, 2], [4, 3]]) == [1, 2, 3, 4]


def test_odd_square():
    assert read_spiral([[1, 2, 3], [8, 9, 4], [7, 6, 5]]) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_one_cell():
    assert read_spiral([["x"]]) == ["x"]


def test_one_column():
    assert read_spiral([[1], [2], [3]]) == [1, 2, 3]


def test_one_row():
    assert read_spiral([[1, 2, 3]]) == [1, 2, 3]


def test_row_in_the_middle():
    assert read_spiral(["abcd", "jkle", "ihgf"]) == list("abcdefghijkl")


def test_column_in_the_middle():
    assert read_spiral(["abc", "jkd", "ile", "hgf"]) == list("abcdefghijkl")


def test_fill():
    assert fill_spiral(2, 2) == [[1, 2], [4, 3]]
