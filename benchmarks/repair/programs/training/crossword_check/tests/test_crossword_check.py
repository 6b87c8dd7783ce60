import pytest

from crossword_check import Grid, problems

LATTICE = """
PLANE
A#R#A
SWEET
T#N#E
ERASN
"""


@pytest.fixture
def grid():
    return Grid(LATTICE.splitlines())


def test_entries(grid):
    assert [(e.label, e.word) for e in grid.entries] == [
        ("1 across", "PLANE"), ("1 down", "PASTE"), ("2 down", "ARENA"), ("3 down", "EATEN"),
        ("4 across", "SWEET"), ("5 across", "ERASN")]


def test_good_grid(grid):
    assert problems(grid, unchecked=1) == []


def test_words(grid):
    known = {"PLANE", "PASTE", "ARENA", "EATEN", "SWEET"}
    assert problems(grid, words=known) == ["5 across ERASN is not a word"]


def test_rows_must_match():
    with pytest.raises(ValueError):
        Grid(["ABC", "AB"])


def test_unchecked_run():
    grid = Grid(["ABCDE", "F###G", "HIJKL"])
    across = grid.entries[0]
    assert grid.longest_unchecked(across) == 3
    assert problems(grid) == ["1 across has too many unchecked letters",
                              "3 across has too many unchecked letters"]


def test_unchecked_in_two_places(grid):
    assert [grid.longest_unchecked(entry) for entry in grid.entries] == [1] * 6


def test_fully_checked():
    grid = Grid(["cat", "ore", "bee"])
    assert grid.longest_unchecked(grid.entries[0]) == 0
    assert problems(grid) == []


def test_not_symmetric():
    assert problems(Grid(["CAT", "ORE", "BE#"]), shortest=2) == ["grid is not symmetric"]


def test_not_connected():
    grid = Grid(["ABC", "###", "DEF"])
    assert not grid.is_connected()
    assert problems(grid, unchecked=3) == ["grid is not connected"]


def test_short_and_repeated():
    assert problems(Grid(["AB", "BA"])) == [
        "1 across is too short", "1 down is too short", "2 down is too short",
        "3 across is too short", "AB is repeated", "BA is repeated"]


def test_empty():
    assert problems(Grid([])) == []
