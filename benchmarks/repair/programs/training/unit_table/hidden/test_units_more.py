from units import seconds


def test_more():
    assert seconds("1d1h") == 90000
