"""Shares out a grant in whole cents, by largest remainder."""

from fractions import Fraction


def shares(cents, weights):
    """Cents by name; together exactly what there is."""
    total = sum(weights.values())
    if total <= 0:
        raise ValueError("no weights")
    exact = {name: Fraction(cents * weight, total) for name, weight in weights.items()}
    result = {name: int(value) for name, value in exact.items()}
    left = cents - sum(result.values())
    by_remainder = sorted(exact, key=lambda name: (exact[name] - result[name], name))
    for name in by_remainder[:left]:
        result[name] += 1
    return result


def percent(part, whole):
    """With one digit, half up."""
    if not whole:
        return "0.0 %"
    tenths = (2000 * part + whole) // (2 * whole)
    return f"{tenths // 10}.{tenths % 10} %"


def statement(cents, weights):
    found = shares(cents, weights)
    return [f"{name}: {value // 100}.{value % 100:02} ({percent(value, cents)})" for name, value in found.items()]
