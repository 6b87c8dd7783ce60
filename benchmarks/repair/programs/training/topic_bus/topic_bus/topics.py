"""Names of topics: words joined by dots."""


def matches(pattern, topic):
    """True where a topic fits a pattern: * stands for one word, a # at the end for any number of them."""
    wanted = pattern.split(".")
    words = topic.split(".")
    if wanted[-1] == "#":
        wanted.pop()
        words = words[: len(wanted)]
    if len(wanted) != len(words):
        return False
    return all(want in ("*", word) for want, word in zip(wanted, words))
