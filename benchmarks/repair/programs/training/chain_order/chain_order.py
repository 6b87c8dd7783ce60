"""The cheapest order in which to multiply a chain of matrices."""


def plan(sizes):
    """The least number of multiplications, and the order as text.

    Matrix i has sizes[i] rows and sizes[i + 1] columns, and its name is the i-th letter.
    """
    count = len(sizes) - 1
    best = {(i, i): (0, chr(ord("A") + i)) for i in range(count)}
    for length in range(2, count + 1):
        for first in range(count - length + 1):
            last = first + length - 1
            options = []
            for k in range(first, last):
                left, left_text = best[first, k]
                right, right_text = best[k + 1, last]
                cost = left + right + sizes[first] * sizes[k] * sizes[last + 1]
                options.append((cost, f"({left_text}{right_text})"))
            best[first, last] = min(options)
    return best[0, count - 1]


def least_cost(sizes):
    return plan(sizes)[0]
