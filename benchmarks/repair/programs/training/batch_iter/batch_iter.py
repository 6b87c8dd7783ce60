"""Lazy batching of records by number and by weight."""
from typing import Callable, Iterable, Iterator, List, Optional, TypeVar

T = TypeVar("T")


class TooHeavy(ValueError):
    """One record alone exceeds the weight limit."""


def batches(
    records: Iterable[T],
    max_items: int,
    max_weight: Optional[float] = None,
    weigh: Callable[[T], float] = len,
) -> Iterator[List[T]]:
    """Group consecutive records.

    A batch holds at most `max_items` records and, if `max_weight` is given,
    weighs at most that much.
    """
    if max_items < 1:
        raise ValueError("max_items must be positive")
    current: List[T] = []
    load = 0.0
    for record in records:
        weight = weigh(record) if max_weight is not None else 0
        if max_weight is not None and weight > max_weight:
            raise TooHeavy(repr(record))
        full = len(current) == max_items
        if full or (max_weight is not None and load + weight > max_weight):
            yield current
            current = []
            load = 0.0
        current.append(record)
        load += weight


def runs(records: Iterable[T], key: Callable[[T], object]) -> Iterator[List[T]]:
    """Group consecutive records with equal keys."""
    current: List[T] = []
    for record in records:
        if current and key(record) != key(current[-1]):
            yield current
            current = []
        current.append(record)
    if current:
        yield current


def pairwise_gaps(values: Iterable[float]) -> Iterator[float]:
    previous = None
    for value in values:
        if previous is not None:
            yield value - previous
        previous = value


def summary(records: Iterable[T], max_items: int) -> str:
    sizes = [len(b) for b in batches(records, max_items)]
    return "%d batches: %s" % (len(sizes), "+".join(map(str, sizes)))
