"""Sorting whole numbers by their digits, the lowest one first."""


def _sort_magnitudes(numbers):
    buckets = [[] for _ in range(10)]
    largest = max(numbers, default=0)
    place = 1
    while place <= largest:
        for number in numbers:
            buckets[number // place % 10].append(number)
        numbers = [number for bucket in buckets for number in bucket]
        place *= 10
    return numbers


def radix_sort(numbers):
    """A new, sorted list of the numbers; negative ones come first."""
    negative = _sort_magnitudes([-number for number in numbers if number < 0])
    others = _sort_magnitudes([number for number in numbers if number >= 0])
    return [-number for number in reversed(negative)] + others
