import pytest

from orderflow import Book, IllegalMove, Order


def paid_order(total=1000):
    order = Order(1, total)
    order.pay(total)
    return order


def test_whole_life():
    order = paid_order()
    order.pack()
    order.ship()
    order.deliver()
    order.close()
    assert order.history == ["new", "paid", "packed", "shipped", "delivered", "closed"]
    assert order.final


def test_part_payments():
    order = Order(1, 1000)
    order.pay(400)
    assert order.state == "new"
    order.pay(600)
    assert order.state == "paid"


def test_too_much_paid():
    with pytest.raises(ValueError):
        Order(1, 1000).pay(1001)


def test_full_refund():
    order = paid_order()
    order.refund()
    assert order.state == "refunded"
    assert order.refundable == 0


def test_part_refund():
    order = paid_order()
    order.refund(300)
    assert order.state == "paid"
    assert order.refundable == 700


def test_refund_of_the_rest():
    order = paid_order()
    order.refund(300)
    order.refund()
    assert order.refunded == 1000
    assert order.state == "refunded"


def test_no_refund_on_the_way():
    order = paid_order()
    order.pack()
    order.ship()
    with pytest.raises(IllegalMove):
        order.refund()
    order.lose()
    order.refund()
    assert order.history[-2:] == ["lost", "refunded"]


def test_cancel():
    order = Order(1, 1000)
    order.pay(200)
    assert order.cancel() == 200
    with pytest.raises(IllegalMove):
        order.pay(800)


def test_listener():
    seen = []
    order = Order(7, 50)
    order.on_change(lambda o, old, new: seen.append((o.number, old, new)))
    order.pay(50)
    order.pack()
    assert seen == [(7, "new", "paid"), (7, "paid", "packed")]


def test_book():
    book = Book()
    a, b, c = book.create(100), book.create(200), book.create(300)
    a.pay(100)
    b.pay(200)
    b.refund(50)
    c.cancel()
    assert book.income() == 250
    assert book.overview() == {"paid": 2, "cancelled": 1}
    assert book.waiting() == [1, 2]
