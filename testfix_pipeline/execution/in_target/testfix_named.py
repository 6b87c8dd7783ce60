"""For an error: the objects of other packages that the project's failing statement names, and the calling modules.

Nothing is called: names are looked up, attributes read without running properties.
"""

import ast
import builtins
import inspect
import linecache
import mmap
import re
import sys
import types

MOST = 12
LEAST_TEXT = 20  # characters of an error that are searched for in compiled code
_KINDS = (ImportError, AttributeError, TypeError, Warning)
_UNKNOWN = object()
_trees = {}
_SKIPPED = ("importlib", "_frozen_importlib", "_pytest", "pluggy", "pytest", "runpy")


def error_origin(error, files):
    """[objects, callers]: `objects` as in `foreign_objects`, `callers`: modules of frames below the project's.

    Empty lists for errors that say nothing of an interface, and where no code of the project was running.
    """
    if not isinstance(error, (*_KINDS, ValueError)):
        return [[], []]
    try:
        own, below = _innermost_entry(error.__traceback__, files)
        if own is None:
            return [[], [] if isinstance(error, ValueError) else below[:MOST]]
        objects, lacking = foreign_objects(own, files), getattr(error, "obj", None)
        if isinstance(error, AttributeError) and lacking is not None and not below and isinstance(error.name, str):
            entries = _missing_entry(error.name, lacking, error.name, files)  # of one that the project's code raised
            objects = [one for one in entries if not _is_own(one[1], files)] + objects
        compiled = _compiled_source(error, {one[1].partition(".")[0] for one in objects}) if not below else []
        if isinstance(error, ValueError) and not compiled:
            return [[], []]  # a value may be refused for other reasons
        return [objects[:MOST], (below or compiled)[:MOST]]
    except Exception:  # objects of others may raise when they are looked at
        return [[], []]


def _innermost_entry(trace, files):
    """The last traceback entry in the project, and the modules of the entries after it."""
    own, below = None, []
    while trace is not None:
        if files.relative_path(trace.tb_frame.f_code.co_filename) is not None:
            own, below = trace, []
        else:
            module = trace.tb_frame.f_globals.get("__name__") or ""
            if module.partition(".")[0] not in _SKIPPED and module not in below:
                below.append(module)
        trace = trace.tb_next
    return own, below


def _compiled_source(error, packages):
    """The module of compiled code, which has no frames, that holds the text of a TypeError or ValueError, in a list of
    one or none."""
    if not isinstance(error, (TypeError, ValueError)):
        return []
    text = max(re.split(r"[`'\"\d]", str(error)), key=len).strip().encode()
    for name, module in sorted(sys.modules.copy().items()) if len(text) >= LEAST_TEXT else ():
        path = str(getattr(module, "__file__", None))
        is_compiled = path.endswith((".so", ".pyd")) and "lib-dynload" not in path  # Python's own
        if is_compiled and name.partition(".")[0] in packages:
            with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as code:
                if code.find(text) >= 0:
                    return [name]
    return []


def foreign_objects(trace, files):
    """[expression, module, name, how] for each object from outside the project that a failing statement names.

    how: "named", "missing" (what the object before it lacks), or "inherited" (missing in a class of the project that
    has such a base).
    """
    frame = trace.tb_frame
    statement = _statement_at(frame.f_code.co_filename, trace.tb_lineno)
    if statement is None:
        return []
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        found = _imported_objects(statement)
    else:
        scope = [frame.f_locals, frame.f_globals, vars(builtins)]
        found = [entry for node in _name_chains(statement) for entry in _chain_entries(node, scope, files)]
    outside = [entry for entry in found if not _is_own(entry[1], files)]
    return list(map(list, dict.fromkeys(map(tuple, outside))))


def _statement_at(filename, line):
    """The innermost statement that includes this line, or the decorator that does."""
    text = "".join(linecache.getlines(filename))
    if text not in _trees:
        _trees.clear()  # one file at a time: errors come file by file
        _trees[text] = ast.parse(text)
    found = None
    for node in ast.walk(_trees[text]):
        for part in [node, *getattr(node, "decorator_list", ())] if isinstance(node, ast.stmt) else ():
            inside = part.lineno <= line <= (part.end_lineno or part.lineno)
            if inside and (found is None or part.lineno >= found.lineno):
                found = part
    return found


def _name_chains(statement):
    """The outermost chains of names in a statement, without those of nested statements."""
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


def _imported_objects(statement):
    if isinstance(statement, ast.Import):
        found = [(one.name, "named" if one.name in sys.modules else "missing") for one in statement.names]
        return [[name, name, "", how] for name, how in found]
    module = statement.module or ""
    if statement.level or not module:
        return []
    lacks = sys.modules.get(module)
    if lacks is None:
        return [[module, module, "", "missing"]]
    names = [one.name for one in statement.names if one.name != "*"]
    return [["%s.%s" % (module, n), module, n, "named" if n in vars(lacks) else "missing"] for n in names]


def _chain_entries(node, scope, files):
    """The entries for a chain of names: the object it means, or what the object before its first unknown name lacks."""
    value, chain = _resolve(node, scope)
    if value is _UNKNOWN:
        return []
    written = ast.unparse(node)
    if chain:
        return _missing_entry(written, value, chain[0], files)
    classes = value.__mro__ if isinstance(value, type) else ()  # mocks have an attribute of any name
    owners = [kind for kind in classes if {"__init__", "__new__"} & vars(kind).keys()]  # a TypeError names the first
    homes = dict.fromkeys(map(_qualified_home, [value, *owners[:1]]))
    return [[written, module, name, "named"] for module, name in homes if module]


def _resolve(node, scope):
    """The object that a chain of names reaches, and the remaining names that it lacks."""
    if isinstance(node, ast.Name):
        return next((names[node.id] for names in scope if node.id in names), _UNKNOWN), []
    if not isinstance(node, ast.Attribute):
        return _UNKNOWN, []
    value, missing = _resolve(node.value, scope)
    if value is _UNKNOWN or missing:
        return value, [*missing, node.attr]
    found = inspect.getattr_static(value, node.attr, _UNKNOWN)
    if found is _UNKNOWN:
        return value, [node.attr]
    return getattr(found, "__func__", None) or getattr(found, "fget", None) or found, []


def _missing_entry(written, value, attribute, files):
    """The entry for an object that lacks an attribute; for a class of the project, its first foreign base."""
    module, name = _qualified_home(value)
    if isinstance(value, types.ModuleType) or not _is_own(module, files):
        return [[written, module, ("%s.%s" % (name, attribute)).lstrip("."), "missing"]] if module else []
    kind = value if isinstance(value, type) else type(value)
    for base in kind.__mro__:
        if base.__module__ != "builtins" and not _is_own(base.__module__, files):
            return [[written, base.__module__, "%s.%s" % (base.__qualname__, attribute), "inherited"]]
    return []


def _qualified_home(value):
    """The module that an object is from, and its qualified name there."""
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


def _is_own(module, files):
    """Whether a module belongs to the project, to Python's builtins, or is `__main__`."""
    if not module or module in ("builtins", "__main__"):
        return True
    file = getattr(sys.modules.get(module), "__file__", None)
    if not isinstance(file, str):
        top = sys.modules.get(module.partition(".")[0])
        file = getattr(top, "__file__", None)
    return isinstance(file, str) and files.relative_path(file) is not None
