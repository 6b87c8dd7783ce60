import pytest

from tile_words import Match, Play, WordError, score


def plain(word, **bonus):
    squares = [None] * len(word)
    for place, square in bonus.items():
        squares[int(place[1:])] = square
    return Play(word, squares)


def test_plain():
    assert score(plain("QUIZ")) == 22
    assert score(plain("QUIz")) == 12


def test_letter_and_word_bonus():
    assert score(plain("CAB", p0="3L")) == 13
    assert score(plain("CAB", p0="3L", p2="2W")) == 26
    assert score(plain("CAB", p0="2W", p2="3W")) == 42


def test_old_tiles_give_no_bonus():
    assert score(Play("CABS", ["2W", None, None, None], {0, 1, 2})) == 8


def test_full_rack():
    assert score(plain("RETINAS")) == 57


def test_full_rack_on_word_bonus():
    assert score(plain("RETINAS", p3="2W")) == 64


def test_full_rack_with_old_tiles():
    play = Play("NASTIER" + "S", ["3W"] + [None] * 7, {7})
    assert score(play) == 74


def test_bad_plays():
    for args in [("A1", [None, None]), ("AB", [None]), ("AB", [None, None], {0, 1})]:
        with pytest.raises(WordError):
            Play(*args)


def test_match():
    match = Match(["ann", "bob"], ["cab", "quiz"])
    assert match.play(plain("CAB")) == 7
    match.play(plain("quiz"))
    assert match.ranking() == [("ann", 7), ("bob", 0)]
    with pytest.raises(WordError):
        match.play(plain("QQ"))
    assert match.current == "ann"
    assert match.best_word() == "CAB"


def test_over():
    match = Match(["ann", "bob"], [])
    match.skip()
    assert not match.over()
    match.skip()
    assert match.over()
    match.finish({"ann": "QA", "bob": ""})
    assert match.ranking() == [("bob", 0), ("ann", -11)]
