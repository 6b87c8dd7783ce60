from crossword_grid import Grid, answers


def test_one_row():
    assert answers("SUN#MOON") == {"1 across": "SUN", "2 across": "MOON"}


def test_one_column():
    assert answers("T\nE\nA") == {"1 down": "TEA"}


def test_only_the_left_edge():
    assert answers("####\nTEA#\n####\nSODA") == {"1 across": "TEA", "2 across": "SODA"}


def test_only_the_upper_edge():
    assert answers("#G#\n#O#\n###") == {"1 down": "GO"}
    assert answers("#G#\n#O#\n#T#") == {"1 down": "GOT"}


def test_outside():
    grid = Grid("AB\nCD")
    for row, col in [(-1, 0), (0, -1), (2, 0), (0, 2), (-1, -1)]:
        assert not grid.open(row, col)
    assert grid.open(0, 0)
    assert grid.open(1, 1)


def test_word_from_outside():
    assert Grid("AB\nCD").word(-1, 0, down=True) == ""


def test_numbered_square():
    assert Grid("AB\nCD").numbered() == ".1 .2\n.3 .."
