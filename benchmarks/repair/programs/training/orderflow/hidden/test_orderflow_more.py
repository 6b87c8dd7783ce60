import pytest

from orderflow import Book, IllegalMove, Order


def delivered(total=1000):
    order = Order(1, total)
    order.pay(total)
    order.pack()
    order.ship()
    order.deliver()
    return order


def test_three_parts():
    order = delivered()
    order.refund(200)
    order.refund(300)
    assert order.state == "delivered"
    order.refund(500)
    assert order.state == "refunded"


def test_two_halves():
    order = delivered()
    order.refund(500)
    assert order.state == "delivered"
    order.refund(500)
    assert order.state == "refunded"
    assert order.final


def test_one_cent_left():
    order = delivered()
    order.refund(999)
    assert order.state == "delivered"
    order.refund(1)
    assert order.state == "refunded"


def test_growing_parts():
    order = delivered(100)
    order.refund(10)
    order.refund(40)
    assert order.state == "delivered"
    assert order.refundable == 50


def test_full_amount_given():
    order = delivered()
    order.refund(1000)
    assert order.state == "refunded"


def test_no_second_full_refund():
    order = delivered()
    order.refund(600)
    order.refund()
    with pytest.raises(IllegalMove):
        order.refund()


def test_too_much_back():
    order = delivered()
    order.refund(600)
    with pytest.raises(ValueError):
        order.refund(401)
    assert order.refunded == 600


def test_listener_once():
    seen = []
    order = delivered()
    order.on_change(lambda o, old, new: seen.append((old, new)))
    order.refund(1)
    order.refund(2)
    order.refund()
    assert seen == [("delivered", "refunded")]


def test_close_after_part_refund():
    order = delivered()
    order.refund(100)
    order.close()
    assert order.history[-1] == "closed"


def test_book_after_refunds():
    book = Book()
    a, b = book.create(100), book.create(100)
    a.pay(100)
    b.pay(100)
    a.refund(30)
    a.refund(70)
    assert book.waiting() == [2]
    assert book.overview() == {"refunded": 1, "paid": 1}
    assert book.income() == 100


def test_part_payment_then_refund():
    order = Order(1, 100)
    order.pay(50)
    with pytest.raises(IllegalMove):
        order.refund(50)
