import pytest
from poker_hand import Rank, best_of, evaluate, parse_hand, winners


def value(text):
    return evaluate(parse_hand(text))


def test_steel_wheel():
    assert value("Ah 2h 3h 4h 5h") == (Rank.STRAIGHT_FLUSH, (5,))


def test_any_order():
    assert value("4s Ac 5c 3h 2d") == (Rank.STRAIGHT, (5,))


def test_wheel_is_lowest_straight():
    assert winners({"a": "Ac 2d 3h 4s 5c", "b": "2c 3d 4h 5s 6c"}) == ["b"]


def test_wheel_beats_three():
    assert winners({"a": "Ac 2d 3h 4s 5c", "b": "Kc Kd Kh 5s 6c"}) == ["a"]


def test_wheel_in_seven():
    assert best_of(parse_hand("Ac 2d 3h 4s 5c Kd Kh")) == (Rank.STRAIGHT, (5,))


def test_six_high_preferred():
    assert best_of(parse_hand("Ac 2d 3h 4s 5c 6d Kh")) == (Rank.STRAIGHT, (6,))


@pytest.mark.parametrize("text", ["Kc Ad 2h 3s 4c", "Ac 2d 3h 4s 6c", "Ac Kd 5h 4s 3c"])
def test_not_straight(text):
    assert value(text)[0] is Rank.HIGH_CARD


def test_pair_with_wheel_cards():
    assert value("Ac Ad 3h 4s 5c")[0] is Rank.PAIR


def test_count():
    with pytest.raises(ValueError):
        value("Ac 2d")
