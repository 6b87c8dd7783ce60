"""Seeds swimmers into heats and lanes: the fastest swim last, and in the middle of the pool."""

import math
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Entry:
    """seconds: the best time so far, None for somebody without one."""

    name: str
    club: str
    seconds: float = None


@dataclass
class Heat:
    number: int
    lanes: dict = field(default_factory=dict)

    def __len__(self):
        return len(self.lanes)

    def line(self):
        names = ", ".join(f"{lane} {self.lanes[lane].name}" for lane in sorted(self.lanes))
        return f"heat {self.number}: {names}"


def parse_time(text):
    """The seconds of `1:02.50` or `58.1`; None for `nt` (no time)."""
    text = text.strip().lower()
    if text in ("", "nt"):
        return None
    minutes, colon, seconds = text.rpartition(":")
    return round((int(minutes) * 60 if colon else 0) + float(seconds), 2)


def format_time(seconds):
    if seconds is None:
        return "NT"
    hundredths = round(seconds * 100)
    minutes, rest = divmod(hundredths, 6000)
    tail = f"{rest // 100:02}.{rest % 100:02}" if minutes else f"{rest // 100}.{rest % 100:02}"
    return f"{minutes}:{tail}" if minutes else tail


def lane_order(lanes):
    """The lanes from the best to the worst: of 8 lanes these are 4, 5, 3, 6, 2, 7, 1, 8."""
    middle = (lanes + 1) // 2
    order = [middle]
    for distance in range(1, lanes):
        for lane in (middle + distance, middle - distance):
            if 1 <= lane <= lanes:
                order.append(lane)
    return order


def slowest_first(entries):
    """The entries as they go into the heats: those without a time first, then by falling time.

    Entries that are equally fast are in alphabetical order.
    """
    without = sorted((entry for entry in entries if entry.seconds is None), key=lambda entry: entry.name)
    timed = [entry for entry in entries if entry.seconds is not None]
    return without + sorted(timed, key=lambda entry: (entry.seconds, entry.name), reverse=True)


def heat_sizes(count, lanes, fewest=3):
    """How many swim in every heat: the first heat takes those who are over, but never too few."""
    if count == 0:
        return []
    heats = math.ceil(count / lanes)
    sizes = [lanes] * heats
    sizes[0] = count - lanes * (heats - 1)
    if heats > 1 and sizes[0] < fewest:
        sizes[1] -= fewest - sizes[0]
        sizes[0] = fewest
    return sizes


def seed(entries, lanes=8):
    """The heats of a race in the order in which they are swum."""
    if lanes < 3:
        raise ValueError("a pool needs three lanes at least")
    queue = slowest_first(entries)
    heats = []
    start = 0
    for number, size in enumerate(heat_sizes(len(queue), lanes), 1):
        swimmers = queue[start : start + size]
        start += size
        best_first = list(reversed(swimmers))
        heats.append(Heat(number, dict(zip(lane_order(lanes), best_first))))
    return heats


def read_entries(text):
    """Entries from lines such as `Kim Sund; Sharks; 1:02.50`."""
    entries = []
    for line in text.strip().splitlines():
        name, club, time = (part.strip() for part in line.split(";"))
        entries.append(Entry(name, club, parse_time(time)))
    return entries


def start_list(text, lanes=8):
    return [heat.line() for heat in seed(read_entries(text), lanes)]


def club_counts(heats):
    """How many swimmers of each club are in the heats."""
    counts = {}
    for heat in heats:
        for entry in heat.lanes.values():
            counts[entry.club] = counts.get(entry.club, 0) + 1
    return dict(sorted(counts.items()))
