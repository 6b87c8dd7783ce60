"""Chooses the tests that run where there is no time for all: some of each file instead of those of the first files."""

import hashlib

_FREE = 1.0
"""The seconds after which it counts how much longer tests take than usual: the first ones import libraries."""


def sampled(items, seconds, kept, within, computed):
    """Yield the items that run, in their order; others have a number by their name that is too high for the time left.

    seconds: what items take as a rule, by name; kept: names of those that run in any case; within: seconds for all;
    computed: returns how many of them are used.
    """
    done, left = _FREE, sum(seconds.values())
    for item in items:
        own, used = seconds.get(item.nodeid, 0.0), computed()
        if item.nodeid in kept or number_of(item.nodeid) * left * used / done <= within - used:
            yield item
            done += own
        left -= own


def number_of(name):
    """A number from 0 to 1 that is the same in each run, and has to do with nothing."""
    return int(hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:8], 16) / 16**8
