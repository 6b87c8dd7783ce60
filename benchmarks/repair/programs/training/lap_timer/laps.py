"""A timer for laps, told about every second."""


class Timer:
    def __init__(self):
        self.running = False
        self.elapsed = 0
        self.since = 0
        self.laps = []

    def start(self):
        self.running = True

    def tick(self, seconds=1):
        if self.running:
            self.elapsed += seconds
            self.since += seconds

    def lap(self):
        """Close a lap; its seconds."""
        seconds = self.since
        self.laps.append(seconds)
        return seconds

    def stop(self):
        self.running = False
        return self.elapsed

    def best(self):
        return min(self.laps, default=None)
