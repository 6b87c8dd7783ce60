"""Calls functions of one module with given inputs, records their behaviour, and says which mutants a test would notice.

    python observe.py < order.json

The order: root, module, file, call_seconds, subject_seconds, reverse (last input first, to find what depends on the
order), conftests, scratch (a folder that may be written in), observers (class -> calls that only look), printed
(whether output can be stated) and subjects, each with `inputs` (fixtures, setup statements, a call, names to watch)
and `mutants` (source of the function in its classes). One JSON object a line on stdout answers: first the module's,
then one a subject with `seen`, one observation an input, and `kills`, for each mutant the inputs that notice it.
"""

import collections.abc
import contextlib
import gc
import importlib
import json
import os
import sys
import traceback
import types

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import observe_fixtures
import observe_guard
import observe_scratch
import observe_streams
import observe_values
import testfix_children
import testfix_mutants

_ILL_TYPED = (TypeError, AttributeError, NameError, RecursionError, MemoryError, ImportError, NotImplementedError)
"""Exceptions that are behaviour only where the project raises them itself: otherwise our input made no sense."""

_MUTANT_INPUTS = 30
_SAME_RESULTS = 4
_MOST_SLOW = 4
_IMPORT_SECONDS = 20
_LONGEST_MESSAGE = 400
_ALL_ATTRIBUTES = 60


class SubjectCaller:
    """Calls a function in the module's namespace and describes the outcome."""

    def __init__(self, module, guard, seconds, fixtures, observers, printed):
        self._guard, self._fixtures, self._seconds, self._slow = guard, fixtures, seconds, 0
        self._observers, self._printed = observers, printed
        self._names = namespace(module)
        self._caches = list(cache_clearers(self._names))
        self._imported, self._compiled, self._form = {}, {}, "{}"

    def observe(self, example):
        """The observation of an input: checks or exception, lines, side effect; `problem` if it is unusable."""
        if self._slow >= _MOST_SLOW:
            return {"problem": "too slow", "lines": []}
        self._import_beforehand(example)
        with self._guard:
            seen = self.outcome(example)
        seen["lines"] = sorted(self._guard.lines)
        self._slow += seen.get("problem") == "too slow"
        if self._guard.effect:
            seen = {"problem": "side effect", "effect": self._guard.effect, "lines": seen["lines"]}
        return seen

    def _import_beforehand(self, example):
        """Import the modules that the setup imports before the guard is active: imports read files and take time."""
        for statement in example["setup"]:
            if statement.startswith(("import ", "from ")):
                with contextlib.suppress(Exception):
                    exec(statement, {})
        for statement in example.get("imports", ()):
            if statement not in self._imported:
                self._imported[statement] = bound = {}
                with contextlib.suppress(Exception):
                    exec(statement, bound)
                    bound.pop("__builtins__", None)

    def outcome(self, example):
        for clear in self._caches:
            with contextlib.suppress(Exception):
                clear()
        self._guard.settings = set(example.get("settings", ()))
        self._guard.has_folder = "tmp_path" in example.get("fixtures", ())
        with contextlib.ExitStack() as stack:
            seen = self._call_limited(example, stack)
        return observe_scratch.with_tmp_path(seen, self._fixtures.folder)

    def _call_limited(self, example, stack):
        try:
            with observe_guard.TimeLimit(self._seconds):
                return self._call(example, stack)
        except observe_guard.OutOfTime:
            return {"problem": "too slow"}
        except observe_guard.SideEffect as effect:
            return {"problem": "side effect", "effect": str(effect)}
        except observe_values.NotLiteral:
            return {"problem": "result can't be written down"}
        except Exception as error:
            return self._describe_error(error, example.get("documented"))
        except SystemExit as ended:
            said = {"type": "SystemExit", "module": "builtins", "explicit": True, "message": _first_line(ended)}
            return {"raises": {**said, "form": self._form}}
        except BaseException:
            return {"problem": "ended the process"}

    def _call(self, example, stack):
        names = {}
        for statement in example.get("imports", ()):
            names.update(self._imported.get(statement, {}))
        names.update(self._names)
        try:
            with self._guard.allow_reading():
                names.update(stack.enter_context(self._fixtures.provide(example.get("fixtures", ()))))
            for statement in example["setup"]:
                exec(self._compile(statement, "exec"), names)
        except Exception:
            return {"problem": "input can't be made"}
        result, checks = self._result_and_checks(names, example["call"], example["watch"])
        shown = ""
        with contextlib.suppress(Exception):
            shown = repr(result)[:2000] if example.get("documented") else ""
        return {"checks": checks, "shown": shown}

    def _result_and_checks(self, names, call, watch):
        """Return a call's result, and the checks that state the result and what the call changed."""
        before = {name: self._checks_of(names, name) for name in watch}
        self._form = "{}"
        with observe_streams.Streams() as streams:
            result = eval(self._compile(call, "eval"), names)
        # What an iterator raises, it raises only where somebody asks it for its items.
        self._form = "list({})" if isinstance(result, collections.abc.Iterator) else ""
        if streams.holds(result):
            raise observe_values.NotLiteral("a standard stream")
        changed = []
        for name in watch:
            changed += [check for check in self._checks_of(names, name) if check not in before[name]]
        changed = changed[: observe_values.MOST_ATTRIBUTES]
        if streams.text and self._printed:
            changed.append(observe_values.output_check(streams.text, streams.name))
        try:
            checks = observe_values.value_checks(result, "result", self._is_ours, observers=self._observers)
        except observe_values.NotLiteral:
            if not changed and not self._is_ours(type(result)):
                raise
            checks = observe_values.class_check(result, "result")
        return result, checks + changed

    def _checks_of(self, names, name):
        try:
            inside = observe_scratch.path_checks(names[name], name, self._fixtures.folder)
            return inside or observe_values.value_checks(
                names[name], name, self._is_ours, _ALL_ATTRIBUTES, observers=self._observers
            )
        except (observe_values.NotLiteral, KeyError):
            return []

    def _is_ours(self, cls):
        module = sys.modules.get(cls.__module__)
        return self._guard.is_ours(getattr(module, "__file__", None) or "")

    def _describe_error(self, error, documented):
        cls = type(error)
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if self._guard.is_ours(frame.filename) or frame.filename == "<mutant>"]
        if not ours:
            return {"problem": "input can't be made"}
        if not self._form:
            return {"problem": "result can't be written down"}
        explicit = frames[-1] is ours[-1] and (ours[-1].line or "").startswith(("raise", "assert"))
        if isinstance(error, _ILL_TYPED) and not explicit and documented != cls.__name__:
            return {"problem": "ill-typed input", "raised": cls.__name__, "message": str(error)[:200]}
        importable = getattr(sys.modules.get(cls.__module__), cls.__qualname__, None) is cls
        if not importable:
            return {"problem": "exception can't be named"}
        message = _first_line(error) if explicit else ""
        kinds = [one.__name__ for one in cls.__mro__]
        said = {"type": cls.__name__, "module": cls.__module__, "explicit": explicit, "message": message}
        return {"raises": {**said, "kinds": kinds, "form": self._form}}

    def _compile(self, text, mode):
        """Return the compiled text, cached: each input is run with every mutant."""
        if (text, mode) not in self._compiled:
            self._compiled[text, mode] = compile(text, "<input>", mode)
        return self._compiled[text, mode]


def cache_clearers(names):
    """Yield the `cache_clear` functions of a module's functions and of its classes' methods."""
    for value in list(names.values()):
        members = list(vars(value).values()) if isinstance(value, type) else []
        for candidate in [value, *members]:
            with contextlib.suppress(Exception):
                clear = getattr(candidate, "cache_clear", None)
                if callable(clear) and not isinstance(candidate, type):
                    yield clear


def namespace(module):
    """The namespace that the module's functions see, even if the module replaced itself in `sys.modules` by a proxy."""
    if type(module) is types.ModuleType:
        return vars(module)
    file = os.path.realpath(module.__file__)
    for one in gc.get_objects():
        names = one.__globals__ if isinstance(one, types.FunctionType) else {}
        if names.get("__file__") and os.path.realpath(names["__file__"]) == file:
            return names
    return vars(module)


def _first_line(error):
    """The first line of an exception's text if a test can state it, else ""."""
    try:
        text = str(error).partition("\n")[0]
    except Exception:
        return ""
    return text if text.isprintable() and len(text) <= _LONGEST_MESSAGE and " at 0x" not in text else ""


def signature(seen):
    """The parts of an observation that a test would notice."""
    raised = seen["raised"] if "raised" in seen else (seen.get("raises") or {}).get("type")
    message = (seen.get("raises") or {}).get("message")
    return None if raised else seen.get("problem"), seen.get("checks"), raised, message


def mutant_inputs(seen):
    """The indexes of the inputs to try mutants with, spread evenly over the paths through the code."""
    turns, paths, results = [], {}, {}
    for i, observation in enumerate(seen):
        if observation is None or "problem" in observation:
            continue
        path = json.dumps(observation["lines"])
        result = json.dumps([observation["lines"], signature(observation)])
        results[result] = results.get(result, 0) + 1
        if results[result] <= _SAME_RESULTS:
            turns.append((paths.get(path, 0), i))
            paths[path] = paths.get(path, 0) + 1
    return [i for _, i in sorted(turns)[:_MUTANT_INPUTS]]


class MutantRunner:
    """Installs a mutant's code in the live function objects and runs the inputs."""

    def __init__(self, caller, guard, file, subject, seen):
        self._caller, self._guard, self._subject, self._seen = caller, guard, subject, seen
        self._inputs = mutant_inputs(seen)
        first, last = subject["lines"]
        name = subject["name"].rpartition(".")[2]
        functions = (one for one in gc.get_objects() if isinstance(one, types.FunctionType))
        named = [one for one in functions if one.__code__.co_name == name]
        lying = [one for one in named if first <= one.__code__.co_firstlineno <= last]
        self._functions = [one for one in lying if os.path.realpath(one.__code__.co_filename) == file]

    def killed_by(self, mutant):
        """The indexes of the inputs that notice the mutant; None if it can't be installed."""
        try:
            code = testfix_mutants.code_at(compile(mutant, "<mutant>", "exec"), self._subject["name"].split("."))
        except (SyntaxError, ValueError, RecursionError):
            return None
        originals = [(function, function.__code__) for function in self._functions]
        try:
            for function in self._functions:
                function.__code__ = code
            self._guard.active = True
            return self._killing_inputs() if originals else None
        except ValueError:
            return None
        finally:
            self._guard.active = False
            for function, original in originals:
                function.__code__ = original

    def _killing_inputs(self):
        killers = []
        for i in self._inputs:
            mutated = self._caller.outcome(self._subject["inputs"][i])
            if signature(mutated) != signature(self._seen[i]):
                killers.append(i)
            if mutated.get("problem") == "too slow":
                break
        return killers


def study_subject(module, guard, fixtures, order, subject):
    """The observations and killed mutants of one subject."""
    observers, printed = order.get("observers", {}), order.get("printed")
    caller = SubjectCaller(module, guard, order["call_seconds"], fixtures, observers, printed)
    step, seconds = -1 if order["reverse"] else 1, order["subject_seconds"] / 2
    seen = testfix_children.map_in_children(subject["inputs"][::step], caller.observe, seconds)[::step]
    mutants = MutantRunner(caller, guard, os.path.realpath(module.__file__), subject, seen)
    return {"seen": seen, "kills": testfix_children.map_in_children(subject["mutants"], mutants.killed_by, seconds)}


def load_module(order):
    """Import the module; raises ImportError if another file is imported under its name."""
    with observe_guard.TimeLimit(_IMPORT_SECONDS):
        module = importlib.import_module(order["module"])
    if os.path.realpath(getattr(module, "__file__", None) or "") != os.path.realpath(order["file"]):
        raise ImportError("%s is %s" % (order["module"], getattr(module, "__file__", None)))
    return module


def main():
    order = json.load(sys.stdin)
    out = os.fdopen(os.dup(1), "w")
    testfix_children.silence()

    def say(**answer):
        out.write(json.dumps(answer) + "\n")
        out.flush()

    try:
        module = load_module(order)
    except BaseException as error:
        say(problem="%s: %s" % (type(error).__name__, str(error)[:300]))
        return
    say(problem="")
    observe_streams.silence_warnings_and_logging()
    asked = {name for subject in order["subjects"] for one in subject["inputs"] for name in one.get("fixtures", ())}
    if "monkeypatch" in asked:
        observe_fixtures.import_pytest()
    with observe_guard.TimeLimit(_IMPORT_SECONDS):
        conftests = order.get("conftests", ()) if asked - {"tmp_path", "monkeypatch"} else ()
        fixtures = observe_fixtures.ConftestFixtures(conftests, order.get("scratch", ""))
    guard = observe_guard.Guard(order["root"], module.__file__, order.get("scratch", ""))
    for subject in order["subjects"]:
        say(**study_subject(module, guard, fixtures, order, subject))
    out.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
