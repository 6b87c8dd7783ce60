"""Events that go from handler to handler until one of them stops them."""


class EventChain:
    def __init__(self):
        self.handlers = {}
        self.sent = 0

    def on(self, event, handler, priority=0):
        """Add a handler; those of higher priority come first. Returns a function that takes it away again."""
        entry = (priority, handler)
        chain = self.handlers.setdefault(event, [])
        chain.append(entry)
        chain.sort(key=lambda each: -each[0])
        return lambda: chain.remove(entry)

    def emit(self, event, *details):
        """Tell the handlers one after the other; one that returns False stops the event. True if none did."""
        self.sent += 1
        for _, handler in list(self.handlers.get(event, ())):
            if not handler(*details):
                return False
        return True
