"""The events of a purse and the state that they lead to."""
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Event:
    kind: str
    amount: int = 0
    ref: str = ""


@dataclass
class PurseState:
    balance: int = 0
    holds: dict = field(default_factory=dict)
    closed: bool = False

    @property
    def available(self):
        return self.balance - sum(self.holds.values())

    def apply(self, event):
        if event.kind == "deposited":
            self.balance += event.amount
        elif event.kind == "withdrawn":
            self.balance -= event.amount
        elif event.kind == "held":
            self.holds[event.ref] = event.amount
        elif event.kind == "released":
            del self.holds[event.ref]
        elif event.kind == "captured":
            self.balance -= self.holds.pop(event.ref)
        elif event.kind == "closed":
            self.closed = True
        else:
            raise ValueError(f"unknown event {event.kind}")

    def copy(self):
        return replace(self)
