import pytest

from coupon_engine import Cart, Coupon, CouponError, Line, spread


def cart(*prices):
    c = Cart()
    for i, price in enumerate(prices):
        c.add(f"p{i}", price)
    return c


@pytest.mark.parametrize(
    "prices, amount, expected",
    [
        ((100, 100, 100), 100, [33, 33, 34]),
        ((100, 100, 100, 100), 40, [10, 10, 10, 10]),
        ((100, 200, 300), 60, [10, 20, 30]),
        ((100, 0, 100), 50, [25, 0, 25]),
        ((1, 1, 1, 1, 1), 3, [0, 1, 0, 1, 1]),
        ((700,), 50, [50]),
        ((300, 100), 40, [30, 10]),
    ],
)
def test_spread(prices, amount, expected):
    lines = [Line("x", price) for price in prices]
    spread(amount, lines)
    assert [line.discount for line in lines] == expected


def test_spread_is_complete():
    for n in range(1, 9):
        lines = [Line("x", 37 * (i + 1)) for i in range(n)]
        spread(31, lines)
        assert sum(line.discount for line in lines) == 31


def test_two_coupons_many_lines():
    c = cart(400, 400, 400, 400)
    c.apply(Coupon("A", percent=50))
    c.apply(Coupon("B", amount=100))
    assert [line.net for line in c.lines] == [175] * 4
    assert c.total == 700


def test_everything_free():
    c = cart(100, 250, 333)
    c.apply(Coupon("A", amount=9999))
    assert [line.net for line in c.lines] == [0, 0, 0]


def test_free_lines():
    lines = [Line("x", 0), Line("y", 0)]
    spread(10, lines)
    assert [line.discount for line in lines] == [0, 0]


def test_add_after_coupon():
    c = cart(100, 100)
    c.apply(Coupon("A", percent=10))
    c.add("more", 100)
    c.add("more", 100)
    assert [line.discount for line in c.lines] == [10] * 4


def test_same_code():
    c = cart(100)
    c.apply(Coupon("A", percent=10))
    with pytest.raises(CouponError):
        c.apply(Coupon("A", amount=1))
