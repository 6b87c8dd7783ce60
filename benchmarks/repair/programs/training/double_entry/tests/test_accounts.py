import pytest

from accounts import Books, UnbalancedError


@pytest.fixture
def books():
    b = Books()
    b.open("cash", "asset")
    b.open("loan", "liability")
    b.open("capital", "equity")
    b.open("sales", "income")
    b.open("rent", "expense")
    b.post("start", {"cash": 100_00}, {"capital": 100_00})
    return b


def test_start(books):
    assert books.balance("cash") == 100_00
    assert books.balance("capital") == 100_00


def test_unknown_kind():
    with pytest.raises(ValueError):
        Books().open("x", "magic")


def test_unbalanced(books):
    with pytest.raises(UnbalancedError):
        books.post("bad", {"cash": 1}, {"sales": 2})
    assert books.balance("cash") == 100_00


def test_unknown_account_posts_nothing(books):
    with pytest.raises(KeyError):
        books.post("bad", {"cash": 5}, {"nowhere": 5})
    assert books.balance("cash") == 100_00


def test_loan(books):
    books.post("borrow", {"cash": 40_00}, {"loan": 40_00})
    books.post("repay", {"loan": 15_00}, {"cash": 15_00})
    assert books.balance("loan") == 25_00
    assert books.in_balance()


def test_sale_only(books):
    books.post("sale", {"cash": 30_00}, {"sales": 30_00})
    assert books.profit() == 30_00


def test_profit(books):
    books.post("sale", {"cash": 30_00}, {"sales": 30_00})
    books.post("rent", {"rent": 20_00}, {"cash": 20_00})
    assert books.profit() == 10_00


def test_loss(books):
    books.post("rent", {"rent": 20_00}, {"cash": 20_00})
    assert books.profit() == -20_00


def test_accounting_equation(books):
    books.post("sale", {"cash": 50_00}, {"sales": 50_00})
    books.post("rent", {"rent": 20_00}, {"cash": 20_00})
    assert books.in_balance()


def test_journal(books):
    books.post("sale", {"cash": 1}, {"sales": 1})
    assert books.journal == ["start", "sale"]
