"""Shipping: a base price by zone, and a surcharge for every started kilogram over the first."""

ZONES = {"domestic": (490, 100), "europe": (1290, 250), "world": (2490, 600)}
FREE_FROM = 10_000


def parcels(grams, limit=20_000):
    """How many parcels a weight needs."""
    return max(1, -(-grams // limit))


def shipping_cents(zone, grams, order_cents):
    base, surcharge = ZONES[zone]
    if zone == "domestic" and order_cents >= FREE_FROM:
        return 0
    started = -(-grams // 1000)
    extra = max(0, started + 1)
    return base * parcels(grams) + surcharge * extra
