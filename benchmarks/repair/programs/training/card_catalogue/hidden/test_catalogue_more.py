from catalogue import wrap


def test_width_counts_spaces():
    for width in range(3, 12):
        assert all(len(line) <= width for line in wrap("the cat sat on the mat", width))


def test_fills():
    assert wrap("a b c d", 3) == ["a b", "c d"]
