"""Finding a pattern in a text (Knuth, Morris and Pratt)."""


def borders(pattern):
    """For each prefix, the length of its longest proper prefix that is a suffix too."""
    table = [0] * len(pattern)
    length = 0
    for i in range(1, len(pattern)):
        while length and pattern[i] != pattern[length]:
            length = table[length - 1]
        if pattern[i] == pattern[length]:
            length += 1
        table[i] = length
    return table


def find_all(text, pattern):
    """The positions of all matches, overlapping ones too."""
    if not pattern:
        return []
    table = borders(pattern)
    found = []
    matched = 0
    for i, char in enumerate(text):
        while matched and char != pattern[matched]:
            matched = table[matched - 1]
        if char == pattern[matched]:
            matched += 1
        if matched == len(pattern):
            found.append(i - matched + 1)
            matched = 0
    return found
