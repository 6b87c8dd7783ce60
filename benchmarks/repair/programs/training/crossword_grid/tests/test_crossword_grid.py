import pytest

from crossword_grid import Entry, Grid, GridError, answers, clue_sheet

FRAMED = """
######
#CAT##
#O#OWL
#W#E##
######
"""

SQUARE = """
ICE
DOG
ATE
"""


def test_words_inside_a_frame():
    assert answers(FRAMED) == {"1 across": "CAT", "1 down": "COW", "2 down": "TOE", "3 across": "OWL"}


def test_entry():
    first = Grid(FRAMED).entries()[0]
    assert first == Entry(1, "across", 1, 1, "CAT")
    assert first.label == "1 across"


def test_words_at_the_edge():
    assert answers(SQUARE) == {
        "1 across": "ICE",
        "1 down": "IDA",
        "2 down": "COT",
        "3 down": "EGE",
        "4 across": "DOG",
        "5 across": "ATE",
    }


def test_single_letters_are_no_words():
    assert answers("####\n#A##\n##B#\n####") == {}


def test_word():
    assert Grid(SQUARE).word(0, 1, down=True) == "COT"
    assert Grid(FRAMED).word(2, 3, down=False) == "OWL"


def test_numbered():
    assert Grid("###\n#AB\n#C#\n###").numbered().splitlines() == [
        "## ## ##",
        "## .1 ..",
        "## .. ##",
        "## ## ##",
    ]


def test_symmetric():
    assert Grid("A#\n#B").symmetric()
    assert not Grid("AB\nC#").symmetric()


def test_clues():
    clues = {"CAT": "It purrs", "COW": "It moos", "TOE": "Part of a foot", "OWL": "Flies at night"}
    assert clue_sheet(FRAMED, clues).splitlines() == [
        "ACROSS",
        " 1. It purrs (3)",
        " 3. Flies at night (3)",
        "DOWN",
        " 1. It moos (3)",
        " 2. Part of a foot (3)",
    ]


def test_missing_clue():
    with pytest.raises(GridError, match="no clue for CAT, OWL"):
        clue_sheet(FRAMED, {"COW": "", "TOE": ""})


def test_ragged():
    with pytest.raises(GridError):
        Grid("ABC\nAB")
