"""Fewest stamps for the postage of a letter."""

IMPOSSIBLE = 10**9


def fewest(amount, stamps):
    """How many stamps make up an amount, -1 where none do."""
    best = [0] * (amount + 1)
    best[0] = 0
    for value in range(1, amount + 1):
        for stamp in stamps:
            if stamp <= value:
                best[value] = min(best[value], best[value - stamp] + 1)
    return best[amount] if best[amount] < IMPOSSIBLE else -1


def choose(amount, stamps):
    """The stamps themselves, the largest first; None where there are none."""
    if fewest(amount, stamps) < 0:
        return None
    chosen = []
    while amount:
        for stamp in sorted(stamps, reverse=True):
            if stamp <= amount and 0 <= fewest(amount - stamp, stamps) == fewest(amount, stamps) - 1:
                chosen.append(stamp)
                amount -= stamp
                break
        else:
            raise ArithmeticError(f"no stamp for {amount}")
    return chosen


def ways(amount, stamps):
    """How many sets of stamps make up the amount."""
    counts = [1] + [0] * amount
    for stamp in stamps:
        for value in range(stamp, amount + 1):
            counts[value] += counts[value - stamp]
    return counts[amount]


def price(grams, steps):
    """The postage of the first step that is heavy enough."""
    for limit, cents in sorted(steps):
        if grams <= limit:
            return cents
    raise ValueError(f"too heavy: {grams} g")
