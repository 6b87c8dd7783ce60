from datetime import date

from giftcard import Card, pay

TODAY = date(2024, 6, 1)


def cards(*balances):
    return [Card(f"C{n}", balance, date(2023, 1, 1)) for n, balance in enumerate(balances)]


def test_three_cards():
    payment = pay(100, cards(30, 40, 90), TODAY)
    assert payment.cards == {"C0": 30, "C1": 40, "C2": 30}
    assert payment.cash == 0


def test_never_more_than_the_price():
    for balances in ((60, 60), (100, 5), (1, 99, 1), (0, 100)):
        payment = pay(100, cards(*balances), TODAY)
        assert sum(payment.cards.values()) + payment.cash == 100
        assert payment.cash >= 0
