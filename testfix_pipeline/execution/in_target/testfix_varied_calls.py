"""Calls a program's own functions with varied arguments, so that two releases are compared where no test looks.

What tests passed to a function is remembered as a recipe, as far as it is plain data or objects of the program's own
classes; every run of the same tests varies it in the same way. Each call is made in a fork of its own that may change
no file, start no process and use no network. Runs in the target's interpreter: standard library only, Python 3.9 and
later.
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

from testfix_children import said_by_child

MOST_FUNCTIONS, MOST_OF_ONE, MOST_VARIED, MOST_OBJECTS, MOST_ITEMS = 60, 3, 36, 400, 60
MOST_PARTS, MOST_TRIES = 300, 20
MOST_POOL, LONGEST = 3, 2000
SECONDS = 2.0
_PLAIN = (type(None), bool, int, float, str, bytes, datetime.date, datetime.datetime, datetime.timedelta,
          decimal.Decimal)  # fmt: skip
_CONTAINERS = (list, tuple, set, frozenset)
_ROUTINES = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.MethodDescriptorType)
_STARS = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
_ASYNC = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_CHANGING = (
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate",
    "os.utime", "os.kill", "os.killpg", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn",
    "subprocess.Popen", "shutil.", "socket.", "ctypes.dlopen", "sqlite3.connect", "dbm.", "pty.spawn", "syslog.",
)  # fmt: skip
"""The audit events, or how they begin, of what may outlast a call."""
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class NotPlain(Exception):
    """A value of which there is no recipe."""


class Leaf:
    """A value that is passed as it is, or varied."""

    def __init__(self, value):
        self.value = value

    def build(self, changed):
        return changed.get(id(self), self.value)

    def text(self, changed):
        value = self.build(changed)
        return value.__qualname__ if inspect.isclass(value) or inspect.isroutine(value) else repr(value)

    def inner(self):
        return ()


class Items:
    """A list, tuple or set."""

    def __init__(self, kind, items):
        self.kind, self.items = kind, items

    def build(self, changed):
        return self.kind([one.build(changed) for one in changed.get(id(self), self.items)])

    def text(self, changed):
        text = "[%s]" % ", ".join(one.text(changed) for one in changed.get(id(self), self.items))
        return text if self.kind is list else "%s(%s)" % (self.kind.__name__, text)

    def inner(self):
        return self.items


class Pairs:
    """A dictionary."""

    def __init__(self, pairs):
        self.pairs = pairs

    def build(self, changed):
        return {key.build(changed): value.build(changed) for key, value in self.pairs}

    def text(self, changed):
        return "{%s}" % ", ".join("%s: %s" % (key.text(changed), value.text(changed)) for key, value in self.pairs)

    def inner(self):
        return [value for _, value in self.pairs]


class CallRecipe:
    """A call of a function, of a class, or of the method `method` of what `target` is the recipe of."""

    def __init__(self, target, arguments, method=""):
        self.target, self.arguments, self.method = target, arguments, method

    def build(self, changed):
        target = self.target.build(changed)
        called = getattr(target, self.method) if self.method else target
        return called(**{name: one.build(changed) for name, one in self.arguments.items()})

    def text(self, changed):
        given = ", ".join("%s=%s" % (name, one.text(changed)) for name, one in self.arguments.items())
        return "%s%s(%s)" % (self.target.text(changed), "." + self.method if self.method else "", given)

    def inner(self):
        return [self.target, *self.arguments.values()]


class CallRecipes:
    """Collects recipes of calls while tests run. is_own: whether a class is the program's."""

    def __init__(self, is_own):
        self.is_own = is_own
        self.made, self.found, self.counts, self.tries = {}, [], {}, {}
        self.left = 0  # how many parts the recipe of this call may still have

    def remember(self, frame, file, name):
        """Remember a call of one of the program's functions, at its beginning; nothing where there is no recipe.

        Objects of the program may raise anything where they are looked at, half built as they are: tests go on.
        """
        code, local = frame.f_code, frame.f_locals
        if "<locals>" in name or code.co_flags & (_STARS | _ASYNC) or len(self.counts) > MOST_FUNCTIONS:
            return
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        first = local.get(names[0]) if names and names[0] in ("self", "cls") else None
        is_new = code.co_name == "__init__"
        is_enough = len(self.made) >= MOST_OBJECTS if is_new else self._has_enough(code)
        if is_enough:
            return
        self.left = MOST_PARTS
        try:
            arguments = {one: self.recipe(local[one]) for one in names if one in local and one not in ("self", "cls")}
            if is_new:
                if id(first) not in self.made:  # the outermost one makes the object
                    self.made[id(first)] = first, CallRecipe(Leaf(type(first)), arguments)
                return
            call = self._call(frame, name, first, arguments)
        except Exception:
            return
        if call is not None:
            self.counts[code] = self.counts.get(code, 0) + 1
            self.found.append((file, name, call))

    def _has_enough(self, code):
        """Whether a function has enough recipes, or was tried often enough."""
        self.tries[code] = self.tries.get(code, 0) + 1
        return self.counts.get(code, 0) >= MOST_OF_ONE or self.tries[code] > MOST_TRIES

    def _call(self, frame, name, first, arguments):
        last = name.rpartition(".")[2]
        if last.startswith("__"):
            return None
        if first is not None:
            target = Leaf(first) if inspect.isclass(first) else self.recipe(first)
            kept = inspect.getattr_static(first, last, None)
            is_method = inspect.isroutine(kept) or isinstance(kept, classmethod)
            return CallRecipe(target, arguments, last) if is_method else None
        module, owner = sys.modules.get(frame.f_globals.get("__name__")), None
        found = module
        for part in name.split("."):
            owner, found = found, getattr(found, part, None)
        return CallRecipe(Leaf(found), arguments) if inspect.isroutine(found) and owner is not None else None

    def recipe(self, value, depth=0):
        """What makes a value that is equal. Raises NotPlain."""
        kind = type(value)
        self.left -= 1
        if depth > 6 or self.left < 0:
            raise NotPlain
        if kind in _PLAIN:
            if kind in (str, bytes) and len(value) > LONGEST:
                raise NotPlain
            return Leaf(value)
        if issubclass(kind, (enum.Enum, type)) or kind in _ROUTINES:  # not by `__class__`, which proxies compute
            return Leaf(value)
        if kind in _CONTAINERS and len(value) <= MOST_ITEMS:
            is_set = kind in (set, frozenset)
            if is_set and not all(type(one) in _PLAIN for one in value):
                raise NotPlain
            items = sorted(value, key=repr) if is_set else value
            return Items(kind, [self.recipe(one, depth + 1) for one in items])
        if kind is dict and len(value) <= MOST_ITEMS:
            pairs = [(self.recipe(key, depth + 1), self.recipe(one, depth + 1)) for key, one in value.items()]
            return Pairs(pairs)
        known, made = self.made.get(id(value), (None, None))
        if known is value and made is not None:
            return made
        if dataclasses.is_dataclass(value) and self.is_own(kind):
            given = [one.name for one in dataclasses.fields(value) if one.init]
            return CallRecipe(Leaf(kind), {name: self.recipe(getattr(value, name), depth + 1) for name in given})
        raise NotPlain


# -- variations ------------------------------------------------------------------------------------------------------


def variations(call, pool):
    """Yield dictionaries by id of a recipe's part: another value, or other items. pool: other values by their type."""
    parts = list(_parts(call, set()))
    leaves = [one for one in parts if isinstance(one, Leaf) and type(one.value) in _PLAIN and one.value is not None]
    kinds = list(dict.fromkeys(type(one.value) for one in leaves))
    yield {}
    found = [_all_at_once([one for one in leaves if type(one.value) is kind]) for kind in kinds]
    found += [_equals(leaves), _items(parts)]
    found += [({id(one): value} for value in (*_others(one.value), *_of_pool(one.value, pool))) for one in leaves]
    for row in itertools.zip_longest(*found):
        yield from (one for one in row if one is not None)


def _parts(part, seen):
    if id(part) not in seen:
        seen.add(id(part))
        yield part
        for one in part.inner():
            yield from _parts(one, seen)


def _all_at_once(leaves):
    """The same change to all values of one type."""
    changes = [list(_others(one.value)) for one in leaves]
    for number in range(min(map(len, changes))) if len(leaves) > 1 else ():
        yield {id(one): values[number] for one, values in zip(leaves, changes)}  # noqa: B905 - Python 3.9


def _equals(leaves):
    """One value where there were two."""
    for one, other in itertools.combinations(leaves, 2):
        if type(one.value) is type(other.value) and one.value != other.value:
            yield {id(other): one.value}
            yield {id(one): other.value}


def _items(parts):
    for part in parts:
        if isinstance(part, Items) and part.items:
            yield {id(part): part.items[:-1]}
            yield {id(part): part.items[::-1]}
            yield {id(part): [*part.items, part.items[0]]}
            yield {id(part): []}


def _of_pool(value, pool):
    return [one for one in pool.get(type(value), ()) if one != value][:MOST_POOL]


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


def _await(child):
    with contextlib.suppress(ChildProcessError):  # of a program that leaves the ends of its processes to the system
        os.waitpid(child, 0)


def _forbid_changes():
    nothing = os.open(os.devnull, os.O_RDWR)
    for target in (0, 1, 2):
        os.dup2(nothing, target)
    sys.addaudithook(_refuse_change)


_refused = []
"""The events that were refused in this process."""


def _refuse_change(event, arguments):
    is_write = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING
    is_memory = event == "sqlite3.connect" and arguments[:1] == (":memory:",)
    if is_write or (event.startswith(_CHANGING) and not is_memory):
        _refused.append(event)
        raise PermissionError("a varied call must not change anything: %s" % event)


def _say_results(recipes, tree_of, say):
    """Make each call in a process of its own, so that none sees what an earlier one left behind."""
    for file, name, call, changed in _varied(recipes):
        child = os.fork()
        if child:
            _await(child)
            continue
        try:
            _forbid_changes()
            found = {"file": file, "name": name, "call": call.text(changed), **_outcome(call, changed, tree_of)}
            if not _refused:
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
            if isinstance(part, Leaf) and type(part.value) in _PLAIN:
                known = pool.setdefault(type(part.value), [])
                known += [part.value] if part.value not in known else []
    rows = itertools.zip_longest(*(itertools.islice(variations(call, pool), MOST_VARIED) for *_, call in recipes.found))
    for row in rows:
        for (file, name, call), changed in zip(recipes.found, row):  # noqa: B905 - Python 3.9
            if changed is not None:
                yield file, name, call, changed
