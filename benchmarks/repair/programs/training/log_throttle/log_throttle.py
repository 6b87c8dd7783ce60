"""Keeps a log readable by leaving out messages that come too often."""


class LogThrottle:
    """Writes each message once in `interval` seconds at most; the clock is given."""

    def __init__(self, write, clock, interval=60):
        self.write = write
        self.clock = clock
        self.interval = interval
        self.last = {}
        self.left_out = {}

    def log(self, message):
        """Write a message or count it as left out; True where it was written."""
        now = self.clock()
        if message in self.last and now - self.last[message] < self.interval:
            self.left_out[message] = self.left_out.get(message, 0) + 1
            return False
        skipped = self.left_out.get(message, 0)
        self.write(f"{message} ({skipped} left out)" if skipped else message)
        self.last[message] = now
        return True

    def quiet(self):
        """The messages left out since they were last written, with their numbers."""
        return {message: count for message, count in self.left_out.items() if count}
