"""The event hub."""

from .subscription import STOP, Subscription
from .topics import matches


class Hub:
    def __init__(self):
        self._subscriptions = []

    def on(self, pattern, handler, priority=0, once=False):
        """Subscribe; higher priorities are called first."""
        sub = Subscription(pattern, handler, priority, once)
        self._subscriptions.append(sub)
        self._subscriptions.sort(key=Subscription.sort_key)
        return sub

    def once(self, pattern, handler, priority=0):
        """Subscribe for a single event only."""
        return self.on(pattern, handler, priority, once=True)

    def off(self, sub):
        """Unsubscribe; takes effect at once, even during an emit."""
        if not sub.active:
            return False
        sub.active = False
        self._subscriptions.remove(sub)
        return True

    def emit(self, topic, **data):
        """Call the matching handlers; returns how many were called.

        Handlers subscribed during the emit are not called by it.
        """
        called = 0
        for sub in list(self._subscriptions):
            if not sub.active or not matches(sub.pattern, topic):
                continue
            called += 1
            result = sub.handler(topic, **data)
            if result is STOP:
                break
            if sub.once:
                self.off(sub)
        return called

    def count(self, topic):
        """Number of handlers that an event on *topic* would reach."""
        return sum(matches(sub.pattern, topic) for sub in self._subscriptions)
