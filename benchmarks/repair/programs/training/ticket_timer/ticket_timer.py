"""How long tickets stay in their states."""

ALLOWED = {
    "new": {"open", "closed"},
    "open": {"waiting", "closed"},
    "waiting": {"open", "closed"},
    "closed": {"open"},
}


class Ticket:
    def __init__(self, clock):
        self.clock = clock
        self.state = "new"
        self.since = clock()
        self.spent = {}

    def move(self, state):
        """Go to another state; ValueError where that isn't allowed from here."""
        if state not in ALLOWED[self.state]:
            raise ValueError(f"{self.state} -> {state}")
        now = self.clock()
        self.spent[self.state] = self.spent.get(self.state, 0) + now - self.since
        self.state = state

    def time_in(self, state):
        """The time in a state so far, the present stay included."""
        time = self.spent.get(state, 0)
        if state == self.state:
            time += self.clock() - self.since
        return time
