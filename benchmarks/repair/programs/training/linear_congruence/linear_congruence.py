"""Equations a * x = b (mod m)."""


def extended_gcd(a, b):
    """(g, x, y) with a * x + b * y == g, the greatest common divisor."""
    x, next_x, y, next_y = 1, 0, 0, 1
    while b:
        quotient = a // b
        a, b = b, a - quotient * b
        x, next_x = next_x, x - quotient * next_x
        y, next_y = next_y, y - quotient * next_y
    return a, x, y


def solve(a, b, m):
    """All solutions from 0 to m - 1, in order."""
    divisor, x, _ = extended_gcd(a % m, m)
    step = m // divisor
    first = x * (b // divisor) % step
    return [first + i * step for i in range(divisor)]


def inverse(a, m):
    """The x with a * x = 1 (mod m), None where there is none."""
    solutions = solve(a, 1, m)
    return solutions[0] if solutions else None
