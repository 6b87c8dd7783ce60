import pytest

from stock import OutOfStock, Store


@pytest.fixture
def store():
    found = Store()
    found.buy("tea", 10, 200)
    found.buy("tea", 5, 300)
    return found


def test_available(store):
    assert store.available("tea") == 15
    assert store.available("rum") == 0


def test_no_quantity(store):
    with pytest.raises(ValueError):
        store.buy("tea", 0, 100)


def test_one_lot(store):
    assert store.sell("tea", 4, 250) == 200
    assert store.available("tea") == 11


def test_two_lots(store):
    assert store.sell("tea", 12, 400) == 2200


def test_out_of_stock(store):
    with pytest.raises(OutOfStock):
        store.sell("tea", 16, 400)
    assert store.available("tea") == 15


def test_value(store):
    assert store.value() == 3500
    store.sell("tea", 10, 250)
    assert store.value("tea") == 1500


def test_profit(store):
    store.sell("tea", 1, 250)
    store.sell("tea", 2, 300)
    assert store.profit() == 250


def test_scarce(store):
    store.buy("rum", 2, 900)
    assert store.scarce(3) == ["rum"]
