import pytest

from invoicing import Coupon, Invoice, money


def test_totals():
    inv = Invoice().add("pen", 3, 150).add("book", 1, 1000, tax_rate=5)
    assert inv.subtotal() == 1450
    assert inv.tax_by_rate() == {5: 50, 20: 90}
    assert inv.total() == 1590


def test_percent_coupon():
    inv = Invoice(Coupon("percent", 10)).add("pen", 1, 995)
    assert inv.discount() == 100
    assert inv.total() == 895 + 179


def test_fixed_coupon():
    inv = Invoice(Coupon("fixed", 300)).add("a", 1, 1000).add("b", 1, 500, tax_rate=0)
    assert inv.discount_shares() == [200, 100]
    assert inv.total() == 1200 + 160


def test_coupon_worth_more_than_the_goods():
    inv = Invoice(Coupon("fixed", 1500)).add("pen", 2, 400)
    assert inv.total() == 0
    assert inv.tax() == 0
    assert inv.is_paid()


def test_summary_of_free_invoice():
    inv = Invoice(Coupon("fixed", 1500)).add("pen", 2, 400)
    assert inv.summary() == "Subtotal: 8.00\nDiscount: -8.00\nTax 20%: 0.00\nTotal: 0.00"


def test_payments():
    inv = Invoice().add("pen", 1, 1000)
    inv.pay(700)
    assert inv.balance() == 500
    assert not inv.is_paid()
    inv.pay(500)
    assert inv.is_paid()


def test_bad_coupon():
    with pytest.raises(ValueError):
        Coupon("percent", 120)


def test_money():
    assert [money(5), money(-1234)] == ["0.05", "-12.34"]
