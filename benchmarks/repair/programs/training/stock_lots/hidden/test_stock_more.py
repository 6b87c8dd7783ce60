from stock import Store


def test_three_lots():
    store = Store()
    for cents in (100, 200, 300):
        store.buy("x", 2, cents)
    assert store.sell("x", 5, 0) == -(200 + 400 + 300)
    assert store.value() == 300
    assert store.sell("x", 1, 0) == -300


def test_begun_lot():
    store = Store()
    store.buy("x", 3, 10)
    store.buy("x", 3, 20)
    store.sell("x", 2, 10)
    assert store.sell("x", 3, 20) == 60 - 10 - 40
