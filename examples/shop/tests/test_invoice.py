import pytest

from shop.cart import Cart
from shop.catalogue import Article
from shop.invoice import render, show, totals


@pytest.fixture
def cart():
    cart = Cart()
    cart.add(Article("L1", "Lamp", 11_900), 1)
    return cart


def test_tax_is_part_of_the_total(cart):
    figures = totals(cart)
    assert figures["discount"] == 595
    assert figures["total"] == 11_305
    assert figures["tax"] == 1_805


def test_the_better_discount_counts(cart):
    assert totals(cart, coupon={"kind": "percent", "value": 20})["discount"] == 2_380


def test_render(cart):
    text = render(cart, {"total": 11_900, "tax": 1_900})
    assert text == "1 x Lamp: 119.00\nTotal: 119.00 (tax 19.00)"


def test_show_pads_cents():
    assert show(5) == "0.05"
