"""Time sheets: `Mon 8:30-12:00 12:45-17:15`."""


class TimesheetError(ValueError):
    pass


def parse_clock(text):
    """Minutes since midnight."""
    hours, colon, minutes = text.partition(":")
    if not colon or not hours.isdigit() or not minutes.isdigit():
        raise TimesheetError(f"not a time: {text!r}")
    if int(hours) > 24 or int(minutes) > 59:
        raise TimesheetError(f"no such time: {text!r}")
    return int(hours) * 100 + int(minutes)


def worked_minutes(line):
    """(day, minutes) of one line. A span that ends before it starts goes over midnight."""
    day, *spans = line.split()
    total = 0
    for span in spans:
        start, dash, end = span.partition("-")
        if not dash:
            raise TimesheetError(f"not a span: {span!r}")
        minutes = parse_clock(end) - parse_clock(start)
        if minutes < 0:
            minutes += 24 * 60
        total += minutes
    return day, total


def hours_text(minutes):
    return f"{minutes // 100}:{minutes % 100:02d}"
