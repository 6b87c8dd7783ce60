"""Gift cards of a shop."""

from dataclasses import dataclass, field
from datetime import date

YEARS_VALID = 3


class CardError(Exception):
    pass


@dataclass
class Card:
    code: str
    balance: int
    sold: date
    blocked: bool = False
    history: list = field(default_factory=list)

    @property
    def expires(self):
        return date(self.sold.year + YEARS_VALID, 12, 31)

    def check(self, day):
        if self.blocked:
            raise CardError(f"{self.code} is blocked")
        if day > self.expires:
            raise CardError(f"{self.code} expired on {self.expires}")

    def charge(self, cents, day):
        self.check(day)
        if cents > self.balance:
            raise CardError(f"{self.code} has only {self.balance}")
        self.balance -= cents
        self.history.append((day, -cents))

    def refund(self, cents, day):
        if self.blocked:
            raise CardError(f"{self.code} is blocked")
        self.balance += cents
        self.history.append((day, cents))


@dataclass
class Payment:
    cards: dict
    cash: int


def pay(price, cards, day):
    """Use the cards one after the other, those that end first before the others; the rest is cash."""
    used = {}
    rest = price
    for card in sorted(cards, key=lambda card: (card.expires, card.code)):
        card.check(day)
        if rest == 0:
            break
        amount = min(card.balance, price)
        if amount:
            card.charge(amount, day)
            used[card.code] = amount
            rest -= amount
    return Payment(used, rest)


def cancel(payment, cards, day):
    """Give back what the cards paid; the cash to be handed out."""
    by_code = {card.code: card for card in cards}
    for code, amount in payment.cards.items():
        by_code[code].refund(amount, day)
    return payment.cash
