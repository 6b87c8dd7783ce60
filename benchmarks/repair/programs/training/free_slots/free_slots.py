"""Finding free time between appointments.

Times are minutes since midnight; blocks are half-open (start, end) pairs.
"""


def parse_time(text):
    """Minutes of "H:MM"; "24:00" is the end of the day."""
    hours, _, minutes = text.partition(":")
    value = int(hours) * 60 + int(minutes or 0)
    if not 0 <= value <= 1440:
        raise ValueError("bad time " + text)
    return value


def parse_block(text):
    start, _, end = text.partition("-")
    block = parse_time(start), parse_time(end)
    if block[0] >= block[1]:
        raise ValueError("empty block " + text)
    return block


def show(block):
    return "%d:%02d-%d:%02d" % (divmod(block[0], 60) + divmod(block[1], 60))


def free(busy, day=(540, 1020), shortest=1):
    """Gaps of at least `shortest` minutes within the working day."""
    opening, closing = day
    gaps = []
    cursor = opening
    for start, end in sorted(busy):
        if end <= opening or start >= closing:
            continue
        if start - cursor >= shortest:
            gaps.append((cursor, start))
        cursor = end
    if closing - cursor >= shortest:
        gaps.append((cursor, closing))
    return gaps


def common_free(calendars, day=(540, 1020), shortest=1):
    """Gaps shared by several people."""
    everything = [block for busy in calendars for block in busy]
    return free(everything, day, shortest)


def first_fit(calendars, length, day=(540, 1020), step=15):
    """Earliest start on a multiple of `step` for a meeting, or None."""
    for start, end in common_free(calendars, day, length):
        begin = -(-start // step) * step
        if begin + length <= end:
            return begin
    return None


def load(busy, day=(540, 1020)):
    """Share of the working day which is taken."""
    total = day[1] - day[0]
    idle = sum(end - start for start, end in free(busy, day))
    return (total - idle) / total
