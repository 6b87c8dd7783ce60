"""Writes headlines the way the style guide wants them."""

import re

SMALL = {"a", "an", "and", "as", "at", "but", "by", "for", "in", "of", "on", "or", "the", "to"}
BRANDS = {"iphone": "iPhone", "github": "GitHub", "ebay": "eBay"}


def headline(text):
    """The text with capitals: all words but small ones, the first and last always."""
    words = text.split()
    last = len(words) - 1
    done = []
    for number, word in enumerate(words):
        edge = number in (0, last) or done[-1].endswith(":")
        done.append(styled(word, edge))
    return " ".join(done)


def styled(word, edge=False):
    """One word; `edge`: where small words are written big, too."""
    core = word.strip(".,:;!?")
    if core.lower() in BRANDS:
        return word.replace(core, BRANDS[core.lower()])
    if is_acronym(core):
        return word
    if "-" in word:
        return "-".join(styled(part, edge) for part in word.split("-"))
    if word in SMALL and not edge:
        return word.lower()
    return capital(word)


def is_acronym(word):
    return len(word) > 1 and word.isupper() and word.lower() not in SMALL


def capital(word):
    """First letter big, the rest small; signs before the first letter stay."""
    match = re.search(r"[a-zA-Z]", word)
    if not match:
        return word
    at = match.start()
    return word[:at] + word[at].upper() + word[at + 1 :].lower()


def shorten(text, width):
    """The headline cut at a word, with three dots."""
    if len(text) <= width:
        return text
    cut = text[: width - 2].rsplit(" ", 1)[0]
    return cut.rstrip(",;:") + "..."
