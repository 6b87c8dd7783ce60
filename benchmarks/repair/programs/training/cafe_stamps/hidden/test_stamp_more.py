import pytest

from stamp import Card


def test_more():
    c = Card("x", 1)
    assert c.stamp(1) == 1
    with pytest.raises(ValueError):
        c.stamp(-1)
