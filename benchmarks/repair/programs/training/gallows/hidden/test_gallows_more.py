import pytest

from gallows import GameOver, Match, Round


@pytest.mark.parametrize("secret", ["o'neil", "catch-22", "a b c", "hello!", "3 pigs"])
def test_all_letters_win(secret):
    game = Round(secret)
    for ch in sorted({c for c in secret if c.isalpha()}):
        assert not game.won
        game.guess(ch)
    assert game.won
    assert game.mask == secret


def test_one_letter_missing():
    game = Round("ab cd")
    for ch in "abc":
        game.guess(ch)
    assert not game.won
    assert not game.over
    assert game.mask == "ab c_"


def test_new_round_not_won():
    assert not Round("a-b").won
    assert not Round("a").won


def test_guess_after_phrase_won():
    game = Round("a b")
    game.guess("a")
    game.guess("b")
    with pytest.raises(GameOver):
        game.guess("c")


def test_solve_after_solved_phrase():
    game = Round("a b")
    assert game.solve("A  b")
    with pytest.raises(GameOver):
        game.solve("a b")


def test_match_with_phrases():
    match = Match(["a b", "c-d"], lives=5)
    assert match.play("abxyz")
    assert match.points == 5
    assert match.next_round().secret == "c-d"
    assert match.play("xcd")
    assert match.points == 9
    assert len(match.finished) == 2


def test_unfinished_round():
    match = Match(["a b"])
    assert not match.play("a")
    with pytest.raises(ValueError):
        match.next_round()


def test_no_letters():
    with pytest.raises(ValueError):
        Round("123 - 4")


def test_hint_none_when_won():
    game = Round("a b")
    game.guess("a")
    game.guess("b")
    assert game.hint() is None
