"""Working time from shifts written as "09:00-17:30"."""

DAY = 24 * 60
BREAK_AFTER = 6 * 60
BREAK = 30


def minutes(clock):
    """Minutes since midnight."""
    hour, minute = clock.split(":")
    return int(hour) * 60 + int(minute)


def worked(shift):
    """The length of a shift in minutes; one that ends before it starts goes on into the next day."""
    start, end = (minutes(clock) for clock in shift.split("-"))
    return end - start


def paid(shifts):
    """The minutes to pay for: a shift of more than six hours contains an unpaid break."""
    total = 0
    for shift in shifts:
        length = worked(shift)
        total += length - BREAK if length > BREAK_AFTER else length
    return total


def latest(shifts):
    """The shift that starts last."""
    return max(shifts, key=lambda shift: minutes(shift.split("-")[0]) % DAY)
