"""Pairs of numbers whose sum comes near to a target."""


def closest_sum(numbers, target):
    """The sum of two of the numbers that is nearest to the target."""
    if len(numbers) < 2:
        raise ValueError("two numbers are needed")
    ordered = sorted(numbers)
    low, high = 0, len(ordered) - 1
    best = 0
    while low < high:
        total = ordered[low] + ordered[high]
        if abs(total - target) < abs(best - target):
            best = total
        if total < target:
            low += 1
        else:
            high -= 1
    return best


def has_pair(numbers, target):
    """Whether two of the numbers add up to the target."""
    return len(numbers) >= 2 and closest_sum(numbers, target) == target
