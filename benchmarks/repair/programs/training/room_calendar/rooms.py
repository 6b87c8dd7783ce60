"""When a meeting room is taken, from bookings as (start, end) in minutes of the day."""


def busy(bookings):
    """Bookings joined where they touch or overlap, in order."""
    blocks = []
    for start, end in sorted(bookings):
        if end <= start:
            raise ValueError(f"a booking ends before it starts: {start}-{end}")
        if blocks and start <= blocks[-1][1]:
            blocks[-1] = (blocks[-1][0], end)
        else:
            blocks.append((start, end))
    return blocks


def free(bookings, opens, closes):
    """What is left of the opening hours."""
    gaps = []
    at = opens
    for start, end in busy(bookings):
        if start > at:
            gaps.append((at, min(start, closes)))
        at = max(at, end)
        if at >= closes:
            break
    if at < closes:
        gaps.append((at, closes))
    return gaps


def first_slot(bookings, opens, closes, minutes):
    """The start of the first gap that is long enough, None where there is none."""
    for start, end in free(bookings, opens, closes):
        if end - start >= minutes:
            return start
    return None


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def plan(bookings):
    return ", ".join(f"{clock(start)}-{clock(end)}" for start, end in busy(bookings))
