import pytest

from crossword_numbers import Entry, Grid, clue_sheet


def test_single_column():
    grid = Grid(". . .")
    assert grid.entries == {(1, "down"): Entry(1, "down", 0, 0, 3)}


def test_single_row():
    grid = Grid("..#...")
    assert grid.numbers("across") == [1, 2]
    assert grid.numbers("down") == []


def test_single_cell_has_no_entry():
    assert Grid(".").entries == {}
    assert Grid(".# #.").entries == {}


def test_two_by_two():
    grid = Grid(".. ..")
    assert sorted(grid.entries) == [(1, "across"), (1, "down"), (2, "down"), (3, "across")]


def test_only_the_first_column_meets_the_last():
    grid = Grid("""
        ..#.
        .##.
        #...
    """)
    assert grid.numbers("across") == [1, 3]
    assert grid.numbers("down") == [1, 2]
    assert grid.entries[3, "across"] == Entry(3, "across", 2, 1, 3)


def test_top_meets_bottom():
    grid = Grid("""
        #.#
        #.#
        ###
        #.#
        #.#
    """)
    assert grid.numbers("down") == [1, 2]
    assert grid.entries[1, "down"].row == 0
    assert grid.entries[2, "down"].row == 3


def test_is_open_around_the_grid():
    grid = Grid("... ... ...")
    outside = [(-1, 0), (0, -1), (-1, -1), (3, 0), (0, 3), (2, -1), (-1, 2)]
    assert not any(grid.is_open(row, col) for row, col in outside)
    assert all(grid.is_open(row, col) for row in range(3) for col in range(3))


def test_five_by_five():
    grid = Grid("""
        ...#.
        .#.#.
        .....
        .#.#.
        .#...
    """)
    assert grid.is_symmetric()
    assert grid.numbers("across") == [1, 4, 5]
    assert grid.numbers("down") == [1, 2, 3]
    assert [e.length for e in grid.entries.values()] == [3, 5, 5, 5, 5, 3]


def test_fill_whole():
    grid = Grid(".. ..")
    grid.fill(1, "across", "on")
    grid.fill(3, "across", "no")
    assert grid.pattern(1, "down") == "ON"
    assert grid.pattern(2, "down") == "NO"
    assert grid.is_complete()


def test_fill_with_space():
    grid = Grid("....")
    grid.fill(1, "across", "go on")
    assert grid.pattern(1, "across") == "GOON"


def test_no_such_entry():
    with pytest.raises(KeyError):
        Grid(".. ##").fill(1, "down", "ab")


def test_clue_sheet_square():
    sheet = clue_sheet(Grid(".. .."), {(3, "across"): "Refusal"})
    assert sheet.splitlines() == ["Across", "1. ? (2)", "3. Refusal (2)",
                                  "Down", "1. ? (2)", "2. ? (2)"]
