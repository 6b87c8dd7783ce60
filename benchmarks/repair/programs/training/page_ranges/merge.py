"""Works with ranges of pages."""


def merged(ranges):
    """Overlapping or touching ranges made one."""
    left = sorted(ranges)
    found = []
    while left:
        start, end = left.pop(0)
        if left and left[0][0] <= end + 1:
            end = max(end, left.pop(0)[1])
        found.append((start, end))
    return found


def parse(text):
    """Ranges out of a text like "1-3,7"."""
    found = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        found.append((int(first), int(last or first)))
    return found


def show(ranges):
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in merged(ranges))
