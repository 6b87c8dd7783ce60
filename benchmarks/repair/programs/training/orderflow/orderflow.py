"""Life of an order: states, payments and refunds (amounts in cents)."""
from collections import Counter

TRANSITIONS = {
    "new": {"paid", "cancelled"},
    "paid": {"packed", "refunded"},
    "packed": {"shipped", "refunded"},
    "shipped": {"delivered", "lost"},
    "lost": {"shipped", "refunded"},
    "delivered": {"refunded", "closed"},
    "cancelled": set(),
    "refunded": set(),
    "closed": set(),
}


class IllegalMove(Exception):
    pass


class Order:
    def __init__(self, number, total):
        if total <= 0:
            raise ValueError("total must be positive")
        self.number = number
        self.total = total
        self.state = "new"
        self.paid = 0
        self.refunded = 0
        self.history = ["new"]
        self._listeners = []

    def on_change(self, listener):
        """listener(order, old state, new state) is called after each change."""
        self._listeners.append(listener)

    def can(self, state):
        return state in TRANSITIONS[self.state]

    @property
    def final(self):
        return not TRANSITIONS[self.state]

    @property
    def outstanding(self):
        return self.total - self.paid

    @property
    def refundable(self):
        return self.paid - self.refunded

    def _move(self, state):
        if not self.can(state):
            raise IllegalMove(f"{self.state} -> {state}")
        old, self.state = self.state, state
        self.history.append(state)
        for listener in self._listeners:
            listener(self, old, state)

    def pay(self, amount):
        """Part payments are fine; with the last one the order is paid."""
        if self.state != "new":
            raise IllegalMove(f"no payment when {self.state}")
        if not 0 < amount <= self.outstanding:
            raise ValueError("wrong amount")
        self.paid += amount
        if self.outstanding == 0:
            self._move("paid")

    def refund(self, amount=None):
        """Pays back a part (default: all that is left)."""
        if not self.can("refunded"):
            raise IllegalMove(f"no refund when {self.state}")
        if amount is None:
            amount = self.refundable
        if not 0 < amount <= self.refundable:
            raise ValueError("wrong amount")
        self.refunded += amount
        if amount == self.paid:
            self._move("refunded")

    def cancel(self):
        """Returns the amount that was paid already and goes back."""
        self._move("cancelled")
        back, self.paid = self.paid, 0
        return back

    def pack(self):
        self._move("packed")

    def ship(self):
        self._move("shipped")

    def deliver(self):
        self._move("delivered")

    def lose(self):
        self._move("lost")

    def close(self):
        self._move("closed")


class Book:
    """All the orders by number."""

    def __init__(self):
        self._orders = {}

    def create(self, total):
        order = Order(len(self._orders) + 1, total)
        self._orders[order.number] = order
        return order

    def __getitem__(self, number):
        return self._orders[number]

    def overview(self):
        return Counter(order.state for order in self._orders.values())

    def income(self):
        return sum(order.paid - order.refunded for order in self._orders.values())

    def waiting(self):
        """Numbers of the orders that someone has to do something about."""
        return [n for n, order in sorted(self._orders.items()) if not order.final]
