from searchq.tokens import tokenise


def _found(term, document):
    if term.field is not None:
        values = [document.get(term.field, "")]
    else:
        values = document.values()
    return any(term.text in str(value).lower() for value in values)


def matches(query, document):
    """Whether a document (a dict of fields) has every term of a query and none of the negated ones."""
    return all(_found(term, document) != term.negated for term in tokenise(query))
