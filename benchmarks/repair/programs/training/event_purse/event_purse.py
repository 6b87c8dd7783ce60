"""A purse whose state comes from its events, with snapshots to save time."""
from events import Event, PurseState


class PurseError(Exception):
    pass


class EventPurse:
    """Keeps a snapshot of the state after every `every` events."""

    def __init__(self, every=5):
        self.every = every
        self.events = []
        self.snapshots = {}
        self.state = PurseState()

    @property
    def version(self):
        return len(self.events)

    def deposit(self, amount):
        self._positive(amount)
        self._record(Event("deposited", amount))

    def withdraw(self, amount):
        self._positive(amount)
        self._covered(amount)
        self._record(Event("withdrawn", amount))

    def hold(self, ref, amount):
        """Reserve money under a reference until it is released or captured."""
        self._positive(amount)
        self._covered(amount)
        if ref in self.state.holds:
            raise PurseError(f"{ref} is held already")
        self._record(Event("held", amount, ref))

    def release(self, ref):
        self._known(ref)
        self._record(Event("released", ref=ref))

    def capture(self, ref):
        self._known(ref)
        self._record(Event("captured", ref=ref))

    def close(self):
        if self.state.balance:
            raise PurseError("the purse is not empty")
        self._record(Event("closed"))

    def state_at(self, version):
        """The state after the first `version` events."""
        if not 0 <= version <= self.version:
            raise PurseError(f"no version {version}")
        base = max((v for v in self.snapshots if v <= version), default=0)
        state = self.snapshots[base].copy() if base else PurseState()
        for event in self.events[base:version]:
            state.apply(event)
        return state

    def undo(self):
        """Drop the last event."""
        if not self.events:
            raise PurseError("nothing to undo")
        self.snapshots.pop(self.version, None)
        self.events.pop()
        self.state = self.state_at(self.version)

    def _record(self, event):
        if self.state.closed:
            raise PurseError("the purse is closed")
        self.state.apply(event)
        self.events.append(event)
        if self.version % self.every == 0:
            self.snapshots[self.version] = self.state.copy()

    def _positive(self, amount):
        if amount <= 0:
            raise PurseError("the amount must be positive")

    def _covered(self, amount):
        if amount > self.state.available:
            raise PurseError("not enough money")

    def _known(self, ref):
        if ref not in self.state.holds:
            raise PurseError(f"nothing is held for {ref}")
