"""Merging readings of redundant sensors; None means 'no reading'."""


def first_known(*values):
    """The first value that is not None, or None."""
    for value in values:
        if value:
            return value
    return None


class Sensor:
    def __init__(self, name, offset=0, low=-50, high=150):
        self.name = name
        self.offset = offset
        self.low = low
        self.high = high
        self.value = None

    def read(self, raw):
        """Store a raw value; readings out of range are dropped."""
        if raw is None:
            self.value = None
            return
        value = raw + self.offset
        self.value = value if self.low <= value <= self.high else None


class Station:
    """Sensors in order of trust."""

    def __init__(self, *sensors):
        self.sensors = list(sensors)
        self.history = []

    def update(self, raw):
        """Take a dict of raw readings and record the resulting value."""
        for sensor in self.sensors:
            sensor.read(raw.get(sensor.name))
        value = first_known(*(s.value for s in self.sensors))
        self.history.append(value)
        return value

    def known(self):
        return [v for v in self.history if v is not None]

    def mean(self):
        values = self.known()
        return sum(values) / len(values) if values else None

    def filled(self):
        """History with the gaps filled by the value before (if any)."""
        result = []
        last = None
        for value in self.history:
            last = first_known(value, last)
            result.append(last)
        return result

    def gaps(self):
        return len(self.history) - len(self.known())
