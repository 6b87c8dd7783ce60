"""Queries on JSON documents with a small subset of JSONPath.

    $.store.books[0].title     keys and positions
    $.store.books[-1]          positions from the end
    $.store.books[*].price     all children
    $..price                   a key at any depth
    $.store.books[?price<10]   children that pass a test
"""
import operator
import re

TOKEN = re.compile(
    r"\.\.(?P<deep>\w+)"
    r"|\.(?P<key>\w+|\*)"
    r"|\[(?P<index>-?\d+)\]"
    r"|\[(?P<all>\*)\]"
    r"|\[\?(?P<field>\w+)(?P<op><=|>=|==|!=|<|>)(?P<value>[^\]]+)\]"
)

OPERATORS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


class PathError(ValueError):
    pass


def parse(path):
    """The steps of a path as (kind, argument) pairs."""
    if not path.startswith("$"):
        raise PathError("a path starts with $")
    steps = []
    pos = 1
    while pos < len(path):
        match = TOKEN.match(path, pos)
        if match is None:
            raise PathError(f"bad path at {pos}")
        pos = match.end()
        if match["deep"]:
            steps.append(("deep", match["deep"]))
        elif match["key"] == "*" or match["all"]:
            steps.append(("all", None))
        elif match["key"]:
            steps.append(("key", match["key"]))
        elif match["index"]:
            steps.append(("index", int(match["index"])))
        else:
            steps.append(("filter", (match["field"], match["op"], literal(match["value"]))))
    return steps


def literal(text):
    text = text.strip()
    if text[0] in "'\"" and text[-1] == text[0]:
        return text[1:-1]
    constants = {"true": True, "false": False, "null": None}
    if text in constants:
        return constants[text]
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise PathError(f"bad value {text}") from None


def children(node):
    if isinstance(node, dict):
        return list(node.values())
    if isinstance(node, list):
        return list(node)
    return []


def find_deep(node, key):
    """Values of the key in the node and everything below it, in document order."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name == key:
                yield value
            yield from find_deep(value, key)


def passes(node, test):
    field, op, value = test
    if not isinstance(node, dict) or field not in node:
        return False
    try:
        return OPERATORS[op](node[field], value)
    except TypeError:
        return False


def apply_step(node, kind, arg):
    if kind == "key":
        return [node[arg]] if isinstance(node, dict) and arg in node else []
    if kind == "index":
        if isinstance(node, list) and -len(node) <= arg < len(node):
            return [node[arg]]
        return []
    if kind == "all":
        return children(node)
    if kind == "deep":
        return list(find_deep(node, arg))
    return [child for child in children(node) if passes(child, arg)]


def query(document, path):
    """All values that the path leads to."""
    nodes = [document]
    for kind, arg in parse(path):
        nodes = [found for node in nodes for found in apply_step(node, kind, arg)]
    return nodes


def first(document, path, default=None):
    found = query(document, path)
    return found[0] if found else default
