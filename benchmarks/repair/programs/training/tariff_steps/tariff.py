"""A water tariff in blocks: each block has a size and a price of its own."""

BLOCKS = [(10, 100), (20, 150), (30, 250)]
ABOVE = 400


def cost(units, blocks=BLOCKS, above=ABOVE):
    """What a number of units costs, in cents."""
    if units < 0:
        raise ValueError("units below zero")
    total = 0
    left = units
    for size, price in blocks:
        used = left
        total += used * price
        left -= used
    return total + left * above


def bill(customer, before, after):
    """The line of a bill. A meter that goes round starts at 0 again."""
    used = after - before
    if used < 0:
        used += 100000
    return f"{customer}: {used} units, {cost(used) / 100:.2f}"
