"""Says of an error which objects of other packages the project's own statement names, and whose code raised it.

Nothing is called: names are looked up, attributes read without running properties. Standard library only, Python 3.9
and later.
"""

import ast
import builtins
import inspect
import linecache
import sys
import types

MOST = 12
_KINDS = (ImportError, AttributeError, TypeError, Warning)
_UNKNOWN = object()
_SKIPPED = ("importlib", "_frozen_importlib", "_pytest", "pluggy", "pytest", "runpy")


def origin(error, files):
    """[objects, callers]: `objects` as in `named`, `callers` are the modules of the frames below the project's last.

    Empty lists for errors that say nothing of an interface, and where no code of the project was running.
    """
    if not isinstance(error, _KINDS):
        return [[], []]
    try:
        own, below = _innermost(error.__traceback__, files)
        if own is None:
            return [[], below[:MOST]]
        return [(_of_error(error, below, files) + named(own, files))[:MOST], below[:MOST]]
    except Exception:  # objects of others may raise when they are looked at
        return [[], []]


def _innermost(trace, files):
    """The last entry of the traceback in the project, and the modules of those after it."""
    own, below = None, []
    while trace is not None:
        if files.relative(trace.tb_frame.f_code.co_filename) is not None:
            own, below = trace, []
        else:
            module = trace.tb_frame.f_globals.get("__name__") or ""
            if module.partition(".")[0] not in _SKIPPED and module not in below:
                below.append(module)
        trace = trace.tb_next
    return own, below


def named(trace, files):
    """[expression, module, name, how] of what the statement of a traceback's entry names from outside the project.

    how: "named", "missing" (what the object before it lacks), or "inherited" (missing in a class of the project that
    has such a base).
    """
    frame = trace.tb_frame
    statement = _statement(frame.f_code.co_filename, trace.tb_lineno)
    if statement is None:
        return []
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        found = _imported(statement)
    else:
        scope = [frame.f_locals, frame.f_globals, vars(builtins)]
        found = [entry for node in _parts(statement) for entry in _entries(node, scope, files)]
    outside = [entry for entry in found if not _is_own(entry[1], files)]
    return list(map(list, dict.fromkeys(map(tuple, outside))))


def _statement(filename, line):
    """The innermost statement that has this line."""
    text = "".join(linecache.getlines(filename))
    found = None
    for node in ast.walk(_tree(text)):
        inside = isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
        if inside and (found is None or node.lineno >= found.lineno):
            found = node
    return found


_trees = {}


def _tree(text):
    if text not in _trees:
        _trees.clear()  # one file at a time: errors come file by file
        _trees[text] = ast.parse(text)
    return _trees[text]


def _parts(statement):
    """The chains of names of a statement, the outermost ones, without those of statements inside it."""
    left, found = [statement], []
    while left:
        node = left.pop(0)
        if isinstance(node, (ast.Attribute, ast.Name)):
            found.append(node)
            while isinstance(node, ast.Attribute):
                node = node.value
            if not isinstance(node, ast.Name):
                left.append(node)
        else:
            left += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]
    return found


def _imported(statement):
    if isinstance(statement, ast.Import):
        return [[one.name, one.name, "", _there(one.name)] for one in statement.names]
    module = statement.module or ""
    if statement.level or not module:
        return []
    lacks = sys.modules.get(module)
    if lacks is None:
        return [[module, module, "", "missing"]]
    names = [one.name for one in statement.names if one.name != "*"]
    return [["%s.%s" % (module, n), module, n, "named" if n in vars(lacks) else "missing"] for n in names]


def _there(module):
    return "named" if module in sys.modules else "missing"


def _entries(node, scope, files):
    """What a chain of names means, and what the object before its first unknown name lacks."""
    value, chain = _value(node, scope)
    if value is _UNKNOWN:
        return []
    written = ast.unparse(node)
    if chain:
        return _lacking(written, value, chain[0], files)
    homes = dict.fromkeys([_home(value), *_constructor(value)])
    return [[written, module, name, "named"] for module, name in homes if module]


def _constructor(value):
    """Where the class is that defines the constructor of `value`: a TypeError of the call names it."""
    owners = [kind for kind in getattr(value, "__mro__", ()) if {"__init__", "__new__"} & vars(kind).keys()]
    return [_home(kind) for kind in owners[:1] if isinstance(value, type)]


def _value(node, scope):
    """The object of a chain of names, as far as it is known, and the attributes that it lacks."""
    if isinstance(node, ast.Name):
        return next((names[node.id] for names in scope if node.id in names), _UNKNOWN), []
    if not isinstance(node, ast.Attribute):
        return _UNKNOWN, []
    value, missing = _value(node.value, scope)
    if value is _UNKNOWN or missing:
        return value, [*missing, node.attr]
    found = inspect.getattr_static(value, node.attr, _UNKNOWN)
    if found is _UNKNOWN:
        return value, [node.attr]
    return getattr(found, "__func__", None) or getattr(found, "fget", None) or found, []


def _lacking(written, value, attribute, files):
    """The object that lacks an attribute; where it is of a class of the project, the first base from outside."""
    module, name = _home(value)
    if isinstance(value, types.ModuleType) or not _is_own(module, files):
        return [[written, module, ("%s.%s" % (name, attribute)).lstrip("."), "missing"]] if module else []
    kind = value if isinstance(value, type) else type(value)
    for base in kind.__mro__:
        if base.__module__ != "builtins" and not _is_own(base.__module__, files):
            return [[written, base.__module__, "%s.%s" % (base.__qualname__, attribute), "inherited"]]
    return []


def _home(value):
    """The module that an object is from, and its name in there."""
    if isinstance(value, types.ModuleType):
        return value.__name__, ""
    owner = getattr(value, "__objclass__", None)  # of a method that is written in C
    if isinstance(owner, type):
        return owner.__module__, "%s.%s" % (owner.__qualname__, value.__name__)
    if isinstance(value, type) or callable(value):
        module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
        if isinstance(module, str) and isinstance(name, str):
            return module, name
    return type(value).__module__, type(value).__qualname__


def _of_error(error, below, files):
    """What the error itself says of an attribute, where code of the project asked for it."""
    value = getattr(error, "obj", None)
    if below or value is None or not isinstance(error, AttributeError) or not isinstance(error.name, str):
        return []
    return [entry for entry in _lacking(error.name, value, error.name, files) if not _is_own(entry[1], files)]


def _is_own(module, files):
    """Whether a module is the project's, Python's builtins or ours."""
    if not module or module in ("builtins", "__main__"):
        return True
    file = getattr(sys.modules.get(module), "__file__", None)
    if not isinstance(file, str):
        top = sys.modules.get(module.partition(".")[0])
        file = getattr(top, "__file__", None)
    return isinstance(file, str) and files.relative(file) is not None
