"""Replaces the code of functions, so that a hook makes each call; everything else of a function stays as it is.

Identity, name, signature, place, closure and pickling of a function do not change, nor what has been bound to it by an
import: a wrapper in its module would change them.
"""

import gc
import inspect
import types
import warnings

_HOOK = "<testfix hook>"
_UNCHANGED = inspect.CO_ASYNC_GENERATOR | inspect.CO_ITERABLE_COROUTINE
_TEMPLATE = """\
def make({free}):
    {prefix}def function({parameters}):
        if 0:
            {uses}
        return ({body} {hook!r}({given}))
"""


def functions_in(is_wanted):
    """The functions that exist now and whose file `is_wanted`, in the order of their places.

    With them are the initialisers that dataclasses and their like make from texts.
    """
    functions = [one for one in gc.get_objects() if type(one) is types.FunctionType]
    found = [one for one in functions if is_wanted(_file_of(one))]
    return sorted(found, key=lambda one: (one.__code__.co_filename, one.__code__.co_firstlineno, one.__qualname__))


def _file_of(function):
    path = function.__code__.co_filename
    is_generated = path.startswith("<") and function.__name__ == "__init__"
    return function.__globals__.get("__file__") or path if is_generated else path


def copy_of(function):
    """A function that does what this one does now."""
    copied = types.FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    copied.__kwdefaults__, copied.__qualname__ = function.__kwdefaults__, function.__qualname__
    return copied


def replace_code(function, hook):
    """Have `hook`, called as the function would be, make each of its calls. Returns whether that is possible.

    The hook of a generator function returns an iterable, that of a coroutine function an awaitable.
    """
    code = function.__code__
    if code.co_flags & _UNCHANGED:
        return False
    try:
        function.__code__ = _trampoline(code, hook)
    except (SyntaxError, ValueError):  # names that no source can have
        return False
    return True


def _trampoline(code, hook):
    parameters, given = _parameters(code)
    prefix, body = "", ""
    if code.co_flags & inspect.CO_GENERATOR:
        body = "yield from"
    elif code.co_flags & inspect.CO_COROUTINE:
        prefix, body = "async ", "await"
    source = _TEMPLATE.format(
        free=", ".join(code.co_freevars), prefix=prefix, parameters=", ".join(parameters), body=body, hook=_HOOK,
        uses="; ".join(code.co_freevars) or "pass", given=given,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a text is called: it is a place for the hook
        outer = compile(source, code.co_filename, "exec", dont_inherit=True)
    inner = outer
    for _ in range(2):
        inner = next(one for one in inner.co_consts if isinstance(one, types.CodeType))
    constants = tuple(hook if one == _HOOK else one for one in inner.co_consts)
    changed = {"co_consts": constants, "co_name": code.co_name, "co_firstlineno": code.co_firstlineno}
    if hasattr(code, "co_qualname"):
        changed["co_qualname"] = code.co_qualname
    return inner.replace(**changed)


def _parameters(code):
    """The parameters of a code object as source, and the arguments that hand them on."""
    names = code.co_varnames
    positional, keywords = code.co_argcount, code.co_kwonlyargcount
    parameters, given = list(names[:positional]), list(names[:positional])
    if code.co_posonlyargcount:
        parameters.insert(code.co_posonlyargcount, "/")
    following = iter(names[positional + keywords :])
    if code.co_flags & inspect.CO_VARARGS:
        starred = "*" + next(following)
        parameters.append(starred)
        given.append(starred)
    elif keywords:
        parameters.append("*")
    for name in names[positional : positional + keywords]:
        parameters.append(name)
        given.append("%s=%s" % (name, name))
    if code.co_flags & inspect.CO_VARKEYWORDS:
        named = "**" + next(following)
        parameters.append(named)
        given.append(named)
    return parameters, ", ".join(given)
