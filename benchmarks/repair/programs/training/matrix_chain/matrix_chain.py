"""The cheapest order in which to multiply a chain of matrices."""


def plan(sizes):
    """The least number of multiplications and the cuts; matrix number i has sizes[i] rows and sizes[i + 1] columns."""
    count = len(sizes) - 1
    cost = [[0] * count for _ in range(count)]
    cuts = {}
    for length in range(2, count + 1):
        for first in range(count - length + 1):
            last = first + length - 1
            best = None
            for cut in range(first, last):
                price = cost[first][cut] + cost[cut + 1][last] + sizes[first] * sizes[cut] * sizes[last + 1]
                if best is None or price < best:
                    best = price
                    cuts[first, last] = cut
            cost[first][last] = best
    return cost[0][-1], cuts


def grouping(sizes, names):
    """The product written with brackets."""
    cuts = plan(sizes)[1]

    def write(first, last):
        if first == last:
            return names[first]
        cut = cuts[first, last]
        return f"({write(first, cut)}{write(cut + 1, last)})"

    return write(0, len(sizes) - 2)
