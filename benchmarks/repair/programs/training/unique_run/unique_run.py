"""Runs without repetition."""


def longest_unique(text):
    """The longest part of the text in which no sign occurs twice; the first one where several are that long."""
    last = {}
    start = 0
    best = ""
    for place, sign in enumerate(text):
        if sign in last:
            start = last[sign] + 1
        last[sign] = place
        if place + 1 - start > len(best):
            best = text[start : place + 1]
    return best


def is_unique(text):
    return len(longest_unique(text)) == len(text)
