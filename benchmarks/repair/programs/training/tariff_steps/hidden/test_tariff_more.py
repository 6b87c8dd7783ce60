from tariff import cost


def test_more():
    assert cost(30) == 4000
    assert cost(3, [(1, 1), (1, 10)], 100) == 111
