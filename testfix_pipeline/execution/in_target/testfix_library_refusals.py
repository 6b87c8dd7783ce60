"""What a library still has only to refuse it: functions and classes that first of all raise an error with fixed texts,
which say what to use in their place.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import ast
import contextlib
import re
import sys
import types

from testfix_library_lookup import Lost

MOST = 20
SAYS_GONE = re.compile(r"remov|deprecat|renam|replac|no longer|instead", re.I)
_DEFINED = re.compile(rb"\b(?:def|class)\s+(\w+)")
_OWN = re.compile(rb"\b(?:def|class)\s+(\w+)|\.(\w+)\s*=(?!=)")
_ALLOWED = (ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.BinOp, ast.Add, ast.Mod, ast.Tuple, ast.Load,
            ast.Name, ast.Attribute, ast.Call)  # fmt: skip


def refused_uses(program, failures):
    """([{"lost", "uses"}] of refused functions and classes, [Lost] of refused members of classes) that a program uses.

    Looked for in the packages of which a failure says that what was asked for is gone.
    """
    tops = {one["raised_in"].partition(".")[0] for one in failures if SAYS_GONE.search(one["message"])}
    tops = {one for one in tops - {"", *program.standard} if program.lookup.is_installed(one)}
    texts = b"\n".join(program.texts.values())
    own = {one for pair in _OWN.findall(texts) for one in pair}
    words = {one.decode("ascii", "replace") for one in set(re.findall(rb"\w+", texts)) - own}
    found = [one for top in sorted(tops) for one in refusals(program.lookup, top, words)][:MOST]
    said = {(module, name): message for module, owner, name, message in found if not owner}
    entries = {}
    for path, use in program.library_uses() if said else ():
        value = None
        with contextlib.suppress(Lost):
            value = program.lookup.resolve(use.module, use.path, (), use.how == "from") if use.path else None
        message = said.get((getattr(value, "__module__", None), getattr(value, "__qualname__", None)))
        if message is not None:
            lost = Lost(".".join([use.module, *use.path[:-1]]), "", use.path[-1], message)
            entries.setdefault((lost.module, lost.name), {"lost": lost, "uses": []})["uses"].append((path, use))
    return list(entries.values()), [Lost(*one) for one in found if one[1]]


def refusals(lookup, top, words):
    """[(module, class or "", name, message)] of what a package refuses, of the names in `words`.

    Not of a method's name that another class of the package has a method of which is not refused.
    """
    found, others = [], set()
    for module, text in lookup.texts_of(top):
        if lookup.is_over():
            return []
        if module in sys.modules and words.intersection(one.decode() for one in _DEFINED.findall(text)):
            for owner, name, node in _definitions(text):
                message = _refusal(node, vars(sys.modules[module]), top) if name in words else ""
                if message:
                    found.append((module, owner, name, message))
                elif name in words and owner:
                    others.add(name)
    return [one for one in dict.fromkeys(found) if not one[1] or one[2] not in others]


def _definitions(text):
    """Yield (class or "", name, function) of the functions, the methods, and the classes that make their objects
    themselves."""
    tree = None
    with contextlib.suppress(SyntaxError, ValueError, RecursionError):
        tree = ast.parse(text)
    for node in tree.body if tree is not None else ():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield "", node.name, node
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield ("", node.name, inner) if inner.name == "__init__" else (node.name, inner.name, inner)


def _refusal(function, namespace, top):
    """What a function raises before anything else, where that says that it is gone; else ""."""
    body = function.body
    is_text = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    first = next(iter(body[is_text:]), None)
    message = ""
    if isinstance(first, ast.Raise) and isinstance(first.exc, ast.Call) and first.exc.args:
        message = _value(first.exc.args[0], namespace)
    elif isinstance(first, (ast.Expr, ast.Return)) and isinstance(first.value, ast.Call):
        message = _raised(first.value, namespace, top)
    return message if isinstance(message, str) and SAYS_GONE.search(message) else ""


def _raised(call, namespace, top):
    """The text of the error that a function of the package raises for fixed arguments."""
    helper = namespace.get(call.func.id) if isinstance(call.func, ast.Name) else None
    if not isinstance(helper, types.FunctionType) or (helper.__module__ or "").partition(".")[0] != top:
        return ""
    values = [_value(one, namespace) for one in call.args]
    named = {one.arg: _value(one.value, namespace) for one in call.keywords}
    if not values or None in (*values, *named.values()) or None in named:
        return ""
    try:
        helper(*values, **named)
    except Exception as error:
        return str(error)
    return ""


def _value(node, namespace):
    """The text that an expression of fixed texts is, or its number; None of another one."""
    names = {one.id: namespace.get(one.id) for one in ast.walk(node) if isinstance(one, ast.Name)}
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
    is_fixed = all(isinstance(one, _ALLOWED) for one in ast.walk(node)) and all(
        isinstance(one.func, ast.Attribute) and one.func.attr == "format" for one in calls
    )
    if not is_fixed or not all(isinstance(one, str) for one in names.values()):
        return None
    try:
        return eval(compile(ast.Expression(node), "", "eval"), {"__builtins__": {}}, names)  # of fixed texts
    except Exception:
        return None
