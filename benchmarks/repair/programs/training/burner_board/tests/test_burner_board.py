import pytest

from burner_board import Board


@pytest.fixture
def board():
    b = Board()
    b.start("rice", 600)
    b.start("eggs", 300)
    return b


def test_show(board):
    board.start("stew", 7384)
    assert board.show() == ["eggs 5:00", "rice 10:00", "stew 2:03:04"]


def test_tick(board):
    assert board.tick(299) == []
    assert board.tick(301) == [(300, "done", "eggs"), (600, "done", "rice")]
    assert board.done == ["eggs", "rice"]
    assert board.dishes == {}


def test_turn():
    b = Board()
    b.start("steak", 240, turn_every=60)
    assert b.tick(130) == [(60, "turn", "steak"), (120, "turn", "steak")]
    assert b.tick(200) == [(180, "turn", "steak"), (240, "done", "steak")]


def test_pause(board):
    board.tick(100)
    board.pause("eggs")
    board.tick(50)
    assert board.show() == ["eggs 3:20 (paused)", "rice 7:30"]
    assert board.next_due() == "rice"
    board.resume("eggs")
    assert board.tick(200) == [(350, "done", "eggs")]


def test_extend(board):
    board.extend("eggs", 60)
    assert board.show() == ["eggs 6:00", "rice 10:00"]
    board.extend("rice", -700)
    assert board.show() == ["rice 0:01", "eggs 6:00"]


def test_extend_while_paused(board):
    board.pause("eggs")
    board.tick(100)
    board.extend("eggs", 30)
    assert board.show() == ["eggs 5:30 (paused)", "rice 8:20"]
    board.resume("eggs")
    assert board.tick(330) == [(430, "done", "eggs")]


def test_shorten_while_paused(board):
    board.pause("rice")
    board.extend("rice", -700)
    assert board.stop("rice") == 1


def test_stop(board):
    board.tick(10)
    assert board.stop("rice") == 590
    with pytest.raises(KeyError):
        board.pause("rice")


def test_twice(board):
    with pytest.raises(ValueError):
        board.start("rice", 5)
