"""Sizes of files as people write them."""

import re

UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}
PATTERN = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", re.IGNORECASE)


def parse_size(text):
    """The bytes of '10 MB', '1.5GiB' or '300'. ValueError for other text."""
    match = PATTERN.fullmatch(text)
    if not match or match[2].lower() not in UNITS:
        raise ValueError(f"not a size: {text!r}")
    factor = UNITS[match[2].lower()]
    return int(float(match[1])) * factor


def fits(sizes, limit):
    """Whether files of such sizes fit into a limit."""
    return sum(parse_size(size) for size in sizes) <= parse_size(limit)
