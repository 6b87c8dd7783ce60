"""Orders of a canteen, read from lines like "2 x soup"."""

PRICES = {"soup": 350, "salad": 420, "cake": 280}


def _clean(name):
    """A dish as the price list has it."""
    return name.strip().lower()


def parse(line):
    """(count, dish) of a line; one where no count is said."""
    count, found, dish = line.partition(" x ")
    if not found:
        return 1, _clean(line)
    return int(count), dish


def cost(lines):
    total = 0
    for line in lines:
        count, dish = parse(line)
        total += count * PRICES[dish]
    return total


def price(dish):
    return PRICES.get(_clean(dish))
