"""Port ranges as text, such as `80, 8000-8010`."""

HIGHEST = 65535


def parse_ranges(text):
    """Pairs (first, last), both included. Raises ValueError where one makes no sense."""
    ranges = []
    for piece in text.split(","):
        piece = piece.strip()
        if not piece:
            continue
        first, dash, last = piece.partition("-")
        low = int(first)
        high = int(last) if dash else low
        if not 0 < low <= high <= HIGHEST:
            raise ValueError(f"not a port range: {piece}")
        ranges.append((low, high))
    return ranges


def format_ranges(ranges):
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in ranges)
