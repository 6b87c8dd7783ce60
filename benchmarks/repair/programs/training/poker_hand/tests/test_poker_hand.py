import pytest
from poker_hand import Card, Rank, best_of, evaluate, parse_hand, winners


def rank(text):
    return evaluate(parse_hand(text))[0]


def test_cards():
    assert Card.parse("Th") == (10, "h")
    assert str(Card.parse("Ah")) == "Ah"


def test_bad_cards():
    for bad in ("1h", "Ax", "Ah Ah"):
        with pytest.raises(ValueError):
            parse_hand(bad)


def test_groups():
    assert rank("2c 2d 2h 2s 3c") is Rank.FOUR
    assert rank("2c 2d 2h 3s 3c") is Rank.FULL_HOUSE
    assert rank("2c 2d 2h 4s 3c") is Rank.THREE
    assert rank("2c 2d 4h 4s 3c") is Rank.TWO_PAIR
    assert rank("2c 2d 9h 4s 3c") is Rank.PAIR


def test_flush():
    assert rank("2c 9c 4c Kc 3c") is Rank.FLUSH


def test_straight():
    assert evaluate(parse_hand("6c 9d 8h 7s Tc")) == (Rank.STRAIGHT, (10,))
    assert rank("Tc Jd Qh Ks Ac") is Rank.STRAIGHT


def test_straight_with_low_ace():
    assert evaluate(parse_hand("Ac 2d 3h 4s 5c")) == (Rank.STRAIGHT, (5,))


def test_no_wrap():
    assert rank("Qc Kd Ah 2s 3c") is Rank.HIGH_CARD


def test_tie_breakers():
    assert winners({"a": "Kc Kd 9h 4s 3c", "b": "Kh Ks 9d 5s 3d"}) == ["b"]


def test_split_pot():
    assert winners({"a": "Kc Kd 9h 4s 3c", "b": "Kh Ks 9d 4d 3d"}) == ["a", "b"]


def test_best_of_seven():
    assert best_of(parse_hand("2c 3c 4c 9d 9h 9s 2d"))[0] is Rank.FULL_HOUSE
