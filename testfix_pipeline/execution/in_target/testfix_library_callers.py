"""What a library's own code gives to a parameter of one of its functions: a value for callers that gave none.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import ast
import collections
import inspect

from testfix_library_lookup import attribute, outermost
from testfix_library_objects import is_module

MOST = 3


def given_by_own_callers(lookup, value, parameter):
    """[(expression, import statement or "", caller)] for a parameter of a function or class, the most frequent first.

    An expression is a constant, or a name that can be imported from the library. A parameter that a caller passes on
    counts as its default.
    """
    home, name = getattr(value, "__module__", None) or "", getattr(value, "__name__", "")
    places = [one for one, known in _placed(value) if known]
    found, callers = collections.Counter(), {}
    for module, text in lookup.texts_of(home.partition(".")[0]):
        if b"%s(" % name.encode() not in text or parameter not in places or lookup.is_over():
            continue
        holder = lookup.module(module)
        if is_module(holder) and attribute(holder, name)[0] is value:
            for function, node in _calls(text, name):
                given = _passed_on(_argument(node, parameter, places.index(parameter)), function)
                expression = _expression(given, module, holder, lookup)
                if expression is not None:
                    found[expression] += 1
                    callers.setdefault(expression, "%s.%s" % (module, function.name))
    return [(*one, callers[one]) for one, _ in found.most_common(MOST)]


def _placed(value):
    """The names of a callable's parameters, each with whether it is passed by itself."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return []
    return [(one.name, one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)) for one in parameters]


def _calls(text, name):
    """(function that it is in, call) of the calls of a name in a module's functions."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                    yield function, node


def _argument(call, parameter, place):
    named = [one.value for one in call.keywords if one.arg == parameter]
    stars = any(isinstance(one, ast.Starred) for one in call.args)
    placed = [] if stars else call.args[place : place + 1]
    return next(iter([*named, *placed]), None)


def _passed_on(node, function):
    """The default of a function's parameter in its place, where it has one; any other expression itself."""
    parameters = function.args
    placed = [*parameters.posonlyargs, *parameters.args]
    values = [*[None] * (len(placed) - len(parameters.defaults)), *parameters.defaults, *parameters.kw_defaults]
    for number, one in enumerate([*placed, *parameters.kwonlyargs]):
        if isinstance(node, ast.Name) and one.arg == node.id and values[number] is not None:
            return values[number]
    return node


def _expression(node, module, holder, lookup):
    """(text, import statement) of a constant, or of a name of the module; None for what only its function knows."""
    if isinstance(node, ast.Constant):
        return ast.unparse(node), ""
    if not isinstance(node, ast.Name) or node.id.startswith("_"):
        return None
    value, message = attribute(holder, node.id)
    if message is not None:
        return None
    return node.id, "from %s import %s" % (outermost(module, node.id, value, lookup), node.id)
