from grepper import search


def test_three_in_a_row():
    got = [line.number for line in search(["a", "x", "x", "b", "x"], "x", before=3)]
    assert got == [1, 2, 3, 4, 5]


def test_long_gap():
    lines = ["x"] + ["."] * 10 + ["x"]
    assert [line.number for line in search(lines, "x", before=2, after=1)] == [1, 2, 10, 11, 12]
