"""Prices for kinds of customers."""

STAFF, MEMBER, GUEST = "staff", "member", "guest"
STAFF_RATE = 50
MEMBER_RATE = 80


def price(cents, kind):
    """The price for a kind of customer, in cents."""
    if kind == STAFF:
        rate = STAFF_RATE
    else:
        rate = 100
    return cents * rate // 100


def line(name, cents, kind=GUEST):
    due = price(cents, kind)
    mark = "*" if due != cents else ""
    return f"{name}{mark}: {due / 100:.2f}"


def total(lines, kind=GUEST):
    return sum(price(cents, kind) for cents in lines)
