"""Reports of the response times of endpoints."""

from latency.stats import mean, percentile

LEVELS = (50, 90, 99)


def summary(samples):
    """A dict of the count, the mean and the percentiles 50, 90 and 99 of samples, rounded to a decimal.

    Only the count where there are no samples.
    """
    if not samples:
        return {"count": 0}
    row = {"count": len(samples), "mean": round(mean(samples), 1)}
    for level in LEVELS:
        row[f"p{level}"] = round(percentile(samples, level), 1)
    return row


def worst_endpoints(log, limit, level=90):
    """The endpoints whose percentile `level` is above `limit`, as (endpoint, value), slowest first.

    `log` is an iterable of (endpoint, milliseconds).
    """
    by_endpoint = {}
    for endpoint, milliseconds in log:
        by_endpoint.setdefault(endpoint, []).append(milliseconds)
    values = ((endpoint, percentile(samples, level)) for endpoint, samples in by_endpoint.items())
    slow = [(endpoint, value) for endpoint, value in values if value > limit]
    return sorted(slow, key=lambda row: (-row[1], row[0]))
