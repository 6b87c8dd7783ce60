import pytest

from coupon_engine import Cart, Coupon, CouponError


@pytest.fixture
def cart():
    c = Cart()
    c.add("tea", 500, 2, category="food")
    c.add("mug", 1000)
    return c


def test_percent(cart):
    cart.apply(Coupon("TEN", percent=10))
    assert cart.total == 1800
    assert [line.discount for line in cart.lines] == [100, 100]


def test_category(cart):
    cart.apply(Coupon("FOOD", percent=20, category="food"))
    assert [line.net for line in cart.lines] == [800, 1000]


def test_percent_before_amount(cart):
    cart.apply(Coupon("A", amount=200))
    cart.apply(Coupon("B", percent=50))
    assert cart.total == 800


def test_cap(cart):
    cart.apply(Coupon("HALF", percent=50, cap=300))
    assert cart.savings == 300


def test_never_below_zero(cart):
    cart.apply(Coupon("BIG", amount=5000))
    assert cart.total == 0


def test_three_lines(cart):
    cart.add("jam", 1000, category="food")
    cart.apply(Coupon("OFF", amount=600))
    assert [line.discount for line in cart.lines] == [200, 200, 200]
    assert cart.receipt() == [
        "2x tea 8.00",
        "1x mug 8.00",
        "1x jam 8.00",
        "saved 6.00",
        "total 24.00",
    ]


def test_odd_cents(cart):
    cart.apply(Coupon("ODD", amount=101))
    assert [line.discount for line in cart.lines] == [50, 51]


def test_refused(cart):
    with pytest.raises(CouponError):
        cart.apply(Coupon("MIN", percent=5, minimum=2001))
    with pytest.raises(CouponError):
        cart.apply(Coupon("TOY", percent=5, category="toys"))
    cart.apply(Coupon("SOLO", percent=5, exclusive=True))
    with pytest.raises(CouponError):
        cart.apply(Coupon("MORE", percent=5))


def test_remove(cart):
    cart.apply(Coupon("TEN", percent=10))
    cart.remove("TEN")
    assert cart.receipt() == ["2x tea 10.00", "1x mug 10.00", "total 20.00"]
