"""Statistics of response times."""

import math


def mean(samples):
    """The arithmetic mean. Raises ValueError where there are no samples."""
    if not samples:
        raise ValueError("no samples")
    return math.fsum(samples) / len(samples)


def percentile(samples, percent):
    """The value below which `percent` (0 to 100) of the samples lie.

    Between two samples it is interpolated linearly: the percentiles 0 and 100 are the least and the largest sample,
    the others lie evenly between these two.
    """
    if not samples:
        raise ValueError("no samples")
    if not 0 <= percent <= 100:
        raise ValueError(f"{percent} is no percentage")
    ordered = sorted(samples)
    position = (len(ordered) - 1) * percent / 100
    below = math.floor(position)
    above = math.ceil(position)
    if below == above:
        return ordered[below]
    weight = position - below
    return ordered[below] * weight + ordered[above] * (1 - weight)


def spread(samples):
    """The difference between the third and the first quartile."""
    return percentile(samples, 75) - percentile(samples, 25)
