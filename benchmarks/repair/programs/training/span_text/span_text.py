"""Spans of time as short text."""

UNITS = [("d", 86400), ("h", 3600), ("m", 60), ("s", 1)]


def span_text(seconds, most=2):
    """The largest `most` units that count, such as '2h 5m'; what is left is dropped."""
    if seconds < 0:
        return "-" + span_text(-seconds, most)
    parts = []
    for unit, size in UNITS:
        count, seconds = divmod(int(seconds), size)
        if count:
            parts.append(f"{count}{unit}")
    return " ".join(parts[:most])


def ago(then, now):
    """When something was, seen from now; also for times to come."""
    if then > now:
        return f"in {span_text(then - now, 1)}"
    return f"{span_text(now - then, 1)} ago"
