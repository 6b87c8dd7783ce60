import pytest

from tournament import Tournament


def test_too_few():
    with pytest.raises(ValueError):
        Tournament(["solo"])


def test_twice():
    with pytest.raises(ValueError):
        Tournament("aa")


def test_pairs():
    assert Tournament("abcd").draw() == ["a - b", "c - d"]


def test_bye():
    assert Tournament("abc").draw() == ["a - b", "c has a bye"]


def test_whole_tournament():
    cup = Tournament("abcd")
    for winner in "ad":
        cup.report(winner)
    assert cup.champion is None
    cup.report("d")
    assert cup.champion == "d"
    assert cup.beaten_by("d") == ["c", "a"]


def test_bye_plays_in_the_next_round():
    cup = Tournament("abc")
    cup.report("b")
    assert cup.draw() == ["b - c"]


def test_no_such_match():
    with pytest.raises(ValueError):
        Tournament("abcd").report("x")


def test_played_already():
    cup = Tournament("abcd")
    cup.report("a")
    with pytest.raises(ValueError, match="was played"):
        cup.report("b")


def test_final_result():
    cup = Tournament("ab")
    cup.report("a")
    assert cup.champion == "a"
    assert cup.draw() == ["a - b: a"]
