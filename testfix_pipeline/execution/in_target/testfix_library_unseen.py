"""What classes of a library lost by a table and the program asks for, though no failure speaks of it yet.

Only where nothing else can be meant: no class that is loaded has the name, nor the program, and each file that uses it
imports the library. Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import ast
import re
import sys

from testfix_library_lookup import Lost
from testfix_library_objects import is_class

_OWN = r"\bdef %(name)s\b|\.%(name)s\s*(?::[^=\n]+)?=(?!=)|^ +%(name)s\s*[:=]"


def unseen_members(program, gone):
    """[Lost] of the members that are used. gone: full names of members of classes, those of a table."""
    wanted = {}
    for full in gone:
        home, _, name = full.rpartition(".")
        module, _, owner = home.rpartition(".")
        wanted.setdefault(name, []).append((module, owner))
    texts = {path: text.decode("utf-8", "replace") for path, text in program.texts.items()}
    tops = {path: {use.module.partition(".")[0] for use in uses} for path, uses in program.uses.items()}
    words = set().union(*(re.findall(r"\.(\w+)", text) for text in texts.values()))
    found = []
    for name in sorted(words & wanted.keys()):
        uses = {path: _uses(text, name) for path, text in texts.items() if name in text}
        uses = {path: called for path, called in uses.items() if called}
        losers = [(module, owner, kind) for module, owner in wanted[name] if (kind := _loser(module, owner, name))]
        losers = [one for one in losers if all(one[0].partition(".")[0] in tops[path] for path in uses)]
        is_own = re.search(_OWN % {"name": name}, "\n".join(texts.values()), re.M)
        if not uses or not losers or is_own or _has_any(name, set().union(*(tops[path] for path in uses))):
            continue
        is_item = any(hasattr(kind, "__getattr__") for _, _, kind in losers)  # a column of a table may have the name
        if not is_item or all(all(called) for called in uses.values()):
            found += [Lost(module, owner, name, "") for module, owner, _ in losers]
    return found


def _uses(text, name):
    """Of each use of an attribute whether it is called."""
    nodes = list(ast.walk(ast.parse(text)))
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    return [id(node) in called for node in nodes if isinstance(node, ast.Attribute) and node.attr == name]


def _loser(module, owner, name):
    """The class, where it is loaded and lacks the name."""
    kind = getattr(sys.modules.get(module), owner, None)
    return kind if is_class(kind) and not hasattr(kind, name) else None


def _has_any(name, tops):
    """Whether a class of Python's own or of packages that the files import, as far as they are loaded, has the name."""
    modules = [one for full, one in list(sys.modules.items()) if full.partition(".")[0] in {"builtins", *tops}]
    kinds = {value for one in modules for value in list(getattr(one, "__dict__", {}).values()) if is_class(value)}
    return any(hasattr(one, name) for one in kinds)
