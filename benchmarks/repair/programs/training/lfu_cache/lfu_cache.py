"""A cache that drops what was used least often, of equals the one used longest ago."""

from collections import OrderedDict, defaultdict


class LfuCache:
    def __init__(self, size):
        self.size = size
        self._uses = {}
        self._groups = defaultdict(OrderedDict)
        self._least = 1

    def __contains__(self, key):
        return key in self._uses

    def get(self, key, default=None):
        if key not in self._uses:
            return default
        uses = self._uses[key]
        value = self._groups[uses].pop(key)
        if not self._groups[uses] and self._least == uses:
            self._least = uses + 1
        self._groups[uses + 1][key] = value
        self._uses[key] = uses + 1
        return value

    def put(self, key, value):
        if key in self._uses:
            self.get(key)
            self._groups[self._uses[key]][key] = value
            return
        if len(self._uses) >= self.size:
            oldest, _ = self._groups[self._least].popitem(last=False)
            del self._uses[oldest]
        self._uses[key] = 1
        self._groups[1][key] = value
