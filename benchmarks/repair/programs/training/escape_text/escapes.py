"""Texts with escapes: a backslash before a sign means the sign itself."""


def plain(text):
    """The text without escapes."""
    found = []
    at = 0
    while at < len(text):
        found.append(text[at])
        at += 1
    return "".join(found)


def fields(text, separator="|"):
    """Parts between separators that aren't escaped, still with their escapes."""
    found = [""]
    at = 0
    while at < len(text):
        if text[at] == "\\":
            found[-1] += text[at : at + 2]
            at += 2
        elif text[at] == separator:
            found.append("")
            at += 1
        else:
            found[-1] += text[at]
            at += 1
    return found
