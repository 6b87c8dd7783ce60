"""Search queries like `invoice -draft from:ann "two words"`."""

from typing import NamedTuple, Optional


class Term(NamedTuple):
    text: str
    field: Optional[str] = None
    negated: bool = False


def words(query):
    """The words of a query, blanks inside double quotes kept."""
    current = ""
    quoted = False
    for char in query:
        if char == '"':
            quoted = not quoted
        elif char.isspace() and not quoted:
            if current:
                yield current
            current = ""
        else:
            current += char


def tokenise(query):
    terms = []
    for word in words(query):
        negated = word.startswith("-") and len(word) > 1
        if negated:
            word = word[1:]
        field, colon, text = word.partition(":")
        if colon and field.isalpha() and text:
            terms.append(Term(text.lower(), field.lower(), negated))
        else:
            terms.append(Term(word.lower(), None, negated))
    return terms
