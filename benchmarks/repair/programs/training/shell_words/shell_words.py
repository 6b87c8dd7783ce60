"""Splitting command lines the way a simple shell does."""


class QuoteError(ValueError):
    pass


def split(line, variables=None):
    """Split `line` into words.

    Single quotes keep everything, double quotes allow backslash and $name,
    and an unquoted # at the start of a word begins a comment.
    """
    variables = variables or {}
    words = []
    word = None
    quote = ""
    i = 0
    while i < len(line):
        c = line[i]
        i += 1
        if quote:
            if c == quote:
                quote = ""
            elif c == "\\" and quote == '"' and line[i:i + 1] in ('"', "\\", "$"):
                word += line[i]
                i += 1
            else:
                word += c
        elif c in " \t\n":
            if word is not None:
                words.append(word)
                word = None
        elif c == "#" and word is None:
            break
        elif c in "'\"":
            quote = c
            word = word or ""
        elif c == "\\":
            if i == len(line):
                raise QuoteError("nothing after backslash")
            word = (word or "") + line[i]
            i += 1
        elif c == "$":
            value, i = _expand(line, i, variables)
            if value:
                word = (word or "") + value
        else:
            word = (word or "") + c
    if quote:
        raise QuoteError("missing closing " + quote)
    if word is not None:
        words.append(word)
    return words


def _expand(line, i, variables):
    start = i
    while i < len(line) and (line[i].isalnum() or line[i] == "_"):
        i += 1
    if i == start:
        return "$", i
    return str(variables.get(line[start:i], "")), i


def quote(word):
    """Quote one word so that split() gives it back."""
    if word and all(c.isalnum() or c in "-_./:=+" for c in word):
        return word
    return "'" + word.replace("'", "'\\''") + "'"


def join(words):
    return " ".join(quote(w) for w in words)
