from orders import OrderLine, TableOrder


def test_caller_list_not_shared():
    extras = ["cheese"]
    a = OrderLine("pasta", extras)
    a.add_extra("large")
    assert extras == ["cheese"]


def test_two_lines_same_list():
    extras = ["bread"]
    a, b = OrderLine("soup", extras), OrderLine("tea", extras)
    a.add_extra("large")
    assert b.extras == ["bread"]


def test_distinct_defaults():
    a, b = OrderLine("tea"), OrderLine("tea")
    assert a.extras is not b.extras
    a.add_extra("large")
    assert OrderLine("tea").price() == 300


def test_two_tables():
    one, two = TableOrder(1), TableOrder(2)
    one.add("soup", "large")
    two.add("soup")
    assert (one.total(), two.total()) == (700, 450)


def test_add_returns_line_with_extras():
    line = TableOrder(1).add("pasta", "cheese", "cheese")
    assert line.extras == ["cheese", "cheese"]
    assert line.price() == 1350
