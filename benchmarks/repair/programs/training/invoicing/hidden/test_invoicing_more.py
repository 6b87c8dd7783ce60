from invoicing import Coupon, Invoice


def test_discount_is_limited():
    inv = Invoice(Coupon("fixed", 5000)).add("a", 1, 1200).add("b", 1, 300, tax_rate=5)
    assert inv.discount() == 1500


def test_shares_are_limited():
    inv = Invoice(Coupon("fixed", 5000)).add("a", 1, 1200).add("b", 1, 300, tax_rate=5)
    assert inv.discount_shares() == [1200, 300]
    assert inv.tax_by_rate() == {5: 0, 20: 0}


def test_exactly_the_subtotal():
    inv = Invoice(Coupon("fixed", 1500)).add("a", 1, 1500)
    assert inv.discount() == 1500
    assert inv.total() == 0


def test_one_cent_less():
    inv = Invoice(Coupon("fixed", 1499)).add("a", 1, 1500)
    assert inv.discount() == 1499
    assert inv.total() == 1


def test_one_cent_more():
    inv = Invoice(Coupon("fixed", 1501)).add("a", 1, 1500)
    assert inv.discount() == 1500


def test_coupon_on_empty_invoice():
    inv = Invoice(Coupon("fixed", 500))
    assert inv.discount() == 0
    assert inv.total() == 0
    assert not inv.is_paid()
    assert inv.summary() == "Subtotal: 0.00\nTotal: 0.00"


def test_more_lines_use_more_of_the_coupon():
    inv = Invoice(Coupon("fixed", 1000)).add("a", 1, 400)
    assert inv.discount() == 400
    inv.add("b", 1, 900)
    assert inv.discount() == 1000
    assert inv.total() == 300 + 60


def test_all_percent():
    inv = Invoice(Coupon("percent", 100)).add("a", 1, 700)
    assert inv.discount() == 700
    assert inv.total() == 0


def test_big_percent_value_is_no_cap():
    inv = Invoice(Coupon("percent", 50)).add("a", 1, 30)
    assert inv.discount() == 15


def test_balance_of_overpaid_free_invoice():
    inv = Invoice(Coupon("fixed", 900)).add("a", 1, 700)
    inv.pay(100)
    assert inv.balance() == -100
