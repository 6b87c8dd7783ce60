"""The place of a permutation among all of them in sorted order, counted from 0."""

from math import factorial


def rank(items):
    """How many permutations of these (different) items come before this one."""
    left = sorted(items)
    before = 0
    for item in items:
        place = left.index(item)
        left.pop(place)
        before += place * factorial(len(left))
    return before


def permutation(items, number):
    """The permutation with this rank, as a list."""
    left = sorted(items)
    if not 0 <= number < factorial(len(left)):
        raise IndexError(f"there is no permutation {number}")
    chosen = []
    while left:
        block = factorial(len(left) - 1)
        place = number // block
        chosen.append(left.pop(place))
    return chosen
