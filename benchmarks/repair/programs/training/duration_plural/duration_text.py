"""Human readable durations."""

UNITS = [
    ("week", 7 * 24 * 3600),
    ("day", 24 * 3600),
    ("hour", 3600),
    ("minute", 60),
    ("second", 1),
]


def quantity(value, noun):
    """A number with its noun; only exactly one takes the singular."""
    return f"{value} {noun}s" if value > 1 else f"{value} {noun}"


def split_units(seconds):
    """List of (amount, unit name) from the largest unit, zeros left out."""
    parts = []
    for name, size in UNITS:
        amount, seconds = divmod(seconds, size)
        if amount:
            parts.append((amount, name))
    return parts


def duration_text(seconds, max_units=2):
    """Describe whole seconds with at most max_units of the largest units."""
    if seconds < 0:
        raise ValueError("duration cannot be negative")
    parts = split_units(seconds)[:max_units]
    texts = [quantity(amount, name) for amount, name in parts]
    if not texts:
        return quantity(0, "second")
    if len(texts) == 1:
        return texts[0]
    return ", ".join(texts[:-1]) + " and " + texts[-1]


def in_unit(seconds, unit, digits=1):
    """The whole duration in one unit, rounded, such as '1.5 hours'."""
    value = round(seconds / dict(UNITS)[unit], digits)
    return quantity(int(value) if value == int(value) else value, unit)
