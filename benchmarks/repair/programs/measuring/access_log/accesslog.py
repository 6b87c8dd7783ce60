"""Figures from a web server's access log."""

import re
from collections import Counter, defaultdict
from datetime import datetime
from typing import NamedTuple

LINE = re.compile(
    r'(?P<host>\S+) \S+ (?P<user>\w+|-) \[(?P<when>[^\]]+)\] '
    r'"(?P<request>.*?)" (?P<status>\d{3}) (?P<size>\d+|-)'
    r'(?: "(?P<referrer>[^"]*)" "(?P<agent>.*)")?$'
)
TIME = "%d/%b/%Y:%H:%M:%S %z"


class Hit(NamedTuple):
    host: str
    user: str
    when: datetime
    method: str
    path: str
    status: int
    size: int
    referrer: str


def parse_line(line):
    """A Hit, or None where the line is none."""
    match = LINE.match(line.strip())
    if match is None:
        return None
    method, _, rest = match["request"].partition(" ")
    path = rest.rpartition(" ")[0] or rest
    return Hit(
        match["host"],
        "" if match["user"] == "-" else match["user"],
        datetime.strptime(match["when"], TIME),
        method,
        path.split("?")[0],
        int(match["status"]),
        0 if match["size"] == "-" else int(match["size"]),
        match["referrer"] or "-",
    )


def read(lines):
    """(hits, number of lines that could not be read)."""
    hits, bad = [], 0
    for line in lines:
        if not line.strip():
            continue
        hit = parse_line(line)
        if hit is None:
            bad += 1
        else:
            hits.append(hit)
    return hits, bad


def busiest_paths(hits, count=3):
    paths = Counter(hit.path for hit in hits if hit.status < 400)
    return sorted(paths.items(), key=lambda item: (-item[1], item[0]))[:count]


def traffic_by_hour(hits):
    total = defaultdict(int)
    for hit in hits:
        total[hit.when.hour] += hit.size
    return dict(sorted(total.items()))


def broken_links(hits):
    """Paths that were not found, each with the pages that point to it."""
    broken = defaultdict(set)
    for hit in hits:
        if hit.status == 404 and hit.referrer != "-":
            broken[hit.path].add(hit.referrer)
    return {path: sorted(pages) for path, pages in sorted(broken.items())}
