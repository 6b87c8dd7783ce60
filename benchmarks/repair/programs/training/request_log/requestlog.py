"""Read the request log of a web service and sum it up.

    2024-03-01T10:00:00 GET /items/7?full=1 200 35ms
    2024-03-01T10:00:02 POST /items 500 1.2s "out of disk"
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

LINE = re.compile(
    r'(?P<time>\S+) (?P<method>[A-Z]+) (?P<path>[^\s?]+)(?:\?\S*)? (?P<status>\d{3}) '
    r'(?P<took>\d+(?:\.\d+)?)(?P<unit>ms|s|m)(?: "(?P<note>[^"]*)")?$'
)
MILLISECONDS = {"ms": 1, "s": 1000, "m": 60000}


@dataclass(frozen=True)
class Request:
    """One request; `took` is in milliseconds."""

    time: datetime
    method: str
    path: str
    status: int
    took: float
    note: str = ""

    @property
    def failed(self):
        return self.status >= 500

    @property
    def route(self):
        """The method and the path with numbers left out, as in "GET /items/:id"."""
        return f"{self.method} " + re.sub(r"/\d+(?=/|$)", "/:id", self.path)


def parse(lines):
    """Yield the requests of a log; lines of another form are passed over."""
    for line in lines:
        match = LINE.match(line.strip())
        if match:
            yield Request(
                datetime.fromisoformat(match["time"]), match["method"], match["path"], int(match["status"]),
                float(match["took"]) * MILLISECONDS[match["unit"]], match["note"] or "",
            )


def percentile(values, percent):
    """The smallest value that is not exceeded by this share of all values."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("no values")
    rank = -(-len(ordered) * percent // 100)
    return ordered[max(rank, 1) - 1]


@dataclass(frozen=True)
class Summary:
    count: int
    failed: int
    slow: int
    median: float
    p95: float


class Analysis:
    """Statistics of requests. `slow_after` is the number of seconds a request may take."""

    def __init__(self, requests, slow_after=1.0):
        self.requests = list(requests)
        self.slow_after = slow_after

    def slow(self):
        """The slow requests, slowest first."""
        found = [request for request in self.requests if request.took > self.slow_after]
        return sorted(found, key=lambda request: -request.took)

    def routes(self):
        """Map each route to its summary, the most frequent first."""
        groups = defaultdict(list)
        for request in self.requests:
            groups[request.route].append(request)
        ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
        return {route: self._summary(requests) for route, requests in ordered}

    def _summary(self, requests):
        times = [request.took for request in requests]
        return Summary(
            count=len(requests),
            failed=sum(request.failed for request in requests),
            slow=sum(took > self.slow_after for took in times),
            median=percentile(times, 50),
            p95=percentile(times, 95),
        )

    def report(self):
        lines = []
        for route, summary in self.routes().items():
            marks = "".join(f" {n} {word}" for n, word in ((summary.failed, "failed"), (summary.slow, "slow")) if n)
            lines.append(f"{route}: {summary.count}x {summary.median:.0f} ms{marks}")
        return "\n".join(lines)
