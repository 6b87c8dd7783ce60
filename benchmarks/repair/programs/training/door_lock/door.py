"""Electronic door lock modelled as a state machine."""

CLOSED = "closed"
OPEN = "open"
LOCKED = "locked"
ALARM = "alarm"

STATES = (CLOSED, OPEN, LOCKED, ALARM)

# (state, event) -> next state
TRANSITIONS = {
    (CLOSED, "open"): OPEN,
    (CLOSED, "lock"): LOCKED,
    (OPEN, "close"): CLOSED,
    (OPEN, "force"): ALARM,
    (LOCKED, "unlock"): CLOSED,
    (LOCKED, "force"): ALARM,
    (ALARM, "reset"): LOCKED,
}


class IllegalEvent(Exception):
    pass


class Door:
    def __init__(self, state=CLOSED):
        if state not in STATES:
            raise ValueError(f"no such state: {state}")
        self.state = state
        self.trail = [state]
        self._listeners = []

    def on_change(self, callback):
        self._listeners.append(callback)

    def fire(self, event):
        """Apply an event; unknown combinations are refused."""
        key = (self.state, event)
        if key not in TRANSITIONS:
            raise IllegalEvent(f"{event!r} not possible when {self.state}")
        before, self.state = self.state, TRANSITIONS[key]
        self.trail.append(self.state)
        for callback in self._listeners:
            callback(before, self.state)
        return self.state

    def allowed(self):
        return sorted(event for state, event in TRANSITIONS if state == self.state)


def run(events, start=CLOSED):
    """Final state after a series of events, ignoring refused ones."""
    door = Door(start)
    refused = 0
    for event in events:
        try:
            door.fire(event)
        except IllegalEvent:
            refused += 1
    return door.state, refused
