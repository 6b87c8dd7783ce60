"""Split a stream of items into batches of bounded total weight."""


def batches(items, limit, weight=len):
    """Yield lists of consecutive items whose weights sum to at most limit.

    Items keep their order and batches are filled greedily.  An item that is
    heavier than limit on its own raises ValueError.
    """
    current = []
    total = 0
    for item in items:
        size = weight(item)
        if size > limit:
            raise ValueError(f"item of weight {size} exceeds limit {limit}")
        if current and total + size > limit:
            yield current
            current = []
        current.append(item)
        total += size
    if current:
        yield current


def batch_count(items, limit, weight=len):
    """How many batches the items need."""
    return sum(1 for _ in batches(items, limit, weight))


def fill_ratio(items, limit, weight=len):
    """Average share of the limit used per batch (0.0 without items)."""
    loads = [sum(map(weight, batch)) for batch in batches(items, limit, weight)]
    if not loads:
        return 0.0
    return sum(loads) / (limit * len(loads))
