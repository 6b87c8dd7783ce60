import pytest

from pricing import Cart, Customer

NEW = Customer("new", years=1, orders=9)


def cart(customer, *items):
    c = Cart(customer)
    for item in items:
        c.add(*item)
    return c


def test_new_customer():
    assert not NEW.is_loyal()


def test_loyal_by_years():
    assert Customer("x", years=2).is_loyal()


def test_loyal_by_orders():
    assert Customer("x", orders=10).is_loyal()


def test_blocked():
    assert not Customer("x", years=5, orders=50, blocked=True).is_loyal()


def test_loyal_discount():
    c = cart(Customer("x", years=3), ("book", 2000))
    assert c.discount() == 100
    assert c.total() == 1900


def test_big_order():
    c = cart(NEW, ("lamp", 5000, 2))
    assert c.discount() == 300
    assert c.shipping() == 0


def test_small_order_pays_shipping():
    assert cart(NEW, ("pen", 100)).total() == 590


def test_free_shipping_limit():
    assert cart(NEW, ("x", 4999)).shipping() == 490
    assert cart(NEW, ("x", 5000)).shipping() == 0


def test_bulky():
    assert cart(NEW, ("sofa", 90000, 1, True)).shipping() == 1470


def test_empty():
    assert Cart(NEW).total() == 0


def test_bad_item():
    with pytest.raises(ValueError):
        cart(NEW, ("x", 1, 0))
