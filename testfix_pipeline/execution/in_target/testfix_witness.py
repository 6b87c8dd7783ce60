"""A pytest plugin that observes the assertions of tests, and their calls of the project's functions.

A test may pass because the code it tests swallows failed assertions, returns something that equals everything, or never
calls it. Assertions are watched from inside the test files: pytest's rewriting is given a syntax tree in which they go
through `_compared` and `_true`. One event a test:

    witness    id, asserted, false, loose, unlike, written, tolerates, alone, given, calls

`asserted` counts assertions and `false` those that failed; `loose` are [class, file] of project objects that equal
anything, hold it or are in order with it, `unlike` of those that equal other data than they are; `written`: assertions
stand in the test's body; `tolerates`: its file speaks of AssertionError. `calls` are those of the project's functions
with data: [module, function, arguments, keyword arguments, result], texts, the result "" where it has none. Of a call
with anything else, the calls of this kind that it makes itself are listed instead. `alone`: there was no such call, and
the test is handed nothing but its parameters. `given`: data that it is handed, by ["parameter" or "module", name,
text].
"""

import ast
import builtins
import contextlib
import functools
import inspect
import operator
import sys
import types

import pytest
import testfix_assertions
import testfix_faults
import testfix_plain
from testfix_channel import channel

files, emit = channel.files, channel.emit
faults = testfix_faults.OwnFaults(emit)
_CALLS = 20
_COMPARING = ("__eq__", "__contains__", "__lt__", "__le__", "__gt__", "__ge__")
_ORDERS = {
    "assertIn": "In", "assertLess": "Lt", "assertLessEqual": "LtE", "assertGreater": "Gt", "assertGreaterEqual": "GtE"
}  # fmt: skip
_STEPPED = 0x2A0  # generators and coroutines
_FUNCTIONS = (types.FunctionType, type(functools.lru_cache(int)))
_COMPARISONS = {
    "Eq": operator.eq, "Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge,
    "In": lambda one, held: one in held,
}  # fmt: skip
_EQUALS = {"assertEqual", "assertEquals", "assertListEqual", "assertDictEqual", "assertTupleEqual", "assertSetEqual"}


class TestObservation:
    """The observed assertions and calls of one test."""

    def __init__(self, test):
        self.test = test
        self.asserted = self.false = 0
        self.loose, self.unlike, self.given, self.calls = [], [], [], []
        self.plain, self.opaque, self.open = True, None, {}

    def enter_call(self, frame, inner):
        """Record a call from the test's own file or, if `inner`, from the project's; open until it returns."""
        function = _callable_path(frame)
        given = testfix_plain.argument_texts(frame, _defaults_of(function)) if function else None
        if given is None or len(self.calls) >= _CALLS:
            self.plain = False
            if not inner:
                self.opaque = frame
            return
        call = [*function, *given, ""]
        self.calls.append(call)
        self.open[id(frame)] = call

    def leave_call(self, frame, value):
        if frame is self.opaque:
            self.opaque = None
        call = self.open.pop(id(frame), None)
        if call is not None:
            call[-1] = testfix_plain.result_text(value) or ""


current = [TestObservation("")]
written = {}
decorated = {}
tolerant = set()


def _callable_path(frame):
    """[module, name] by which a frame's function can be called; None if it can't."""
    code, names = frame.f_code, frame.f_globals
    if code.co_flags & _STEPPED:
        return None
    for name in (code.co_name, *names):
        if getattr(names.get(name), "__code__", None) is code:
            return [names.get("__name__", ""), name]
    if code not in decorated:
        decorated[code] = _decorated_path(code)
    return decorated[code]


def _defaults_of(path):
    """The defaults of the positional parameters of a function, by [module, name]."""
    module, name = path
    found = getattr(sys.modules.get(module), name, None)
    return getattr(inspect.unwrap(found), "__defaults__", ()) if found is not None else ()


def _decorated_path(code):
    """[module, name] of the only function of the project whose decorators wrap this code; else None."""
    found = {}
    for module in list(sys.modules.values()):
        names = object.__getattribute__(module, "__dict__") if isinstance(module, types.ModuleType) else {}
        file = names.get("__file__")
        if isinstance(file, str) and file not in written and files.relative_path(file):
            for name, value in list(names.items()):
                if _wraps_code(value, code):
                    found.setdefault(id(value), [names["__name__"], name])
    return next(iter(found.values())) if len(found) == 1 else None


def _wraps_code(value, code):
    while type(value) in _FUNCTIONS:
        if getattr(value, "__code__", None) is code:
            return True
        value = getattr(value, "__wrapped__", None)
    return False


@faults.tolerated
def _profile(frame, event, arg):
    if event == "call" and frame.f_back is not None:
        here, caller = frame.f_code.co_filename, frame.f_back.f_code.co_filename
        if here in written:
            return
        if here != caller and caller in written and files.relative_path(here):
            current[0].enter_call(frame, inner=False)
        elif current[0].opaque is not None and not current[0].open and all(map(files.relative_path, (caller, here))):
            current[0].enter_call(frame, inner=True)
    elif event == "return":
        current[0].leave_call(frame, arg)


def _compared(name, left, right):
    result = _COMPARISONS[name](left, right)
    _note_comparison(result, *((left, right) if name == "Eq" else ()))
    if name != "Eq" and result:
        _note_compared_with_anything(name, left, right)
    return result


def _true(value):
    _note_comparison(value)
    return value


@faults.tolerated
def _note_comparison(result, *sides):
    try:
        truth = bool(result)
    except Exception:
        return
    current[0].asserted += 1
    current[0].false += not truth
    if truth and sides:
        for one, other in testfix_plain.paired_items(*sides):
            _note_equal_to_anything(one, other)
            _note_equal_to_anything(other, one)


@faults.tolerated
def _note_compared_with_anything(name, left, right):
    """Record a collection of the project that holds an arbitrary object, or an object that is in order with it."""
    is_left = name != "In" and bool(_project_files(left))
    one, sides = (left, (left, object())) if is_left else (right, (object(), right))
    with contextlib.suppress(Exception):
        if _project_files(one) and _COMPARISONS[name](*sides) is True:
            current[0].loose += [[type(one).__name__, path] for path in _project_files(one)]


def _project_files(one):
    """The files of the project, beside the tests, that have the class of an object or what compares it.

    A class can name another module than its own.
    """
    methods = [getattr(type(one), method, None) for method in _COMPARING]
    named = [getattr(getattr(method, "__code__", None), "co_filename", None) for method in methods]
    named.append(getattr(sys.modules.get(type(one).__module__), "__file__", None))
    found = [files.relative_path(file) for file in named if isinstance(file, str) and file not in written]
    return sorted({path for path in found if path is not None})


def _note_equal_to_anything(one, other):
    """Record the object if it is the project's and equals values that it can't equal."""
    places = [[type(one).__name__, path] for path in _project_files(one)]
    if places and (testfix_plain.equals_anything(one, other) or testfix_plain.equals_altered(one, other)):
        current[0].loose += places
    elif places and testfix_plain.equals_other_data(one, other):
        current[0].unlike += places


def _instrument_module(mod, path):
    written[path] = {node.name for node in ast.walk(mod) if isinstance(node, ast.FunctionDef) and _has_assertions(node)}
    if any(isinstance(node, ast.Name) and node.id == "AssertionError" for node in ast.walk(mod)):
        tolerant.add(path)
    for node in ast.walk(mod):
        if isinstance(node, ast.Assert):
            node.test = ast.fix_missing_locations(ast.copy_location(_instrumented_condition(node.test), node.test))


def _has_assertions(function):
    """Whether assertions stand in the body itself or in a `with` block, so that they must run."""
    blocks = [function.body]
    blocks += [node.body for node in function.body if isinstance(node, ast.With)]
    nodes = [node for block in blocks for node in block]
    called = [getattr(node.value, "func", None) for node in nodes if isinstance(node, ast.Expr)]
    is_method = any(isinstance(one, ast.Attribute) and one.attr.startswith("assert") for one in called)
    return is_method or any(isinstance(node, ast.Assert) for node in nodes)


def _instrumented_condition(test):
    name = type(test.ops[0]).__name__ if isinstance(test, ast.Compare) and len(test.ops) == 1 else ""
    if name not in _COMPARISONS:
        return ast.Call(ast.Name("__testfix_true__", ast.Load()), [test], [])
    sides = [ast.Constant(name), test.left, test.comparators[0]]
    return ast.Call(ast.Name("__testfix_compared__", ast.Load()), sides, [])


def _observing_assertion(name, original):
    def assertion(self, *args, **options):
        try:
            result = original(self, *args, **options)
        except AssertionError:
            _note_comparison(False)
            raise
        _note_comparison(True, *(args[:2] if name in _EQUALS else ()))
        if name in _ORDERS and len(args) > 1:
            _note_compared_with_anything(_ORDERS[name], *args[:2])
        return result

    return assertion


builtins.__testfix_compared__, builtins.__testfix_true__ = _compared, _true
testfix_assertions.instrument_modules(_instrument_module, _observing_assertion)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_call(item):
    current[0] = TestObservation(item.nodeid)
    current[0].given = _given_data(item)
    sys.setprofile(_profile)
    try:
        yield
    finally:
        sys.setprofile(None)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item):
    seen, path = current[0], str(item.fspath)
    if seen.test == item.nodeid:
        said = {name: getattr(seen, name) for name in ("asserted", "false", "loose", "unlike", "given", "calls")}
        is_written = getattr(item, "originalname", item.name) in written.get(path, ())
        alone = seen.plain and bool(seen.calls) and not _needs_preparation(item)
        emit("witness", id=seen.test, written=is_written, tolerates=path in tolerant, alone=alone, **said)


def _given_data(item):
    """[kind, name, text] of data that fixtures and parameters hand to a test, and of what it reads in its module."""
    found = [("parameter", name, value) for name, value in (getattr(item, "funcargs", None) or {}).items()]
    names = getattr(getattr(item, "module", None), "__dict__", {})  # items of plugins have neither
    codes = [getattr(inspect.unwrap(getattr(item, "obj", None)), "__code__", None)]
    for one in codes:  # with the functions in it
        codes += [inner for inner in getattr(one, "co_consts", ()) if isinstance(inner, types.CodeType)]
    read = sorted({name for one in codes for name in getattr(one, "co_names", ())})
    found += [("module", name, names[name]) for name in read if name in names]
    texts = [[kind, name, testfix_plain.data_text(value)] for kind, name, value in found]
    return [one for one in texts if one[2] is not None]


def _needs_preparation(item):
    """Whether a test gets anything but its parameters, or its class or module prepares it."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    given = set(getattr(item, "fixturenames", ())) - set(parameters)
    of = getattr(item, "cls", None)
    prepared = of is not None and any(hasattr(of, name) for name in ("setup_method", "setup_class"))
    prepared = prepared or (of is not None and of.__dict__.keys() & {"setUp", "setUpClass"})
    asked = getattr(getattr(item, "_fixtureinfo", None), "argnames", ())
    own = {"request"} - set(asked)  # what pytest prepares classes of unittest with
    return bool({name for name in given - own if not name.startswith("_unittest")} or prepared)


faults.guard_hooks(sys.modules[__name__])
