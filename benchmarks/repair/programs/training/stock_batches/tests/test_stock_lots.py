import pytest
from stock_lots import LotBook, NotEnoughShares


@pytest.fixture
def book():
    b = LotBook()
    b.buy("AA", 10, 100)
    b.buy("AA", 5, 200)
    return b


def test_held(book):
    assert book.held("AA") == 15
    assert book.held("ZZ") == 0


def test_basis(book):
    assert book.cost_basis("AA") == 2000


def test_sell_oldest_first(book):
    sale = book.sell("AA", 12, 150)
    assert sale.basis == 1400
    assert sale.gain == 400
    assert book.held("AA") == 3


def test_sell_everything(book):
    book.sell("AA", 15, 1)
    assert book.held("AA") == 0
    assert book.cost_basis("AA") == 0


def test_too_many_raises(book):
    with pytest.raises(NotEnoughShares):
        book.sell("AA", 16, 100)
    assert book.sales == []


def test_refused_sale_changes_nothing(book):
    with pytest.raises(NotEnoughShares):
        book.sell("AA", 20, 100)
    assert book.held("AA") == 15
    assert book.cost_basis("AA") == 2000


def test_realised_gain(book):
    book.buy("BB", 1, 50)
    book.sell("AA", 1, 110)
    book.sell("BB", 1, 40)
    assert book.realised_gain() == 0
    assert book.realised_gain("AA") == 10


def test_split(book):
    book.split("AA", 2)
    assert book.held("AA") == 30
    assert book.cost_basis("AA") == 2000
