import pytest

from tinychess import Board, IllegalMove


def test_rook():
    board = Board({"a1": "K", "c1": "R", "c4": "n", "e5": "k"})
    assert board.moves("c1") == ["b1", "c2", "c3", "c4", "d1", "e1"]


def test_king():
    assert Board({"a1": "K", "b1": "N", "e5": "k"}).moves("a1") == ["a2", "b2"]


def test_pawn():
    board = Board({"e1": "K", "c2": "P", "b3": "n", "d3": "B", "e5": "k"})
    assert board.moves("c2") == ["b3", "c3"]


def test_pinned():
    board = Board({"a1": "K", "a2": "N", "a5": "r", "e5": "k"})
    assert board.moves("a2") == []


def test_turns():
    board = Board({"a1": "K", "e5": "k"})
    board.move("a1", "a2")
    with pytest.raises(IllegalMove):
        board.move("a2", "a3")
    assert board.move("e5", "e4") is None


def test_illegal():
    board = Board({"a1": "K", "e5": "k"})
    with pytest.raises(IllegalMove):
        board.move("a1", "a3")
    with pytest.raises(IllegalMove):
        board.move("b2", "b3")


def test_capture():
    board = Board({"a1": "K", "c1": "R", "c4": "n", "e5": "k"})
    assert board.move("c1", "c4") == "n"
    assert board.moves("c4") == ["a4", "b4", "c1", "c2", "c3", "c5", "d4", "e4"]


def test_check():
    board = Board({"a1": "K", "a5": "r", "e5": "k"})
    assert board.in_check("w") and not board.in_check("b")
    assert board.status() == "check"


def test_mate():
    board = Board({"a1": "K", "a5": "r", "b5": "r", "e5": "k"})
    assert board.status() == "mate"


def test_no_mate_if_attacker_can_be_taken():
    board = Board({"a1": "K", "e4": "R", "a4": "r", "b5": "r", "e5": "k"})
    assert board.status() == "check"
    assert board.moves("e4") == ["a4"]
