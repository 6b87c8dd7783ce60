"""Installs a candidate's code in live functions, with a counter in its loops."""

import __future__

import ast
import builtins
import gc
import itertools
import os
import time
import types

TICK, ENTER = "__testfix_tick__", "__testfix_enter__"
# Loop rounds between two looks at the clock.
ROUNDS = 64


class NotLive(Exception):
    """Raised when there is no function object to change, or it can't take the new code."""


def live_functions():
    """Two indexes of all function objects: by (real file, name, first line), and by the id of their code."""
    by_place, by_code = {}, {}
    real = {}
    for item in gc.get_objects():
        if isinstance(item, types.FunctionType):
            code = item.__code__
            name = code.co_filename
            if name not in real:
                real[name] = os.path.realpath(name)
            by_place.setdefault((real[name], code.co_name, code.co_firstlineno), []).append(item)
            by_code.setdefault(id(code), []).append(item)
    return by_place, by_code


def install(change, index):
    """Replace the code of the outermost function that contains the edit, and of live closures made by it.

    `change`: file, source (the edited function under the headers of its classes), line (where `source` begins in the
    file), path (names of the classes and the function), first (the function's first line), future (its imports).
    Returns what `restore_code` needs.
    """
    by_place, by_code = index
    undo = []
    filename = os.path.realpath(change["file"])
    new = compile_function(change)
    functions = by_place.get((filename, change["path"][-1], change["first"]))
    if not functions:
        raise NotLive("no live function " + ".".join(change["path"]))
    for function in list(functions):
        for old_inner, new_inner in _matching_code(function.__code__, new):
            for closure in by_code.get(id(old_inner), ()):
                _replace_code(closure, new_inner, undo)
                if new_inner.co_name.startswith("<"):  # can't say that it was entered
                    entered[ENTER] = None
        _replace_code(function, new, undo)
    return undo


def _replace_code(function, new, undo):
    old = function.__code__
    try:
        function.__code__ = new
    except ValueError as error:
        restore_code(undo)
        raise NotLive(str(error)) from error
    undo.append((function, old))


def restore_code(undo):
    """Restore the original code of changed functions."""
    while undo:
        function, old = undo.pop()
        function.__code__ = old


def _inner_code(code):
    return [const for const in code.co_consts if isinstance(const, types.CodeType)]


def _matching_code(old, new):
    """Yield pairs of old and new inner code objects: the n-th with a name in each."""
    waiting = {}
    for code in _inner_code(new):
        waiting.setdefault(code.co_name, []).append(code)
    for code in _inner_code(old):
        others = waiting.get(code.co_name)
        if others:
            other = others.pop(0)
            yield code, other
            for pair in _matching_code(code, other):
                yield pair


def compile_function(change):
    """The new code object of the function at `path`; raises NotLive if the candidate lacks it."""
    tree = ast.parse("\n" * (change["line"] - 1) + change["source"])
    instrument(tree)
    flags = 0
    for name in change.get("future", ()):
        flags |= getattr(__future__, name).compiler_flag
    code = compile(tree, change["file"], "exec", flags=flags, dont_inherit=True)
    for name in change["path"]:
        found = [inner for inner in _inner_code(code) if inner.co_name == name]
        if not found:
            raise NotLive("the candidate has no " + ".".join(change["path"]))
        code = found[0]
    return code


def instrument(tree):
    """Insert a call into every loop body, so that an endless loop is noticed where a timer could be swallowed; and
    one at the top of every function, so that it is known whether a candidate has run at all.

    Only statements are looked through, no expressions: this is a third of what it takes to install a candidate.
    """
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        for block in _BLOCKS:
            waiting += getattr(node, block, ())
        if isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
            node.body.insert(0, _call_statement(TICK, (), node.body[0]))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0]
            is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            node.body.insert(1 if is_text else 0, _call_statement(ENTER, (ENTER,), first))


_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def _call_statement(name, arguments, place):
    """A statement at the position of `place` that calls a name with constants."""
    at = {part: getattr(place, part) for part in ("lineno", "col_offset", "end_lineno", "end_col_offset")}
    given = [ast.Constant(argument, **at) for argument in arguments]
    return ast.Expr(ast.Call(ast.Name(name, ast.Load(), **at), given, [], **at), **at)


# Not empty once code of the candidate has run; the call at the top of a function is the dictionary's own, for speed.
entered = {}


class LoopCounter:
    """An iterator that every loop round advances; calls `stop` once the process's clock reached `until`.

    An iterator that hands out cheap ones: the clock is read once in so many rounds, the rest is C. Where `stop` raises,
    the iterator is at its end: `register` makes another.
    """

    def __init__(self, stop):
        self.until = float("inf")
        self.stop = stop

    def __iter__(self):
        return self

    def __next__(self):
        if time.process_time() > self.until:
            self.stop()
        return itertools.repeat(None, ROUNDS)

    def register(self):
        setattr(builtins, TICK, itertools.chain.from_iterable(self).__next__)
        setattr(builtins, ENTER, entered.setdefault)
