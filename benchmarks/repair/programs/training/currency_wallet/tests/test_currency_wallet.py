from decimal import Decimal

import pytest

from currency_wallet import InsufficientFunds, Rates, Wallet


@pytest.fixture
def wallet():
    w = Wallet(Rates("EUR", {"USD": "1.25", "JPY": "160"}))
    w.deposit("100", "EUR")
    return w


def test_deposit_and_withdraw(wallet):
    wallet.withdraw("30.50", "EUR")
    assert wallet.balance("EUR") == Decimal("69.50")


def test_withdraw_too_much(wallet):
    with pytest.raises(InsufficientFunds):
        wallet.withdraw("100.01", "EUR")


def test_hold_limits_withdraw(wallet):
    wallet.hold(60, "EUR")
    assert wallet.available("EUR") == 40
    with pytest.raises(InsufficientFunds):
        wallet.withdraw(50, "EUR")


def test_hold_limits_exchange(wallet):
    wallet.hold(60, "EUR")
    with pytest.raises(InsufficientFunds):
        wallet.exchange(50, "EUR", "USD")
    assert wallet.balance("EUR") == 100
    assert wallet.balance("USD") == 0


def test_capture(wallet):
    first = wallet.hold(60, "EUR")
    assert wallet.capture(first) == 60
    assert wallet.balance("EUR") == 40
    assert wallet.available("EUR") == 40


def test_exchange(wallet):
    assert wallet.exchange(40, "EUR", "USD") == 50
    assert wallet.balance("EUR") == 60
    assert wallet.balance("USD") == 50


def test_exchange_fee():
    w = Wallet(Rates("EUR", {"JPY": "160"}), fee_percent="1.5")
    w.deposit(10, "EUR")
    assert w.exchange(10, "EUR", "JPY") == 1576
    with pytest.raises(InsufficientFunds):
        w.exchange(1, "EUR", "JPY")


def test_total(wallet):
    wallet.deposit(25, "USD")
    assert wallet.total("EUR") == 120
    assert wallet.total("JPY") == 19200


def test_statement(wallet):
    wallet.deposit(500, "JPY")
    wallet.hold("10", "EUR")
    assert wallet.statement() == ["EUR 100.00 (90.00 available)", "JPY 500 (500 available)"]


def test_history(wallet):
    wallet.exchange(8, "EUR", "USD")
    assert [(e.kind, e.currency, e.amount) for e in wallet.history] == [
        ("deposit", "EUR", 100), ("exchange", "EUR", -8), ("exchange", "USD", 10),
    ]
