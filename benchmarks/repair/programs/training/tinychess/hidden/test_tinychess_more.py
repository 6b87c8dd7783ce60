import pytest

from tinychess import Board, IllegalMove


def test_asking_does_not_change_the_board():
    board = Board({"a1": "K", "c1": "R", "c4": "n", "e1": "b", "e5": "k"})
    before = dict(board.pieces)
    board.moves("c1")
    board.moves("c4")
    board.status()
    assert board.pieces == before


def test_asking_twice():
    board = Board({"a1": "K", "c1": "R", "c4": "n", "e5": "k"})
    assert board.moves("c1") == board.moves("c1")


def test_capture_after_asking():
    board = Board({"a1": "K", "c2": "P", "b3": "r", "d3": "n", "e5": "k"})
    assert board.moves("c2") == ["b3", "c3", "d3"]
    assert board.move("c2", "d3") == "n"


def test_king_takes():
    board = Board({"a1": "K", "b2": "r", "e5": "k"})
    assert board.moves("a1") == ["b2"]
    assert board.move("a1", "b2") == "r"


def test_king_may_not_take_protected():
    board = Board({"a1": "K", "b2": "r", "c3": "b", "e5": "k"})
    assert "b2" not in board.moves("a1")
    with pytest.raises(IllegalMove):
        board.move("a1", "b2")
    assert board.pieces[1, 1] == "r"


def test_illegal_capture_leaves_piece():
    # the knight is pinned
    board = Board({"a1": "K", "a2": "N", "a5": "r", "c3": "b", "e5": "k"})
    assert board.moves("a2") == []
    assert board.pieces[2, 2] == "b"


def test_two_attackers_one_taken():
    board = Board({"a1": "K", "e4": "R", "a4": "r", "c3": "b", "e5": "k"})
    assert "a4" not in board.moves("e4")


def test_black_after_white():
    board = Board({"a1": "K", "e1": "R", "e4": "p", "d5": "k"})
    assert board.move("e1", "e4") == "p"
    assert board.moves("d5") == ["c5", "e4"]
    assert board.move("d5", "e4") == "R"


def test_stalemate():
    board = Board({"a1": "K", "c2": "k", "c1": "n"})
    assert board.status() == "stalemate"


def test_open():
    assert Board({"a1": "K", "e5": "k"}).status() == "open"


def test_status_with_captures_then_move():
    board = Board({"a1": "K", "c1": "R", "c4": "n", "e5": "k"})
    assert board.status() == "open"
    assert board.move("c1", "c4") == "n"
