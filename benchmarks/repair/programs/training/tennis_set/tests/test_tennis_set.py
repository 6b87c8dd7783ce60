import pytest

from tennis_set import Match

GAME_A, GAME_B = "AAAA", "BBBB"


def test_calls():
    match = Match()
    assert match.call() == "0:0"
    match.play("AB")
    assert match.call() == "15:15"
    match.play("AA")
    assert match.call() == "40:15"


def test_deuce():
    match = Match().play("AAABBB")
    assert match.call() == "deuce"
    match.point("B")
    assert match.call() == "advantage B"
    match.point("A")
    assert match.call() == "deuce"
    match.play("AA")
    assert match.summary() == "1-0"


def test_server_changes():
    match = Match().play(GAME_A)
    assert match.serving() == "B"
    assert match.play("BBA").call() == "30:15"


def test_set():
    match = Match().play(GAME_A * 3 + GAME_B * 2 + GAME_A * 3)
    assert match.summary() == "6-2 0-0"


def test_seven_to_five():
    match = Match().play((GAME_A + GAME_B) * 5 + GAME_A)
    assert match.summary() == "6-5"
    match.play(GAME_A)
    assert match.summary() == "7-5 0-0"


def test_tie_break():
    match = Match().play((GAME_A + GAME_B) * 6)
    assert match.tie_break
    match.play("AAAAAA")
    assert match.summary() == "6-6"
    match.play("A")
    assert match.summary() == "7-6 0-0"
    assert match.sets_won("A") == 1


def test_serving_in_tie_break():
    match = Match().play((GAME_A + GAME_B) * 6)
    servers = []
    for _ in range(5):
        servers.append(match.serving())
        match.point("A")
    assert servers == ["A", "B", "B", "A", "A"]


def test_match():
    match = Match().play(GAME_B * 12)
    assert match.winner == "B"
    assert match.summary() == "0-6 0-6"
    with pytest.raises(ValueError):
        match.point("A")


def test_best_of_five():
    assert Match(best_of=5).play(GAME_A * 12).winner is None


def test_unknown_player():
    with pytest.raises(ValueError):
        Match().point("C")
