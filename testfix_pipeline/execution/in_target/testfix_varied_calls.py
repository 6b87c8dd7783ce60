"""Calls a program's own functions with varied arguments, so that two releases are compared where no test looks.

What tests passed to a function is remembered as a recipe, as far as it is plain data or objects of the program's own
classes; every run of the same tests varies it in the same way. Each call is made in a fork of its own that may change
no file, start no process and use no network.
"""

import contextlib
import dataclasses
import datetime
import decimal
import enum
import functools
import inspect
import itertools
import os
import re
import sys
import time
import types

from testfix_children import EffectGuard, said_by_child, silence

MOST_FUNCTIONS, MOST_OF_ONE, MOST_VARIED, MOST_OBJECTS, MOST_ITEMS = 60, 3, 36, 400, 60
MOST_PARTS, MOST_TRIES = 300, 20
MOST_POOL, LONGEST = 3, 2000
SECONDS = 2.0
_PLAIN = (type(None), bool, int, float, str, bytes, datetime.date, datetime.datetime, datetime.timedelta,
          decimal.Decimal)  # fmt: skip
_CONTAINERS = (list, tuple, set, frozenset)
_ROUTINES = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.MethodDescriptorType)
_ASYNC = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class NotPlain(Exception):
    """A value of which there is no recipe."""


class CallPart:
    """What makes a value: itself, or what `make` gives for the values of its `inner` parts, as `show` writes it."""

    def __init__(self, value=None, inner=(), make=None, show=None):
        self.value, self.inner, self.make, self.show = value, inner, make, show

    def build(self, changed):
        """The value. changed: by the id of a part another value, of a collection other items."""
        if self.make is None:
            return changed.get(id(self), self.value)
        return self.make([one.build(changed) for one in changed.get(id(self), self.inner)])

    def text(self, changed):
        """The value as Python code."""
        if self.make is not None:
            return self.show([one.text(changed) for one in changed.get(id(self), self.inner)])
        value = self.build(changed)
        return value.__qualname__ if inspect.isclass(value) or inspect.isroutine(value) else repr(value)


def _collection(kind, items):
    forms = {list: "[%s]", tuple: "(%s,)" if len(items) == 1 else "(%s)", set: "{%s}" if items else "set(%s)"}
    form = forms.get(kind, kind.__name__ + "([%s])")
    return CallPart(inner=items, make=kind, show=lambda texts: form % ", ".join(texts))


def _dictionary(keys, values):
    def show(texts):
        return "{%s}" % ", ".join("%s: %s" % (key.text({}), text) for key, text in zip(keys, texts))  # noqa: B905

    return CallPart(inner=values, make=lambda made: dict(zip([key.build({}) for key in keys], made)), show=show)  # noqa: B905


def call_recipe(target, arguments, method=""):
    """A call of a function, of a class, or of the method `method` of what `target` is the recipe of.

    arguments: pairs of a name, "" where it is given by position, and a recipe; those by position come first.
    """
    names = [name for name, _ in arguments]
    first = names.count("")

    def make(made):
        called = getattr(made[0], method) if method else made[0]
        return called(*made[1 : first + 1], **dict(zip(names[first:], made[first + 1 :])))  # noqa: B905 - Python 3.9

    def show(texts):
        given = ("%s=%s" % pair if pair[0] else pair[1] for pair in zip(names, texts[1:]))  # noqa: B905 - Python 3.9
        return "%s%s(%s)" % (texts[0], "." + method if method else "", ", ".join(given))

    return CallPart(inner=[target, *(one for _, one in arguments)], make=make, show=show)


def _given_arguments(code, local):
    """The name, "" where it must be given by position, and the value of each argument at the beginning of a call."""
    last = code.co_argcount + code.co_kwonlyargcount
    stars = list(code.co_varnames[last:])
    more = local[stars.pop(0)] if code.co_flags & inspect.CO_VARARGS else ()
    named = local[stars.pop(0)] if code.co_flags & inspect.CO_VARKEYWORDS else {}
    by_position = code.co_varnames[: code.co_argcount if more else code.co_posonlyargcount]
    held = [(name, local[name]) for name in code.co_varnames[:last] if name in local and name not in ("self", "cls")]
    plain = [(name, one) for name, one in held if name not in by_position]
    return [*(("", one) for name, one in held if name in by_position), *(("", one) for one in more), *plain,
            *named.items()]  # fmt: skip


class CallRecipes:
    """Collects recipes of calls while tests run. is_own: whether a class is the program's.

    functions, of_one, tries: how many functions, calls of one of them, and calls of it that are looked at, at most.
    """

    def __init__(self, is_own, functions=MOST_FUNCTIONS, of_one=MOST_OF_ONE, tries=MOST_TRIES):
        self.is_own = is_own
        self.limits = functions, of_one, tries
        self.made, self.found, self.counts, self.tries = {}, [], {}, {}
        self.callers = []  # the code and the line that made each call in `found`
        self.left = 0  # how many parts the recipe of this call may still have

    def remember(self, frame, file, name):
        """Remember a call of one of the program's functions, at its beginning; nothing where there is no recipe.

        Objects of the program may raise anything where they are looked at, half built as they are: tests go on.
        """
        code, local = frame.f_code, frame.f_locals
        functions, of_one, tries = self.limits
        if "<locals>" in name or code.co_flags & _ASYNC or len(self.counts) > functions:
            return
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        first = local.get(names[0]) if names and names[0] in ("self", "cls") else None
        is_new = code.co_name == "__init__"
        if not is_new:
            self.tries[code] = self.tries.get(code, 0) + 1
        is_tried = self.counts.get(code, 0) >= of_one or self.tries.get(code, 0) > tries
        if len(self.made) >= MOST_OBJECTS if is_new else is_tried:
            return
        self.left = MOST_PARTS
        try:
            arguments = [(one, self.recipe(value)) for one, value in _given_arguments(code, local)]
            if is_new:
                if id(first) not in self.made:  # the outermost one makes the object
                    self.made[id(first)] = first, call_recipe(CallPart(type(first)), arguments)
                return
            call = self._call(frame, name, first, arguments)
            caller = frame.f_back.f_code.co_filename, frame.f_back.f_lineno
        except Exception:
            return
        if call is not None:
            self.counts[code] = self.counts.get(code, 0) + 1
            self.found.append((file, name, call))
            self.callers.append(caller)

    def texts(self):
        """[file, qualified name, call as source, caller's file, its line] of all calls; the modules of their classes.

        Calls that made objects have no file and no caller. The modules are by qualified name.
        """
        found, modules = {}, {}
        calls = [("", type(one).__qualname__, call) for one, call in self.made.values()]
        callers = [("", 0)] * len(calls) + self.callers
        for (file, name, call), caller in zip(calls + self.found, callers):  # noqa: B905 - Python 3.9
            with contextlib.suppress(Exception):  # whatever the `repr` of a value of the program raises
                found[(file, name, call.text({}), *caller)] = None
                named = [one.value for one in _parts(call, set()) if inspect.isclass(one.value)]
                modules.update((one.__qualname__, one.__module__) for one in named)
        return list(found), modules

    def _call(self, frame, name, first, arguments):
        last = name.rpartition(".")[2]
        if last.startswith("__"):
            return None
        if first is not None:
            target = CallPart(first) if inspect.isclass(first) else self.recipe(first)
            kept = inspect.getattr_static(first, last, None)
            is_method = inspect.isroutine(kept) or isinstance(kept, classmethod)
            return call_recipe(target, arguments, last) if is_method else None
        module, owner = sys.modules.get(frame.f_globals.get("__name__")), None
        found = module
        for part in name.split("."):
            owner, found = found, getattr(found, part, None)
        return call_recipe(CallPart(found), arguments) if inspect.isroutine(found) and owner is not None else None

    def recipe(self, value, depth=0):
        """What makes a value that is equal. Raises NotPlain."""
        kind = type(value)
        self.left -= 1
        if depth > 6 or self.left < 0:
            raise NotPlain
        if kind in _PLAIN:
            if kind in (str, bytes) and len(value) > LONGEST:
                raise NotPlain
            return CallPart(value)
        if issubclass(kind, (enum.Enum, type)) or kind in _ROUTINES:  # not by `__class__`, which proxies compute
            return CallPart(value)
        if kind in _CONTAINERS and len(value) <= MOST_ITEMS:
            is_set = kind in (set, frozenset)
            if is_set and not all(type(one) in _PLAIN for one in value):
                raise NotPlain
            items = sorted(value, key=repr) if is_set else value
            return _collection(kind, [self.recipe(one, depth + 1) for one in items])
        if kind is dict and len(value) <= MOST_ITEMS:
            pairs = [(self.recipe(key, depth + 1), self.recipe(one, depth + 1)) for key, one in value.items()]
            return _dictionary([key for key, _ in pairs], [one for _, one in pairs])
        known, made = self.made.get(id(value), (None, None))
        if known is value and made is not None:
            return made
        if dataclasses.is_dataclass(value) and self.is_own(kind):
            given = [one.name for one in dataclasses.fields(value) if one.init]
            return call_recipe(CallPart(kind), [(name, self.recipe(getattr(value, name), depth + 1)) for name in given])
        raise NotPlain


# -- variations ------------------------------------------------------------------------------------------------------


def variations(call, pool):
    """Yield dictionaries by id of a recipe's part: another value, or other items. pool: other values by their type."""
    parts = list(_parts(call, set()))
    leaves = [one for one in parts if _is_plain(one) and one.value is not None]
    kinds = list(dict.fromkeys(type(one.value) for one in leaves))
    yield {}
    found = [_all_at_once([one for one in leaves if type(one.value) is kind]) for kind in kinds]
    found += [_equals(leaves), _items(parts)]
    for leaf in leaves:
        known = [one for one in pool.get(type(leaf.value), ()) if one != leaf.value][:MOST_POOL]
        found.append([{id(leaf): value} for value in (*_others(leaf.value), *known)])
    yield from (one for row in itertools.zip_longest(*found) for one in row if one is not None)


def _is_plain(part):
    return part.make is None and type(part.value) in _PLAIN


def _parts(part, seen):
    if id(part) not in seen:
        seen.add(id(part))
        yield part
        for one in part.inner:
            yield from _parts(one, seen)


def _all_at_once(leaves):
    """The same change to all values of one type."""
    for values in zip(*[_others(one.value) for one in leaves]) if len(leaves) > 1 else ():  # noqa: B905 - Python 3.9
        yield {id(one): value for one, value in zip(leaves, values)}  # noqa: B905 - Python 3.9


def _equals(leaves):
    """One value where there were two."""
    for one, other in itertools.combinations(leaves, 2):
        if type(one.value) is type(other.value) and one.value != other.value:
            yield {id(other): one.value}
            yield {id(one): other.value}


def _items(parts):
    for part in parts:
        if part.make in _CONTAINERS and part.inner:
            for items in (part.inner[:-1], part.inner[::-1], [*part.inner, part.inner[0]], []):
                yield {id(part): items}


def _others(value):
    """Values of the same type, always as many; none of infinity and its like."""
    try:
        return _changed(value)
    except (ArithmeticError, ValueError):
        return []


def _changed(value):
    kind = type(value)
    if kind is bool:
        return [not value]
    if kind in (int, float, decimal.Decimal):
        return [value + 1, -value, value * 0, value - 1, value * 3]
    if kind is str:
        return _other_texts(value)
    if kind is bytes:
        return [one.encode("utf-8") for one in _other_texts(value.decode("latin-1"))]
    if kind is datetime.timedelta:
        return [-value, 2 * value, 0 * value]
    return [value + datetime.timedelta(days=days) for days in (1, -1, 40)]


def _other_texts(text):
    later = re.sub(r"\d+", lambda found: "%0*d" % (len(found[0]), int(found[0]) + 1), text)
    last = re.sub(r"(\d+)(?=\D*$)", lambda found: "%0*d" % (len(found[0]), int(found[0]) + 1), text)
    doubled, longer = "%s %s" % (text, text), text + "/&\u00e9"
    return [text.rpartition(" ")[0], text[:1] + text, doubled, "", last, later, text.swapcase(), text[::-1], longer]


# -- the calls -------------------------------------------------------------------------------------------------------


def results_of_variations(recipes, tree_of, seconds=SECONDS):
    """[{file, name, call, result, raised}] of what varied calls gave, or the name of the class of what they raised.

    Those that tried to change something, or that the time did not reach, are left out, as is all where processes can't
    be forked. tree_of: what is kept of a value. seconds: for all of them.
    """
    if not hasattr(os, "fork") or not recipes.found:
        return []
    until, found = time.monotonic() + seconds, []
    with contextlib.suppress(OSError):  # no more processes are allowed
        found.extend(said_by_child(functools.partial(_say_results, recipes, tree_of), lambda: until - time.monotonic()))
    return [one for one in found if one is not None]


def _say_results(recipes, tree_of, say):
    """Make each call in a process of its own, so that none sees what an earlier one left behind."""
    for file, name, call, changed in _varied(recipes):
        child = os.fork()
        if child:
            with contextlib.suppress(ChildProcessError):  # of a program that leaves them to the system
                os.waitpid(child, 0)
            continue
        try:
            silence()
            guard = EffectGuard()
            sys.addaudithook(guard)
            found = {"file": file, "name": name, "call": call.text(changed), **_outcome(call, changed, tree_of)}
            if not guard.refused:
                say(found)
        finally:
            os._exit(0)


def _outcome(call, changed, tree_of):
    """What a call gives or raises: odd arguments lead to all kinds of errors."""
    try:
        value = call.build(changed)
        value = list(itertools.islice(value, MOST_ITEMS)) if inspect.isgenerator(value) else value
        return {"result": tree_of(value)}
    except BaseException as error:
        return {"raised": type(error).__name__}


def _varied(recipes):
    """Yield (file, name, call, what is changed), the first variation of each call before the second one of any."""
    pool = {}
    for _, _, call in recipes.found:
        for part in _parts(call, set()):
            if _is_plain(part) and part.value not in pool.setdefault(type(part.value), []):
                pool[type(part.value)].append(part.value)
    rows = itertools.zip_longest(*(itertools.islice(variations(call, pool), MOST_VARIED) for *_, call in recipes.found))
    for row in rows:
        for (file, name, call), changed in zip(recipes.found, row):  # noqa: B905 - Python 3.9
            if changed is not None:
                yield file, name, call, changed
