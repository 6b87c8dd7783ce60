from decimal import Decimal

import pytest

from currency_wallet import InsufficientFunds, Rates, Wallet


@pytest.fixture
def wallet():
    w = Wallet(Rates("USD", {"GBP": "0.8", "JPY": "150", "KWD": "0.3"}))
    w.deposit(200, "USD")
    w.deposit(40, "GBP")
    return w


def test_exchange_all(wallet):
    assert wallet.exchange(200, "USD", "GBP") == 160
    assert wallet.balance("USD") == 0


def test_exchange_exactly_available(wallet):
    wallet.hold(150, "USD")
    assert wallet.exchange(50, "USD", "GBP") == 40
    assert wallet.available("USD") == 0
    assert wallet.balance("USD") == 150


def test_exchange_a_cent_more_than_available(wallet):
    wallet.hold(150, "USD")
    with pytest.raises(InsufficientFunds):
        wallet.exchange("50.01", "USD", "GBP")


def test_several_holds(wallet):
    wallet.hold(100, "USD")
    wallet.hold(70, "USD")
    with pytest.raises(InsufficientFunds):
        wallet.exchange(31, "USD", "JPY")
    assert wallet.exchange(30, "USD", "JPY") == 4500


def test_hold_of_other_currency(wallet):
    wallet.hold(40, "GBP")
    assert wallet.exchange(200, "USD", "KWD") == 60


def test_after_release(wallet):
    hold = wallet.hold(200, "USD")
    with pytest.raises(InsufficientFunds):
        wallet.exchange(10, "USD", "GBP")
    wallet.release(hold)
    assert wallet.exchange(10, "USD", "GBP") == 8


def test_capture_works_after_refused_exchange(wallet):
    hold = wallet.hold(150, "USD")
    with pytest.raises(InsufficientFunds):
        wallet.exchange(100, "USD", "GBP")
    wallet.capture(hold)
    assert wallet.balance("USD") == 50


def test_no_trace_of_refused(wallet):
    wallet.hold(200, "USD")
    before = list(wallet.history)
    with pytest.raises(InsufficientFunds):
        wallet.exchange(1, "USD", "GBP")
    assert wallet.history == before


def test_nothing_there(wallet):
    with pytest.raises(InsufficientFunds):
        wallet.exchange(1, "JPY", "USD")


def test_not_positive(wallet):
    with pytest.raises(ValueError):
        wallet.exchange(0, "USD", "GBP")


def test_hold_into_target_stays(wallet):
    wallet.hold(40, "GBP")
    wallet.exchange(100, "USD", "GBP")
    assert wallet.available("GBP") == 80
    assert wallet.total("USD") == Decimal(250)
