from phonebill.calls import KINDS

RATES = {"fixed": 3, "mobile": 9, "abroad": 45, "free": 0}
SETUP = {"abroad": 20}


class Plan:
    """`included` minutes of fixed and mobile calls a month; evenings may be cheaper by some percent."""

    def __init__(self, fee, included=0, evening_discount=0):
        self.fee = fee
        self.included = included
        self.evening_discount = evening_discount

    def is_evening(self, call):
        return call.when.hour >= 18 or call.when.hour < 7

    def price(self, call, free_minutes=0):
        """Cents for a call of which some minutes are free."""
        minutes = max(0, call.seconds // 60 - free_minutes)
        cents = minutes * RATES[call.kind] + SETUP.get(call.kind, 0)
        if self.is_evening(call):
            cents -= cents * self.evening_discount // 100
        return cents


def bill(plan, calls):
    """(label, cents) rows: the fee, then a row per kind of call that was made."""
    left = plan.included
    cents = dict.fromkeys(KINDS, 0)
    count = dict.fromkeys(KINDS, 0)
    for call in calls:
        free = min(left, call.minutes) if call.kind in ("fixed", "mobile") else 0
        left -= free
        cents[call.kind] += plan.price(call, free)
        count[call.kind] += 1
    rows = [("fee", plan.fee)]
    rows += [(f"{count[kind]} {kind}", cents[kind]) for kind in KINDS if count[kind]]
    return rows


def total(rows):
    return sum(cents for _, cents in rows)
