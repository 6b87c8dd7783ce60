"""Topics that tell late subscribers the last value at once."""

from collections import defaultdict


class Topics:
    def __init__(self):
        self._handlers = defaultdict(list)
        self._last = {}

    def subscribe(self, topic, handler, replay=True):
        """Call the handler with every new value and, with replay, with the last one now. Returns an unsubscriber."""
        self._handlers[topic].append(handler)
        if replay and self._last.get(topic):
            handler(self._last[topic])

        def unsubscribe():
            if handler in self._handlers[topic]:
                self._handlers[topic].remove(handler)

        return unsubscribe

    def publish(self, topic, value):
        """Tell all subscribers; the number of them."""
        self._last[topic] = value
        handlers = list(self._handlers[topic])
        for handler in handlers:
            handler(value)
        return len(handlers)

    def forget(self, topic):
        """Have no last value for the topic any more."""
        self._last.pop(topic, None)
