from costing import Stock, margin


def make():
    stock = Stock("x")
    stock.receive(5, 1)
    stock.receive(5, 2)
    stock.receive(5, 4)
    return stock


def test_one_by_one():
    stock = make()
    assert [stock.issue(1) for _ in range(15)] == [1] * 5 + [2] * 5 + [4] * 5


def test_across_borders():
    stock = make()
    assert stock.issue(7) == 9
    assert stock.issue(7) == 22
    assert (stock.quantity, stock.value) == (1, 4)
    assert stock.cost_of_sales == 31


def test_nothing():
    assert make().issue(0) == 0


def test_write_down_some():
    stock = make()
    assert stock.write_down(2) == 10
    assert stock.value == 25
    assert stock.write_down(2) == 0


def test_write_down_to_nothing():
    stock = make()
    assert stock.write_down(0) == 35
    assert stock.value == 0


def test_margin_of_parts():
    assert margin(make(), [(2, 2), (2, 2)]) == 50.0
