"""Choices of numbers that add up to a total."""


def combinations_to(numbers, total):
    """All different choices with the given sum, each number used as often as it is given.

    The numbers are positive. The choices are sorted, and so is each of them.
    """
    ordered = sorted(numbers)
    found = []

    def extend(begin, chosen, rest):
        if rest == 0:
            found.append(chosen)
            return
        for i in range(begin, len(ordered)):
            if ordered[i] > rest:
                break
            extend(i + 1, chosen + [ordered[i]], rest - ordered[i])

    extend(0, [], total)
    return found


def count_combinations(numbers, total):
    return len(combinations_to(numbers, total))
