"""Address values inside JSON documents with RFC 6901 pointers."""


class PointerError(LookupError):
    pass


def escape(token):
    """Encode a key for use inside a pointer."""
    return token.replace("/", "~1").replace("~", "~0")


def unescape(token):
    return token.replace("~0", "~").replace("~1", "/")


def parse(pointer):
    """Split a pointer into its keys."""
    if pointer == "":
        return []
    if not pointer.startswith("/"):
        raise PointerError(f"pointer must start with '/': {pointer!r}")
    return [unescape(token) for token in pointer[1:].split("/")]


def build(tokens):
    return "".join("/" + escape(str(token)) for token in tokens)


def _index(container, token, allow_end=False):
    if allow_end and token == "-":
        return len(container)
    if not token.isdigit() or (token[0] == "0" and token != "0"):
        raise PointerError(f"bad list index {token!r}")
    index = int(token)
    if index >= len(container) + (1 if allow_end else 0):
        raise PointerError(f"list index {index} is out of range")
    return index


def _step(node, token):
    if isinstance(node, list):
        return node[_index(node, token)]
    if isinstance(node, dict) and token in node:
        return node[token]
    raise PointerError(f"no member {token!r}")


def get(document, pointer):
    node = document
    for token in parse(pointer):
        node = _step(node, token)
    return node


def add(document, pointer, value):
    """Set a member or insert into a list; '-' appends."""
    *parents, last = parse(pointer) or [None]
    if last is None:
        raise PointerError("cannot replace the whole document")
    node = document
    for token in parents:
        node = _step(node, token)
    if isinstance(node, list):
        node.insert(_index(node, last, allow_end=True), value)
    elif isinstance(node, dict):
        node[last] = value
    else:
        raise PointerError(f"cannot add to {type(node).__name__}")


def flatten(document):
    """Map the pointer of every leaf to its value."""
    leaves = {}

    def walk(node, tokens):
        if isinstance(node, dict) and node:
            for key, child in node.items():
                walk(child, tokens + [key])
        elif isinstance(node, list) and node:
            for index, child in enumerate(node):
                walk(child, tokens + [index])
        else:
            leaves[build(tokens)] = node

    walk(document, [])
    return leaves
