import pytest

from skittles_score import Sheet, ThrowError, standings


def play(*throws, name="p"):
    sheet = Sheet(name)
    for pins in throws:
        sheet.throw(pins)
    return sheet


@pytest.mark.parametrize(
    "throws, expected",
    [
        ((9,), []),
        ((9, 9), []),
        ((9, 9, 9), [27]),
        ((9, 9, 4), [22]),
        ((9, 0), []),
        ((4, 5, 9), [18]),
        ((0, 9, 0), [9]),
        ((9, 5, 4, 0), [18, 27]),
        ((4, 4, 1, 9, 2), [9]),
    ],
)
def test_running(throws, expected):
    assert play(*throws).running() == expected


def test_perfect_game():
    sheet = play(*[9] * 8)
    assert sheet.finished
    assert sheet.running() == [27, 54, 81, 108, 135, 162]


def test_one_throw_before_the_end():
    sheet = play(*[9] * 7)
    assert not sheet.finished
    assert sheet.running() == [27, 54, 81, 108, 135]


def test_last_spare():
    sheet = play(*[0] * 15, 4, 5)
    assert sheet.score == 0 and not sheet.finished
    sheet.throw(3)
    assert sheet.finished and sheet.score == 12


def test_row_pending():
    assert play(1, 1, 1, 9, 9).row() == "p: 111 X X = 3"


def test_standings_with_pending():
    assert standings([play(9, 8, name="a"), play(1, 1, 1, name="b")]) == [("b", 3), ("a", 0)]


def test_negative():
    with pytest.raises(ThrowError):
        play(-1)
