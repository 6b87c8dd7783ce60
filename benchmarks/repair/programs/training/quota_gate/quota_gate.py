"""Rate limiting with several sliding windows per client."""
from collections import deque
from dataclasses import dataclass

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclass(frozen=True)
class Window:
    """At most `limit` requests within any `seconds` seconds."""

    limit: int
    seconds: int

    @classmethod
    def parse(cls, text):
        """From text such as "5/s", "100/15m" or "1000/d"."""
        limit, _, span = text.strip().partition("/")
        count = span[:-1] or "1"
        try:
            return cls(int(limit), int(count) * UNITS[span[-1:]])
        except (KeyError, ValueError):
            raise ValueError(f"bad window: {text!r}") from None


class Gate:
    """Lets a request through only if every window has room for it."""

    def __init__(self, *windows):
        if not windows:
            raise ValueError("at least one window is needed")
        self.windows = [w if isinstance(w, Window) else Window.parse(w) for w in windows]
        self._hits = {}
        self.refused = {}

    def allow(self, client, now):
        """Try one request at the time `now`; True if it may go on."""
        for window, hits in self._lanes(client, now):
            if len(hits) >= window.limit:
                self.refused[client] = self.refused.get(client, 0) + 1
                return False
            hits.append(now)
        return True

    def remaining(self, client, now):
        """Requests that could go on at once."""
        return min(max(0, w.limit - len(hits)) for w, hits in self._lanes(client, now))

    def retry_after(self, client, now):
        """Seconds until the next request would be let through."""
        wait = 0
        for window, hits in self._lanes(client, now):
            if len(hits) >= window.limit:
                free = hits[len(hits) - window.limit] + window.seconds
                wait = max(wait, free - now)
        return wait

    def usage(self, client, now):
        """Used share of each window, such as {"5/1s": 0.4}."""
        return {
            f"{window.limit}/{window.seconds}s": len(hits) / window.limit
            for window, hits in self._lanes(client, now)
        }

    def forget_idle(self, now):
        """Drop the clients without any hit in any window; returns how many were dropped."""
        idle = [c for c in self._hits if not any(hits for _, hits in self._lanes(c, now))]
        for client in idle:
            del self._hits[client]
        return len(idle)

    def _lanes(self, client, now):
        """(window, its hits that still count) for each window."""
        lanes = self._hits.setdefault(client, [deque() for _ in self.windows])
        for window, hits in zip(self.windows, lanes):
            while hits and hits[0] <= now - window.seconds:
                hits.popleft()
        return list(zip(self.windows, lanes))


def replay(gate, log):
    """The requests (time, client) of a log that the gate refuses."""
    return [(time, client) for time, client in sorted(log) if not gate.allow(client, time)]
