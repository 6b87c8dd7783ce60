import pytest

from shop.cart import Cart
from shop.catalogue import Article

MUG = Article("M1", "Mug", 900, 350)
PEN = Article("P1", "Pen", 150, 20)


@pytest.fixture
def cart():
    cart = Cart()
    cart.add(MUG, 2)
    cart.add(PEN)
    return cart


def test_sums(cart):
    assert cart.cents == 1950
    assert cart.grams == 720
    assert len(cart) == 3


def test_add_again_counts_up(cart):
    cart.add(PEN, 4)
    assert cart.lines[PEN] == 5


def test_add_nothing_is_an_error(cart):
    with pytest.raises(ValueError):
        cart.add(PEN, 0)


def test_remove_some(cart):
    cart.remove(MUG)
    assert MUG not in cart.lines


def test_remove_exactly_what_is_there_leaves_no_line(cart):
    cart.remove(MUG, 2)
    assert MUG not in cart.lines


def test_remove_fewer(cart):
    cart.remove(MUG, 1)
    assert cart.lines[MUG] == 1


def test_remove_what_is_not_there(cart):
    cart.remove(Article("X", "X", 1), 3)
    assert len(cart) == 3
