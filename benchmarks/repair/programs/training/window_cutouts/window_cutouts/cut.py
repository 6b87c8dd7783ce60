"""What is left of windows when busy spans are cut out of them."""

from window_cutouts.span import Span


def cut_out(window, busy):
    """The parts of a window that no busy span covers, in order. The busy spans may overlap, in any order."""
    free = []
    position = window.start
    for span in sorted(busy):
        if not span.overlaps(window):
            continue
        if span.start > position:
            free.append(Span(position, span.start))
        position = span.end
    if position < window.end:
        free.append(Span(position, window.end))
    return free


def first_gap(window, busy, minutes):
    """The earliest span of a number of minutes in a window that nothing covers, or None."""
    for span in cut_out(window, busy):
        if span.minutes >= minutes:
            return Span(span.start, span.start + minutes)
    return None


def common(window, *calendars):
    """The parts of a window in which everybody is free; each calendar is a list of busy spans."""
    busy = [span for calendar in calendars for span in calendar]
    return cut_out(window, busy)
