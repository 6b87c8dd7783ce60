"""Where the keywords of a call stand that spreads dictionaries: in those, in what they are merged of, and at callers.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import ast

from testfix_library_uses import arguments, last_name

MOST_STEPS = 3
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def spread_names(call):
    """The names and attributes in what a call spreads: of `**{**A, **self.b}` A and b; "" for what has no name."""
    return [name for one in call.keywords if one.arg is None for name in _names(one.value) or [""]]


def reached_names(text, names):
    """The names of dictionaries, with those that they are made of where the file assigns them or has them returned."""
    found, tree = set(names), ast.parse(text)
    for _ in range(MOST_STEPS):
        made = [value for name, value in _values(tree) if name in found]
        found = found.union(*(_names(one) for one in made))
    return found


def passing_functions(text, names):
    """The names of the functions of a file that get keywords as a dictionary of one of the names: of a class for its
    `__init__`."""
    tree, found = ast.parse(text), set()
    for holder in ast.walk(tree):
        for node in ast.iter_child_nodes(holder):
            if isinstance(node, _FUNCTIONS) and node.args.kwarg is not None and node.args.kwarg.arg in names:
                is_made = node.name == "__init__" and isinstance(holder, ast.ClassDef)
                found.add(holder.name if is_made else node.name)
    return found


def dictionaries_with(tree, keyword, names):
    """The displays and calls of `dict` with a keyword that one of the names stands for, or that a call spreads."""
    found = [value for name, value in _values(tree) if name in names]
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    inner = [one.value for node in calls for one in node.keywords if one.arg is None and spread_of(node, names)]
    return [node for one in [*found, *inner] for node in _parts(one) if _has(node, keyword)]


def spread_of(call, names):
    """Whether a call spreads any of the names."""
    return not names.isdisjoint(spread_names(call))


def _values(tree):
    """(name, value) of what is assigned, and of what functions return by their names."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((last_name(one), node.value) for one in targets if last_name(one))
        elif isinstance(node, _FUNCTIONS):
            yield from ((node.name, one.value) for one in ast.walk(node) if isinstance(one, ast.Return) and one.value)


def _names(value):
    """The names that a dictionary is made of."""
    if isinstance(value, ast.Dict):
        return [name for one in _merged(value) for name in _names(one)]
    if isinstance(value, ast.BinOp):
        return [*_names(value.left), *_names(value.right)]
    if isinstance(value, ast.Call) and last_name(value.func) == "dict":
        return [
            name for one in [*value.args, *(key.value for key in value.keywords if not key.arg)] for name in _names(one)
        ]
    name = last_name(value.func if isinstance(value, ast.Call) else value)
    return [name] if name else []


def _parts(value):
    """A dictionary, and those that it is merged of where they stand in it."""
    if isinstance(value, ast.BinOp):
        return [*_parts(value.left), *_parts(value.right)]
    inner = _merged(value) if isinstance(value, ast.Dict) else ()
    return [value, *(part for one in inner for part in _parts(one))]


def _merged(display):
    """What a display of a dictionary spreads."""
    return [display.values[number] for number, key in enumerate(display.keys) if key is None]


def _has(node, keyword):
    if isinstance(node, ast.Dict):
        return keyword in [one.value for one in node.keys if isinstance(one, ast.Constant)]
    is_dict = isinstance(node, ast.Call) and last_name(node.func) == "dict"
    return is_dict and keyword in arguments(node)[1]
