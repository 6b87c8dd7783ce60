"""One queue in front of several counters of a bank."""

from heapq import heapify, heappop, heappush


def simulate(customers, counters):
    """When each customer is served and done, as pairs.

    The customers come as (arrival, minutes needed), in the order of arrival.
    """
    free_at = [0] * counters
    heapify(free_at)
    served = []
    for arrival, needed in customers:
        begin = max(arrival, heappop(free_at))
        heappush(free_at, arrival + needed)
        served.append((begin, begin + needed))
    return served


def waiting_times(customers, counters):
    served = simulate(customers, counters)
    return [begin - arrival for (arrival, _), (begin, _) in zip(customers, served)]


def closing_time(customers, counters):
    """When the last customer is done."""
    return max((end for _, end in simulate(customers, counters)), default=0)
