"""A waiting queue with a limit."""


class QueueFull(Exception):
    """There is no room."""


class Intake:
    def __init__(self, limit):
        if limit < 1:
            raise ValueError("limit must be at least 1")
        self.limit = limit
        self.waiting = []

    def enter(self, name):
        """The position of the one who enters. Raises QueueFull."""
        self.waiting.append(name)
        return len(self.waiting)

    def call(self):
        """The next one, None where nobody waits."""
        return self.waiting.pop(0) if self.waiting else None

    def room(self):
        return self.limit - len(self.waiting)
