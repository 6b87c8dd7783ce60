"""A small RFC 6901 style JSON pointer: parse, resolve, assign and list."""


class PointerError(LookupError):
    """Raised when a pointer is malformed or does not lead anywhere."""


def escape(token):
    """Make a raw key safe for use inside a pointer."""
    return token.replace("~", "~0").replace("/", "~1")


def unescape(token):
    """Reverse of :func:`escape`."""
    token = token.replace("~0", "~")
    token = token.replace("~1", "/")
    return token


def parse(pointer):
    """Split a pointer into its unescaped tokens.

    The empty pointer denotes the whole document.
    """
    if pointer == "":
        return []
    if not pointer.startswith("/"):
        raise PointerError("a pointer must start with '/': %r" % pointer)
    return [unescape(part) for part in pointer[1:].split("/")]


def build(tokens):
    return "".join("/" + escape(str(token)) for token in tokens)


def _step(node, token):
    if isinstance(node, dict):
        if token not in node:
            raise PointerError("no member %r" % token)
        return node[token]
    if isinstance(node, list):
        if not token.isdigit() or (len(token) > 1 and token[0] == "0"):
            raise PointerError("bad array index %r" % token)
        index = int(token)
        if index >= len(node):
            raise PointerError("index %d out of range" % index)
        return node[index]
    raise PointerError("cannot descend into %s" % type(node).__name__)


def resolve(document, pointer):
    node = document
    for token in parse(pointer):
        node = _step(node, token)
    return node


def assign(document, pointer, value):
    """Set the value at `pointer` in place; "-" appends to an array."""
    tokens = parse(pointer)
    if not tokens:
        raise PointerError("cannot replace the whole document")
    node = document
    for token in tokens[:-1]:
        node = _step(node, token)
    last = tokens[-1]
    if isinstance(node, list):
        if last == "-":
            node.append(value)
        else:
            _step(node, last)
            node[int(last)] = value
    elif isinstance(node, dict):
        node[last] = value
    else:
        raise PointerError("cannot assign into %s" % type(node).__name__)


def leaves(document, prefix=()):
    """Yield (pointer, scalar) pairs in document order."""
    if isinstance(document, dict):
        items = document.items()
    elif isinstance(document, list):
        items = enumerate(document)
    else:
        yield build(prefix), document
        return
    for key, child in items:
        yield from leaves(child, prefix + (key,))
