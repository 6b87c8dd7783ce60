"""How nearly two names are the same. Standard library only, Python 3.9 and later."""

import difflib
import re


def similarity(one, other):
    """How nearly two names are the same, 0 to 1: spelling, and the words that they are made of."""
    plain, also = one.lower().replace("_", ""), other.lower().replace("_", "")
    if plain == also:
        return 0.99 if one != other else 0.0
    ratio = difflib.SequenceMatcher(None, plain, also).ratio()
    words, others = _words(one), _words(other)
    if words and others and (words <= others or others <= words):
        ratio = max(ratio, 0.7 + 0.2 * min(len(words), len(others)) / max(len(words), len(others)))
    return ratio - (0.1 if other.startswith("_") and not one.startswith("_") else 0.0)


def _words(name):
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)}
