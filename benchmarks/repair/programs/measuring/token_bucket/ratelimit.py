"""Limits on how often clients may call: token buckets, one per client and rule."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """`rate` calls a second in the long run, `burst` at once."""

    name: str
    rate: float
    burst: int

    @classmethod
    def parse(cls, text):
        """From text like `search: 30/min burst 5`."""
        name, _, rest = text.partition(":")
        words = rest.split()
        count, _, period = words[0].partition("/")
        seconds = {"sec": 1, "min": 60, "hour": 3600}[period]
        burst = int(words[2]) if len(words) > 2 and words[1] == "burst" else 1
        return cls(name.strip(), int(count) / seconds, burst)


class Bucket:
    def __init__(self, rule, now):
        self.rule = rule
        self.tokens = float(rule.burst)
        self.updated = now

    def refill(self, now):
        elapsed = max(0.0, now - self.updated)
        self.tokens += elapsed * self.rule.rate
        self.updated = now

    def take(self, cost, now):
        """Whether the call may happen; if so its cost is taken off."""
        self.refill(now)
        if cost > self.tokens:
            return False
        self.tokens -= cost
        return True

    def wait(self, cost):
        """Seconds until a call of this cost may happen; infinite where it never may."""
        if cost > self.rule.burst:
            return float("inf")
        return max(0.0, (cost - self.tokens) / self.rule.rate)


class Limiter:
    def __init__(self, rules, clock):
        self._rules = {rule.name: rule for rule in rules}
        self._clock = clock
        self._buckets = {}

    def check(self, client, rule, cost=1):
        """(allowed, seconds to wait if not). A rule that isn't known limits nothing."""
        if rule not in self._rules:
            return True, 0.0
        now = self._clock()
        key = client, rule
        if key not in self._buckets:
            self._buckets[key] = Bucket(self._rules[rule], now)
        bucket = self._buckets[key]
        if bucket.take(cost, now):
            return True, 0.0
        return False, bucket.wait(cost)

    def forget_idle(self, seconds):
        """Drop the buckets that were not used for so long; how many those were."""
        limit = self._clock() - seconds
        idle = [key for key, bucket in self._buckets.items() if bucket.updated <= limit]
        for key in idle:
            del self._buckets[key]
        return len(idle)
