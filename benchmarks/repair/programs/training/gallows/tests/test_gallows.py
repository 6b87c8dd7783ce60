import pytest

from gallows import GameOver, Match, Round


def test_simple_win():
    game = Round("Otter")
    assert [game.guess(ch) for ch in "oTer"] == [1, 2, 1, 1]
    assert game.won and game.lives == 6


def test_mask_shows_punctuation():
    game = Round("merry-go  round")
    game.guess("r")
    assert game.mask == "__rr_-__ r____"


def test_repeated_miss_is_free():
    game = Round("otter")
    game.guess("x")
    assert game.guess("X") == 0
    assert game.lives == 5
    assert game.misses == ["x"]


def test_lost():
    game = Round("otter", lives=2)
    game.guess("x")
    game.guess("y")
    assert game.lost and not game.won
    with pytest.raises(GameOver):
        game.guess("o")


def test_win_with_phrase():
    game = Round("ice age")
    for ch in "iceag":
        game.guess(ch)
    assert game.mask == "ice age"
    assert game.won


def test_solve():
    game = Round("big-ben", lives=3)
    assert not game.solve("big ben")
    assert game.lives == 1
    assert game.solve(" BIG-BEN")
    assert game.over
    assert not game.lost


def test_hint():
    game = Round("banana bread")
    assert game.hint() == "a"
    game.guess("a")
    assert game.hint() == "b"


def test_match():
    match = Match(["cat", "dog"], lives=4)
    assert match.play("xcatz")
    assert match.points == 3
    match.next_round()
    assert not match.play("xyzwd")
    assert match.points == 3
    assert match.next_round() is None


def test_bad_letters():
    game = Round("cat")
    for bad in ("", "ab", "3"):
        with pytest.raises(ValueError):
            game.guess(bad)
    assert game.lives == 6
