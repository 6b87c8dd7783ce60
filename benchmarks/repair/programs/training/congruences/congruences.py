"""Systems of congruences x = a (mod m) with arbitrary moduli."""
from math import gcd


def merge(first, second):
    """Combine two congruences (a, m) into one, or None if they clash.

    The result (x, modulus) has 0 <= x < modulus and describes exactly the
    integers that satisfy both.
    """
    a1, m1 = first
    a2, m2 = second
    shared = gcd(m1, m2)
    if (a2 - a1) % shared:
        return None
    step = m2 // shared
    factor = (a2 - a1) // shared * pow(m1 // shared, -1, step) % step
    modulus = m1 * m2
    return (a1 + m1 * factor) % modulus, modulus


def solve(congruences):
    """Combine any number of congruences; None if there is no solution."""
    result = (0, 1)
    for a, m in congruences:
        if m <= 0:
            raise ValueError("moduli must be positive")
        result = merge(result, (a % m, m))
        if result is None:
            return None
    return result


def first_at_least(congruences, minimum):
    """Smallest solution that is >= minimum, or None."""
    solution = solve(congruences)
    if solution is None:
        return None
    x, modulus = solution
    return minimum + (x - minimum) % modulus
