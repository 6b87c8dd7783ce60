"""A water meter that raises an alarm for high readings."""


class Meter:
    def __init__(self, limit):
        self.limit = limit
        self.readings = []
        self.alarms = 0
        self.worst = None

    def read(self, value):
        """Take in a reading."""
        if value < 0:
            raise ValueError("negative reading")
        self.readings.append(value)

    def note(self, value):
        """Keep the worst value."""
        if self.worst is None or value > self.worst:
            self.worst = value

    def average(self):
        return sum(self.readings) / len(self.readings) if self.readings else 0
