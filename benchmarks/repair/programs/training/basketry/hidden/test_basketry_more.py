from basketry import AmountOff, BuyGetFree, Cart, PercentOff

PRICES = {"pen": 200, "book": 1500, "lamp": 6000}


def filled(promotions=(), **articles):
    c = Cart(PRICES, promotions)
    for article, pieces in articles.items():
        c.add(article, pieces)
    return c


def test_same_preview_twice():
    c = filled(pen=1)
    assert c.preview("pen") == c.preview("pen") == 890


def test_preview_on_empty_cart():
    c = filled()
    assert c.preview("book") == 1990
    assert c.total() == 0
    assert c.pieces() == 0
    assert c.subtotal() == 0


def test_preview_known_article_keeps_pieces():
    c = filled(book=2)
    c.preview("book", 3)
    assert c.pieces("book") == 2
    assert c.subtotal() == 3000


def test_add_after_preview():
    c = filled(pen=1)
    assert c.preview("book") == 2190
    c.add("book")
    assert c.total() == 2190
    assert c.pieces() == 2


def test_add_shows_in_next_preview():
    c = filled(pen=1)
    c.preview("pen")
    c.add("pen", 2)
    assert c.preview("pen") == 4 * 200 + 490


def test_best_addition_leaves_cart():
    c = filled(pen=2)
    assert c.best_addition(["lamp", "book", "pen"]) == "pen"
    assert c.pieces() == 2


def test_best_addition_independent_of_order():
    promotions = [BuyGetFree("pen", 2)]
    assert filled(promotions, pen=2, book=1).best_addition(["book", "pen"]) == "pen"
    assert filled(promotions, pen=2, book=1).best_addition(["pen", "book"]) == "pen"


def test_two_carts():
    a, b = filled(pen=1), filled(pen=1)
    a.preview("lamp")
    assert b.total() == 690


def test_preview_with_promotions():
    c = filled([PercentOff(50, ("pen",)), AmountOff(100)], pen=2)
    assert c.preview("pen", 2) == 790
    assert c.total() == 590


def test_never_below_zero():
    assert filled([AmountOff(9999)], pen=1).total() == 490
