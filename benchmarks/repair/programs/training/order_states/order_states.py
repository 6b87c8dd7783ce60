"""The life of an order as a state machine. Times are hours."""
from dataclasses import dataclass

TRANSITIONS = {
    "new": {"paid", "cancelled"},
    "paid": {"packing", "waiting", "held", "cancelled"},
    "waiting": {"paid", "cancelled"},
    "packing": {"shipped", "held", "cancelled"},
    "held": {"paid", "packing", "cancelled"},
    "shipped": {"delivered"},
    "delivered": {"returned"},
    "cancelled": set(),
    "returned": set(),
}


class StateError(Exception):
    """The order can't do that in its state."""


@dataclass(frozen=True)
class Event:
    at: int
    source: str
    target: str
    note: str = ""


class Order:
    """An order is promised to be shipped within some hours after payment."""

    def __init__(self, number, total, created=0, promise=48):
        self.number = number
        self.total = total
        self.promise = promise
        self.created = created
        self.state = "new"
        self.since = created
        self.due = None
        self.refunded = 0
        self.history = []
        self._before_hold = None

    def _move(self, target, now, note=""):
        if target not in TRANSITIONS[self.state]:
            raise StateError(f"order {self.number}: {self.state} -> {target}")
        if now < self.since:
            raise ValueError("time runs backwards")
        self.history.append(Event(now, self.state, target, note))
        self.state = target
        self.since = now

    def pay(self, now):
        if self.state != "new":
            raise StateError(f"order {self.number} is {self.state}")
        self._move("paid", now)
        self.due = now + self.promise

    def out_of_stock(self, now):
        self._move("waiting", now, "out of stock")

    def restock(self, now):
        if self.state != "waiting":
            raise StateError(f"order {self.number} is {self.state}")
        pause = now - self.since
        self._move("paid", now, "restocked")
        self.due += pause

    def hold(self, now, reason):
        before = self.state
        self._move("held", now, reason)
        self._before_hold = before

    def resume(self, now):
        """Goes on where the order was put on hold."""
        if self.state != "held":
            raise StateError(f"order {self.number} is {self.state}")
        self._move(self._before_hold, now, "resumed")
        self._before_hold = None

    def pack(self, now):
        if self.state != "paid":
            raise StateError(f"order {self.number} is {self.state}")
        self._move("packing", now)

    def ship(self, now):
        self._move("shipped", now, "late" if now > self.due else "")

    def deliver(self, now):
        self._move("delivered", now)

    def cancel(self, now, reason=""):
        was_paid = self.state != "new"
        self._move("cancelled", now, reason)
        if was_paid:
            self.refunded = self.total

    def take_back(self, now, amount=None):
        self._move("returned", now)
        self.refunded = self.total if amount is None else min(amount, self.total)

    @property
    def closed(self):
        return not TRANSITIONS[self.state]

    def overdue(self, now):
        """Should it have been shipped by now?"""
        return self.state in ("paid", "packing") and now > self.due

    def hours_in(self, state, now):
        """How long the order has been in that state, all visits together."""
        left = [e.at for e in self.history if e.source == state]
        entered = [e.at for e in self.history if e.target == state]
        if self.state == state:
            left.append(now)
        if state == "new":
            entered.append(self.created)
        return sum(left) - sum(entered)


def worklist(orders, now):
    """Numbers of the orders to be shipped, the most urgent first."""
    ready = [order for order in orders if order.state in ("paid", "packing")]
    ready.sort(key=lambda order: (order.due, order.number))
    return [f"{o.number}!" if o.overdue(now) else f"{o.number}" for o in ready]
