from dataclasses import dataclass, field

from orders.states import FINAL, NotAllowed, successor


@dataclass
class Order:
    number: int
    lines: list = field(default_factory=list)
    state: str = "new"
    log: list = field(default_factory=list)

    @property
    def total(self):
        return sum(quantity * price for _, quantity, price in self.lines)

    @property
    def is_open(self):
        return self.state not in FINAL

    def add(self, article, quantity, price):
        if self.state != "new":
            raise NotAllowed("change", self.state)
        self.lines.append((article, quantity, price))

    def apply(self, event, who="system"):
        """Let an event happen; raises NotAllowed where it can't now."""
        state = successor(self.state, event)
        self.log.append(f"{who}: {self.state} -> {state}")
        self.state = state
        return self


def replay(number, events):
    """An order as a list of events leaves it, and the events that had to be passed over."""
    order, skipped = Order(number), []
    for event in events:
        try:
            order.apply(event)
        except NotAllowed:
            skipped.append(event)
    return order, skipped
