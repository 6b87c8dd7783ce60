"""Rate limiter: a bucket of tokens for each client, times in milliseconds."""
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """`capacity` requests at once, and one more every `interval` ms."""

    capacity: int
    interval: int

    def __post_init__(self):
        if self.capacity < 1 or self.interval < 1:
            raise ValueError("capacity and interval must be positive")


class Bucket:
    """Holds whole tokens only; a token arrives at the end of each interval."""

    def __init__(self, plan, now):
        self.plan = plan
        self.tokens = plan.capacity
        self.updated = now

    def refill(self, now):
        if now < self.updated:
            return
        arrived = (now - self.updated) // self.plan.interval
        self.tokens = min(self.plan.capacity, self.tokens + arrived)
        self.updated = now

    def take(self, now, cost=1):
        self.refill(now)
        if cost > self.tokens:
            return False
        self.tokens -= cost
        return True

    def wait_for(self, now, cost=1):
        """Milliseconds until `cost` tokens are there; None if that can't be."""
        if cost > self.plan.capacity:
            return None
        self.refill(now)
        lacking = cost - self.tokens
        if lacking <= 0:
            return 0
        return lacking * self.plan.interval - (now - self.updated)


class RateLimiter:
    def __init__(self, plans, default="free"):
        """`plans`: {name: Plan}; clients without a plan of their own have the default one."""
        if default not in plans:
            raise ValueError(f"no plan {default}")
        self.plans = dict(plans)
        self.default = default
        self._client_plans = {}
        self._buckets = {}
        self.rejected = Counter()

    def subscribe(self, client, plan):
        """Change a client's plan; the new plan begins with a full bucket."""
        if plan not in self.plans:
            raise ValueError(f"no plan {plan}")
        self._client_plans[client] = plan
        self._buckets.pop(client, None)

    def _bucket(self, client, now):
        if client not in self._buckets:
            plan = self.plans[self._client_plans.get(client, self.default)]
            self._buckets[client] = Bucket(plan, now)
        return self._buckets[client]

    def allow(self, client, now, cost=1):
        if self._bucket(client, now).take(now, cost):
            return True
        self.rejected[client] += 1
        return False

    def retry_after(self, client, now, cost=1):
        return self._bucket(client, now).wait_for(now, cost)

    def remaining(self, client, now):
        bucket = self._bucket(client, now)
        bucket.refill(now)
        return bucket.tokens

    def purge(self, now):
        """Forget the buckets that are full again; returns how many."""
        full = [c for c in self._buckets if self.remaining(c, now) == self._buckets[c].plan.capacity]
        for client in full:
            del self._buckets[client]
        return len(full)

    def worst(self, count=3):
        """The clients rejected most often."""
        ranked = sorted(self.rejected.items(), key=lambda pair: (-pair[1], pair[0]))
        return [client for client, _ in ranked[:count]]
