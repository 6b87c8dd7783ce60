import pytest

from stamp import Card


def test_stamp():
    card = Card("Ada")
    assert card.stamp() == 0
    assert card.left() == 7


def test_free_coffee():
    card = Card("Ada", needed=3)
    assert card.stamp(7) == 2
    assert card.stamps == 1


def test_no_name():
    with pytest.raises(ValueError, match="name"):
        Card("  ")


def test_needed():
    with pytest.raises(ValueError, match="needed must be positive"):
        Card("Ada", 0)


def test_count_zero():
    card = Card("Ada")
    with pytest.raises(ValueError, match="count must be positive"):
        card.stamp(0)


def test_count_negative():
    card = Card("Ada")
    with pytest.raises(ValueError, match="count must be positive"):
        card.stamp(-2)
    assert card.stamps == 0
