import pytest

from basketry import AmountOff, BuyGetFree, Cart, PercentOff

PRICES = {"pen": 200, "book": 1500, "lamp": 6000}


def cart(*promotions, **articles):
    c = Cart(PRICES, promotions)
    for article, pieces in articles.items():
        c.add(article, pieces)
    return c


def test_empty():
    assert cart().total() == 0


def test_shipping():
    assert cart(pen=2).total() == 890
    assert cart(lamp=1).total() == 6000


def test_add_and_remove():
    c = cart(pen=2)
    c.add("pen")
    c.remove("pen", 2)
    assert c.pieces("pen") == 1
    c.remove("pen")
    assert c.pieces() == 0


def test_three_for_two():
    assert cart(BuyGetFree("pen", 2), pen=2).total() == 890
    assert cart(BuyGetFree("pen", 2), pen=3).total() == 890
    assert cart(BuyGetFree("pen", 2), pen=6).total() == 1290


def test_percent():
    assert cart(PercentOff(10), lamp=1).total() == 5400
    assert cart(PercentOff(10, ("book",)), lamp=1, book=2).total() == 8700


def test_amount_off():
    promotion = AmountOff(1000, minimum=7000)
    assert cart(promotion, lamp=1).total() == 6000
    assert cart(promotion, lamp=1, book=1).total() == 6500


def test_preview():
    c = cart(lamp=1)
    assert c.preview("pen", 3) == 6600
    assert c.preview("book") == 7500


def test_preview_then_total():
    c = cart(pen=1)
    assert c.preview("lamp") == 6200
    assert c.total() == 690
    assert c.pieces() == 1


def test_best_addition():
    c = cart(BuyGetFree("pen", 2), AmountOff(2000, minimum=7000), lamp=1, pen=2)
    assert c.best_addition(["book", "pen"]) == "book"
    assert c.best_addition([]) is None


def test_unknown_article():
    with pytest.raises(KeyError):
        cart().add("boat")
