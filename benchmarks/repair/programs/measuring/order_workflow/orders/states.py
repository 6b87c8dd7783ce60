"""The life of an order. A state names what may happen next and where that leads."""

TRANSITIONS = {
    "new": {"pay": "paid", "cancel": "cancelled"},
    "paid": {"pack": "packed", "cancel": "refunding"},
    "packed": {"ship": "shipped", "cancel": "refunding"},
    "shipped": {"deliver": "delivered", "lose": "lost"},
    "lost": {"reship": "packed", "refund": "refunding"},
    "returned": {"inspect": "refunding"},
    "refunding": {"refunded": "closed"},
}
FINAL = {"cancelled", "closed"}


class NotAllowed(Exception):
    def __init__(self, event, state):
        super().__init__(f"cannot {event} an order that is {state}")
        self.event = event
        self.state = state


def successor(state, event):
    try:
        return TRANSITIONS[state][event]
    except KeyError:
        raise NotAllowed(event, state) from None


def allowed(state):
    return sorted(TRANSITIONS.get(state, ()))
