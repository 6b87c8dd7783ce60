import pytest

from reversi_board import BLACK, WHITE, Board, IllegalMove, parse_square

E8 = "........"


def test_opening_moves():
    assert Board().legal_moves(BLACK) == ["c4", "d3", "e6", "f5"]


def test_play_turns_disc():
    board = Board()
    assert board.play(BLACK, "d3") == 1
    assert board.score() == {BLACK: 4, WHITE: 1}


def test_second_move_options_for_white():
    board = Board()
    board.play(BLACK, "d3")
    assert board.legal_moves(WHITE) == ["c3", "c5", "e3"]


def test_illegal_move():
    with pytest.raises(IllegalMove):
        Board().play(BLACK, "a1")
    with pytest.raises(IllegalMove):
        Board().play(BLACK, "d4")


def test_long_row():
    board = Board([".WWWWWWB"] + [E8] * 7)
    assert board.play(BLACK, "a1") == 6


def test_captures_in_all_directions():
    board = Board([
        "B..B..B.",
        ".W.W.W..",
        "..WWW...",
        "BWW.WWB.",
        "..WWW...",
        ".W.W.W..",
        "B..B..B.",
        E8,
    ])
    assert board.play(BLACK, "d4") == 16
    assert board.score()[WHITE] == 0


def test_parse_square():
    assert parse_square("c5") == (4, 2)
    with pytest.raises(ValueError):
        parse_square("i1")


def test_winner_when_board_is_dead():
    assert Board(["BBB....."] + [E8] * 7).winner() == BLACK
    assert Board().winner() is None
