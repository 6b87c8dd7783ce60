import pytest

from tile_words import Match, Play, score


def on(word, squares=None, old=()):
    full = [None] * len(word)
    for place, square in (squares or {}).items():
        full[place] = square
    return Play(word, full, set(old))


@pytest.mark.parametrize(
    "squares, points",
    [
        ({}, 57),
        ({0: "2W"}, 64),
        ({0: "3W"}, 71),
        ({0: "2W", 6: "2W"}, 78),
        ({0: "3W", 6: "3W"}, 113),
        ({0: "2L"}, 58),
        ({0: "2L", 1: "2W"}, 66),
    ],
)
def test_full_rack(squares, points):
    assert score(on("RETINAS", squares)) == points


def test_all_blank_full_rack():
    assert score(on("retinas", {0: "3W"})) == 50


def test_eight_letters_one_old_without_bonus():
    assert score(on("RETINASE", {7: "3W"}, [7])) == 58


def test_eight_placed_is_no_rack():
    assert score(on("RETINASE", {0: "2W"})) == 16


def test_six_placed():
    assert score(on("RETINAS", {0: "2W"}, [6])) == 14


def test_match_counts_it():
    match = Match(["a", "b"], ["retinas", "cab"])
    assert match.play(on("RETINAS", {2: "2W"})) == 64
    assert match.play(on("CAB", {2: "3W"})) == 21
    assert match.scores == {"a": 64, "b": 21}
    assert match.best_word() == "RETINAS"


def test_no_words():
    assert Match(["a"], []).best_word() is None
