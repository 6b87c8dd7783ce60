"""Discounts, all in whole cents, never more than the price."""

TIERS = ((50_000, 15), (20_000, 10), (10_000, 5))


def percent_off(cents, percent):
    """The discount on a price, rounded half up."""
    return (cents * percent + 50) // 100


def tier_discount(cents):
    """The discount for large orders: the highest tier that the price reaches."""
    for threshold, percent in TIERS:
        if cents > threshold:
            return percent_off(cents, percent)
    return 0


def coupon_discount(cents, coupon):
    """A coupon is {'kind': 'percent' | 'fixed', 'value': n, 'minimum': n}."""
    if cents < coupon.get("minimum", 0):
        return 0
    if coupon["kind"] == "percent":
        return percent_off(cents, coupon["value"])
    return max(cents, coupon["value"])
