"""Calls of the program's functions in this process: each is recorded, or one of them answers otherwise."""

import contextlib
import contextvars
import functools
import inspect
import itertools
import os
import sys
import tempfile

import testfix_mutants
import testfix_trampolines
from testfix_corruptions import RaisedError, corrupted, corruptions, first_other, text_of
from testfix_watched_output import GIVES, WRITES, Output, callbacks, with_other_callback

_MOST_OF_ONE, _MOST_CALLS, _MOST_ITEMS = 60, 4000, 1000
_MOST_MUTANTS, _MUTANT = 8, "mutant "
_SKIPPED = ("__hash__", "__del__", "__init_subclass__", "__set_name__", "__class_getitem__")
_ERRORS = (Exception, SystemExit)
_ARROW, _NO_ANSWER, _ALL = " -> ", " -> None", "(...)"
_KINDS_OF_ALL = frozenset(
    {
        *("none", "not", "+1", "negative", "empty", "longer", "shorter", "reversed", "more", "less", "items", "values"),
        *("later", "error", "no error", "other error"),
    }
)
_NOT_CALLED, _LEFT, _MOST_ATTRIBUTES = "not called", "left ", 6
_LONGEST_PATH = 1000
_ARGUMENT, _FILLED = "argument ", (list, dict, set)


class WatchedCall:
    """One call that is watched. owner: the object of a method; before: its attributes, as texts;
    given: arguments that can be changed, as texts, by their places."""

    def __init__(self, name, args, kwargs, is_inner):
        self.name, self.is_inner = name, is_inner
        owned = _is_method(name, args)
        self.args, self.owner = args[owned:], args[0] if owned else None
        self.before = {name: text_of(value) for name, value in getattr(self.owner, "__dict__", {}).items()}
        self.text, self.output, self.given = "", {}, {}
        if not is_inner:
            self.given = {at: text_of(value) for at, value in enumerate(self.args) if isinstance(value, _FILLED)}
            given = [*map(_argument, self.args), *("%s=%s" % (key, _argument(kwargs[key])) for key in kwargs)]
            self.text = "%s(%s)" % (name, ", ".join(given))


class Left:
    """What a call has left: an attribute of a holder, or the items that it holds (name: ""), and another value.

    before: its text before the call.
    """

    def __init__(self, holder, name, before):
        self.holder, self.name = holder, name
        self.text = text_of(self.value)
        self.is_same = self.text == before
        self.own = self.value if name else (dict if isinstance(holder, dict) else list)(holder)
        self.other = first_other(self.value)

    @property
    def value(self):
        return self.holder.__dict__.get(self.name) if self.name else self.holder

    def put(self, value):
        if self.name:
            self.holder.__dict__[self.name] = value
        else:
            self.holder.clear()
            (self.holder.extend if isinstance(self.holder, list) else self.holder.update)(value)


class LeftFile:
    """A file that a call could have left: the one of this path, or one in its folder."""

    other, is_same = "another file", False

    def __init__(self, path):
        self.path = path

    def put(self, _):
        folder = self.path if os.path.isdir(self.path) else os.path.dirname(os.path.realpath(self.path))
        open(os.path.join(folder, "corrupted") if os.path.exists(self.path) else self.path, "a").close()


class Watch:
    """The calls of this process: those that are recorded, or the one that answers otherwise.

    A call is a key of its text and its answer; one that the program makes itself counts for its function alone, all
    calls of which have one key. is_program: whether a file is the program's. others: values that calls may answer.
    """

    def __init__(self, is_program, others):
        self.is_program, self.others = is_program, others
        self.inside = contextvars.ContextVar("inside", default=False)
        self.is_quiet, self.calls, self.corrupted, self.tests = False, None, None, []
        self.counts, self.copies, self.unwatched, self.shown = {}, {}, {}, {}
        self.generated, self.names = set(), set()
        self.output = Output()

    def install(self, names):
        """Watch all functions of the program that exist now: their calls, or else only whether they run.

        names: those that the tests use.
        """
        self.names = names
        self.output.install(names)
        for function in testfix_trampolines.functions_in(self.is_program):
            is_wanted = function.__name__ not in _SKIPPED
            if function.__code__.co_filename.startswith("<"):
                self.generated.add(_name_of(function))
            if is_wanted and not testfix_trampolines.replace_code(function, self.hook(function)):
                self.unwatched[id(function.__code__)] = name = _name_of(function)
                self.copies[name] = function

    @property
    def unwatched_calls(self):
        """The keys of functions whose calls can't be watched."""
        return {name + _ALL for name in self.unwatched.values()}

    def profile(self, frame, event, _):
        """Record that a function runs whose calls can't be watched, such as an asynchronous generator."""
        name = self.unwatched.get(id(frame.f_code)) if event == "call" and not self.is_quiet else None
        if name is not None:
            with self.quiet(), contextlib.suppress(Exception):
                self.record_function(name)

    def hook(self, function):
        """What makes the calls of a function."""
        flags, called = function.__code__.co_flags, testfix_trampolines.copy_of(function)
        name = _name_of(function)
        self.copies.setdefault(name, called)
        ways = ((inspect.CO_GENERATOR, self.iterate), (inspect.CO_COROUTINE, self.await_call))
        make = next((way for flag, way in ways if flags & flag), self.call)
        return functools.partial(make, name, called)

    def begin(self, name, args, kwargs):
        """A call that is watched, or None. Called by what a trampoline calls."""
        if self.is_quiet:
            return None
        is_inner = self.inside.get() or self.is_program(sys._getframe(3).f_code.co_filename) or name in self.generated
        is_wanted = self.calls is not None or (self.corrupted is not None and self.corrupted[0] == name + _ALL)
        if is_inner and (not is_wanted or self.is_known(name)):
            return None
        with self.quiet(), contextlib.suppress(Exception):  # objects may raise when they are looked at
            for left in () if is_inner else self.shown.values():
                left.put(left.own)
            return WatchedCall(name, args, kwargs, is_inner)
        return None

    def is_known(self, name):
        """Whether enough is recorded of a function that the program calls again and again."""
        if self.calls is None or self.counts.get(name, 0) <= _MOST_OF_ONE:
            return False
        self.calls[name + _ALL]["tests"].update(dict.fromkeys(self.tests))
        return True

    @contextlib.contextmanager
    def quiet(self):
        """A block in which what we do with the program's objects is not watched."""
        self.is_quiet = True
        try:
            yield
        finally:
            self.is_quiet = False

    def call(self, name, function, /, *args, **kwargs):
        call = self.begin(name, args, kwargs)
        if call is None:
            return function(*args, **kwargs)
        if self.corrupted in ((call.text + _NO_ANSWER, _NOT_CALLED), (name + _ALL, _NOT_CALLED)):
            return None
        token = self.inside.set(True)
        kind = self.corrupted[1] if self.corrupted and self.corrupted[0] == name + _ALL else ""
        try:
            args = (*args[: len(args) - len(call.args)], *with_other_callback(call.args, kind))
            with self.output.during(kind, call.args) as call.output:
                value = function(*args, **kwargs)
        except _ERRORS as error:
            value = RaisedError(error)
        finally:
            self.inside.reset(token)
        return self.given(self.answer(call, value))

    async def await_call(self, name, function, /, *args, **kwargs):
        call = self.begin(name, args, kwargs)
        if call is None:
            return await function(*args, **kwargs)
        token = self.inside.set(True)
        try:
            value = await function(*args, **kwargs)
        except _ERRORS as error:
            value = RaisedError(error)
        finally:
            self.inside.reset(token)
        return self.given(self.answer(call, value))

    def iterate(self, name, function, /, *args, **kwargs):
        """The items of a generator: as they come, or all of them before the first where they are corrupted."""
        call = self.begin(name, args, kwargs)
        if call is None or call.is_inner or sys._getframe(2).f_code.co_filename.endswith("contextlib.py"):
            if call is not None and self.calls is not None:
                with self.quiet(), contextlib.suppress(Exception):
                    self.record_function(name)
            return function(*args, **kwargs)
        if self.corrupted is None or not self.corrupted[0].startswith((call.text + _ARROW, name + _ALL)):
            return self.followed(call, function(*args, **kwargs))
        items = function(*args, **kwargs)
        if self.corrupted[1].startswith(_MUTANT):
            return items
        value = self.given(self.answer(call, list(itertools.islice(items, _MOST_ITEMS))))
        return itertools.chain(value if isinstance(value, list) else (), items)

    def followed(self, call, items):
        """The generator, whose first items are recorded when it ends."""
        seen = []
        try:
            item = next(items)
            while True:
                seen += [item] * (len(seen) < _MOST_ITEMS)
                try:
                    sent = yield item
                except GeneratorExit:
                    items.close()
                    raise
                except BaseException as error:
                    item = items.throw(error)
                else:
                    item = items.send(sent)
        except StopIteration as end:
            return end.value
        finally:
            self.answer(call, seen)

    def given(self, value):
        """The answer as the caller gets it: an error is raised, the calls of a function of the program are watched."""
        if isinstance(value, RaisedError):
            raise value.error
        if inspect.isfunction(value) and self.is_program(value.__code__.co_filename):
            testfix_trampolines.replace_code(value, self.hook(value))
        return value

    def answer(self, call, value):
        """What a call answers, which is recorded or corrupted."""
        with self.quiet(), contextlib.suppress(Exception):
            if self.calls is not None:
                self.record(call, value)
            elif self.corrupted is not None:
                value = self.corrupt(call, value)
                self.show(call)
        return value

    def corrupt(self, call, value):
        key, kind = self.corrupted
        is_own = not call.is_inner and key.startswith(call.text + _ARROW)
        if key != call.name + _ALL and not (is_own and key == call.text + _ARROW + text_of(value)):
            return value
        for name, left in _left_behind(call, self.names):
            if kind == _LEFT + name and left.is_same:
                self.shown[id(left.holder)] = left
            elif kind == _LEFT + name:
                left.put(left.other)
        return value if kind.startswith((_LEFT, WRITES, GIVES)) else corrupted(value, kind, call.args, self.others)

    def show(self, call):
        """Give tests another value of what calls have left as it was; the next call finds it as it is.

        So tests notice it only if they read it themselves, and not by what other calls make of it.
        """
        if not call.is_inner:
            self.shown = {key: left for key, left in self.shown.items() if text_of(left.value) == left.text}
            for left in self.shown.values():
                left.put(left.other)

    @contextlib.contextmanager
    def corrupting(self, key, kind):
        """A block in which a call answers otherwise, or a function has the code of a mutant."""
        self.corrupted = key, kind
        function = self.copies.get(key[: -len(_ALL)]) if kind.startswith(_MUTANT) else None
        with contextlib.ExitStack() as undo:
            undo.callback(self.__dict__.update, corrupted=None, shown={})
            if function is not None:
                undo.callback(setattr, function, "__code__", function.__code__)
                place = testfix_mutants.mutant_places(function, _MOST_MUTANTS)[kind[len(_MUTANT) :]]
                function.__code__ = testfix_mutants.mutant_code(function, place) or function.__code__
            yield

    def record_function(self, name, answer=""):
        """Record that a function runs, and its mutants; return what is known of all its calls."""
        if name + _ALL not in self.calls:
            mutants = testfix_mutants.mutant_places(self.copies[name], _MOST_MUTANTS)
            kinds = {_MUTANT + mutant: mutant for mutant in mutants}
            self.calls[name + _ALL] = {"call": name + _ALL, "answer": answer, "tests": {}, "kinds": kinds}
        found = self.calls[name + _ALL]
        found["tests"].update(dict.fromkeys(self.tests))
        return found

    def record(self, call, value):
        answer = text_of(value)
        everywhere = self.record_function(call.name, answer)
        self.counts[call.name] = self.counts.get(call.name, 0) + 1
        kinds = {}
        if not call.is_inner or self.counts[call.name] <= _MOST_OF_ONE:
            kinds = {kind: text_of(other) for kind, other in corruptions(value, call.args, self.others).items()}
            left = {_LEFT + name: text_of(one.other) for name, one in _left_behind(call, self.names)}
            left.update({**call.output, **callbacks(call.args)})
            none = {_NOT_CALLED: ""} if value is None else {}
            everywhere["kinds"].update(
                {**{kind: kinds[kind] for kind in _KINDS_OF_ALL.intersection(kinds)}, **left, **none}
            )
            kinds.update(none)
        key = call.text + _ARROW + answer
        if call.is_inner or (key not in self.calls and len(self.calls) >= _MOST_CALLS):
            return
        found = self.calls.setdefault(key, {"call": call.text, "answer": answer, "tests": {}, "kinds": {}})
        found["tests"].update(dict.fromkeys(self.tests))
        found["kinds"].update(kinds)


def _name_of(function):
    return function.__qualname__.rpartition("<locals>.")[2]


def _argument(value):
    """The text of an argument; numbers that are equal have the same one, and so have all functions."""
    if callable(value) and not isinstance(value, type):
        return "<function>"
    return text_of(int(value) if isinstance(value, float) and value.is_integer() else value)


def _left_behind(call, names):
    """What a call has changed in its object or its arguments, or could have where a test reads it, by name.

    names: those that tests use.
    """
    held = getattr(call.owner, "__dict__", None)  # of a class it can't be written to
    for name in list(held)[:_MOST_ATTRIBUTES] if isinstance(held, dict) else ():
        left = Left(call.owner, name, call.before.get(name))
        if left.other is not left.own and (not left.is_same or (name in names and not call.is_inner)):
            yield name, left
    for place, value in enumerate(() if call.is_inner else call.args):
        if isinstance(value, _FILLED):
            yield _ARGUMENT + str(place), Left(value, "", call.given.get(place))
        for path in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(path, (str, os.PathLike)) and _is_temporary(path):
                yield "a file at argument %d" % place, LeftFile(path)
                break


def _is_temporary(path):
    """Whether a path is in a folder that is there for a while."""
    folder = os.path.dirname(os.path.realpath(path)) if len(str(path)) < _LONGEST_PATH else ""
    return folder.startswith(os.path.realpath(tempfile.gettempdir()) + os.sep) and os.path.isdir(folder)


def _is_method(name, args):
    """Whether the first argument is the object, or class, that a function belongs to."""
    owner = name.rpartition(".")[0].rpartition(".")[2]
    if not owner or not args:
        return False
    kinds = args[0].__mro__ if isinstance(args[0], type) else type(args[0]).__mro__
    return any(kind.__name__ == owner for kind in kinds)
