"""Human readable durations such as "1d 2h 5m"."""
import re

UNITS = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}
_PIECE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-z]+)")
ALIASES = {
    "week": "w", "day": "d", "hour": "h", "hr": "h",
    "min": "m", "minute": "m", "sec": "s", "second": "s",
}


def unit_of(name):
    """Canonical letter of a unit name; plurals are fine."""
    if name in UNITS:
        return name
    if name.endswith("s"):
        name = name[:-1]
    if name in ALIASES:
        return ALIASES[name]
    raise ValueError("unknown unit " + name)


def parse(text):
    """Seconds of a duration text."""
    text = text.strip().lower()
    negative = text.startswith("-")
    if negative:
        text = text[1:]
    if not text:
        raise ValueError("empty duration")
    total, pos = 0.0, 0
    while pos < len(text):
        match = _PIECE.match(text, pos)
        if not match:
            raise ValueError("bad duration " + text)
        total += float(match.group(1)) * UNITS[unit_of(match.group(2))]
        pos = match.end()
    total = round(total)
    return -total if negative else total


def format(seconds, parts=None):
    """Shortest text; at most `parts` units are shown."""
    if seconds < 0:
        return "-" + format(-seconds, parts)
    days, rest = divmod(seconds, 86400)
    hours, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    pieces = [(days, "d"), (hours, "h"), (minutes, "m"), (rest, "s")]
    shown = ["%d%s" % piece for piece in pieces if piece[0]]
    if parts is not None:
        shown = shown[:parts]
    return " ".join(shown) or "0s"


def clock(seconds):
    """Digital form H:MM:SS."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return "%d:%02d:%02d" % (hours, minutes, seconds)


def total(texts):
    return format(sum(parse(t) for t in texts))
