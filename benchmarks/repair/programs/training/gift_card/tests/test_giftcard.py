from datetime import date

import pytest

from giftcard import Card, CardError, cancel, pay

TODAY = date(2024, 6, 1)


@pytest.fixture
def old():
    return Card("OLD", 2000, date(2022, 5, 1))


@pytest.fixture
def new():
    return Card("NEW", 5000, date(2024, 5, 1))


def test_expiry(old):
    assert old.expires == date(2025, 12, 31)
    with pytest.raises(CardError, match="expired"):
        old.charge(1, date(2026, 1, 1))


def test_blocked(new):
    new.blocked = True
    with pytest.raises(CardError, match="blocked"):
        pay(100, [new], TODAY)


def test_charge_too_much(old):
    with pytest.raises(CardError, match="only 2000"):
        old.charge(2001, TODAY)


def test_one_card(new):
    payment = pay(1200, [new], TODAY)
    assert payment.cards == {"NEW": 1200}
    assert payment.cash == 0
    assert new.balance == 3800


def test_card_does_not_suffice(old):
    assert pay(2500, [old], TODAY).cash == 500


def test_two_cards(old, new):
    payment = pay(3000, [new, old], TODAY)
    assert payment.cards == {"OLD": 2000, "NEW": 1000}
    assert payment.cash == 0


def test_no_cards():
    assert pay(700, [], TODAY).cash == 700


def test_second_card_is_not_needed(old, new):
    pay(500, [new, old], TODAY)
    assert (old.balance, new.balance) == (1500, 5000)


def test_cancel(old, new):
    payment = pay(8000, [old, new], TODAY)
    assert cancel(payment, [old, new], TODAY) == 1000
    assert (old.balance, new.balance) == (2000, 5000)
    assert old.history == [(TODAY, -2000), (TODAY, 2000)]
