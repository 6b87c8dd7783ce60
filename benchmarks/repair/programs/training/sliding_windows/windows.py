"""Generators over streams of measurements."""


def windows(values, size):
    """Yield lists with every `size` consecutive values."""
    if size < 1:
        raise ValueError("size must be positive")
    window = []
    for value in values:
        window.append(value)
        if len(window) > size:
            window.pop(0)
        if len(window) == size:
            yield window


def chunks(values, size):
    """Yield lists of `size` values; the last one may be shorter."""
    if size < 1:
        raise ValueError("size must be positive")
    chunk = []
    for value in values:
        chunk.append(value)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def moving_average(values, size):
    for window in windows(values, size):
        yield sum(window) / size


def pairs(values):
    """Yield neighbouring values as tuples."""
    for a, b in windows(values, 2):
        yield a, b


def changes(values):
    return [b - a for a, b in pairs(values)]


def calmest(values, size):
    """The window with the least spread (the first one on a tie)."""
    best = None
    best_spread = None
    for window in windows(values, size):
        spread = max(window) - min(window)
        if best_spread is None or spread < best_spread:
            best = window
            best_spread = spread
    return best
