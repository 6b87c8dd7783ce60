import pytest

from crossword_numbers import Entry, Grid, clue_sheet

CORNER = """
...#
.#.#
...#
####
"""


def test_numbers_of_framed_grid():
    grid = Grid(CORNER)
    assert grid.numbers("across") == [1, 3]
    assert grid.numbers("down") == [1, 2]


def test_numbers_of_open_grid():
    grid = Grid("... ... ...")
    assert grid.numbers("across") == [1, 4, 5]
    assert grid.numbers("down") == [1, 2, 3]


def test_entry_at_the_edges():
    grid = Grid("..# #.. #..")
    assert grid.entries[1, "across"] == Entry(1, "across", 0, 0, 2)
    assert grid.entries[2, "down"] == Entry(2, "down", 0, 1, 3)


def test_cells():
    assert Entry(1, "down", 0, 2, 3).cells() == [(0, 2), (1, 2), (2, 2)]


def test_fill_and_pattern():
    grid = Grid(CORNER)
    grid.fill(1, "across", "cat")
    assert grid.pattern(1, "down") == "C.."
    assert grid.pattern(2, "down") == "T.."
    assert not grid.is_complete()


def test_fill_clash():
    grid = Grid(CORNER)
    grid.fill(1, "across", "cat")
    with pytest.raises(ValueError):
        grid.fill(1, "down", "dog")
    with pytest.raises(ValueError):
        grid.fill(1, "down", "co")
    assert grid.pattern(1, "down") == "C.."


def test_symmetry():
    assert Grid("#.. ... ..#").is_symmetric()
    assert not Grid("#.. ... ...").is_symmetric()


def test_bad_grids():
    with pytest.raises(ValueError):
        Grid("")
    with pytest.raises(ValueError):
        Grid("... ..")


def test_clue_sheet():
    sheet = clue_sheet(Grid("..# .## ###"), {(1, "across"): "Not off"})
    assert sheet == "Across\n1. Not off (2)\nDown\n1. ? (2)"


def test_clue_sheet_of_a_row():
    assert clue_sheet(Grid("...."), {(1, "across"): "Word"}) == "Across\n1. Word (4)\nDown"
