"""Splits a command line into words; quoted parts stay together."""


def split(line):
    words = []
    at = 0
    while at < len(line):
        sign = line[at]
        if sign == " ":
            at += 1
        elif sign == '"':
            end = line.index('"', at + 1)
            words.append(line[at + 1 : end])
            at = end + 1
        else:
            end = at
            while end < len(line) and line[end] != " ":
                end += 1
            words.append(line[at:end])
            at = end
    return words


def depth(text):
    """How deep parentheses are nested at most."""
    deepest = level = 0
    for sign in text:
        if sign == "(":
            level += 1
            deepest = max(deepest, level)
    return deepest
