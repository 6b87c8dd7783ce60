import pytest

from pricing import Cart, Customer


@pytest.mark.parametrize("years,orders,blocked,expected", [
    (2, 0, False, True), (0, 10, False, True), (2, 10, False, True), (1, 9, False, False),
    (2, 0, True, False), (0, 10, True, False), (9, 9, False, True),
])
def test_is_loyal(years, orders, blocked, expected):
    assert Customer("c", years, orders, blocked).is_loyal() is expected


def test_blocked_by_orders_pays_everything():
    c = Cart(Customer("c", orders=30, blocked=True))
    c.add("x", 1000)
    assert c.total() == 1490


def test_both_discounts():
    c = Cart(Customer("c", orders=12))
    c.add("x", 10000)
    assert c.discount() == 800


def test_loyal_bulky_pays_shipping():
    c = Cart(Customer("c", years=4))
    c.add("sofa", 1000, 1, True)
    assert c.shipping() == 1470


def test_loyal_free_shipping_small():
    c = Cart(Customer("c", years=2, orders=1))
    c.add("x", 100)
    assert c.shipping() == 0
