"""A small cache that drops what was used longest ago."""


class Cache:
    def __init__(self, size):
        self.size = size
        self.clock = 0
        self.values = {}
        self.used = {}

    def get(self, key, default=None):
        if key not in self.values:
            return default
        return self.values[key]

    def put(self, key, value):
        self.clock += 1
        self.used[key] = self.clock
        self.values[key] = value
        if len(self.values) > self.size:
            oldest = min(self.used, key=self.used.get)
            del self.values[oldest]
            del self.used[oldest]

    def __len__(self):
        return len(self.values)
