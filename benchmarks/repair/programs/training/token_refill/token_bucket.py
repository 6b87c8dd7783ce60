"""Token bucket rate limiter driven by an injectable clock."""


class TokenBucket:
    """Allows bursts up to capacity and rate tokens per second on average."""

    def __init__(self, rate, capacity, clock):
        if rate <= 0 or capacity <= 0:
            raise ValueError("rate and capacity must be positive")
        self.rate = rate
        self.capacity = capacity
        self._clock = clock
        self._tokens = capacity
        self._last = clock()

    def _refill(self):
        now = self._clock()
        elapsed = now - self._last
        self._tokens = min(self.capacity, self._tokens + elapsed * self.rate)

    def available(self):
        """Number of tokens that could be taken right now."""
        self._refill()
        return self._tokens

    def allow(self, cost=1):
        """Take cost tokens if there are enough; tell whether it worked."""
        self._refill()
        if cost > self._tokens:
            return False
        self._tokens -= cost
        return True

    def wait_time(self, cost=1):
        """Seconds until cost tokens are available (None if never)."""
        if cost > self.capacity:
            return None
        self._refill()
        return max(0, cost - self._tokens) / self.rate
