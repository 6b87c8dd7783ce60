"""Puts a candidate's code into live functions, with a counter in its loops.

Runs in the target's interpreter, in a forked child: standard library only, Python 3.9 and later.
"""

import ast
import builtins
import gc
import os
import types

TICK = "__testfix_tick__"


class NotLive(Exception):
    """The function to be changed is not there as a function object, or can't take the new code."""


def live_functions():
    """Every function object by (real file, name, first line), and by the id of its code."""
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
    """Swaps the code of the outermost function that holds the edit, and of the live closures made by it.

    `change`: file, line (first line of `source` in the file), source (the whole top-level statement, edited), path
    (names of the classes and the function that lead to the edit), first (the function's first line).
    """
    by_place, by_code = index
    filename = os.path.realpath(change["file"])
    new = compile_function(change)
    functions = by_place.get((filename, change["path"][-1], change["first"]))
    if not functions:
        raise NotLive("no live function " + ".".join(change["path"]))
    for function in list(functions):
        _swap(function, new, by_code)


def _swap(function, new, by_code):
    for old_inner, new_inner in _pairs(function.__code__, new):
        for closure in by_code.get(id(old_inner), ()):
            try:
                closure.__code__ = new_inner
            except ValueError as error:
                raise NotLive(str(error))
    try:
        function.__code__ = new
    except ValueError as error:
        raise NotLive(str(error))


def _inner(code):
    return [const for const in code.co_consts if isinstance(const, types.CodeType)]


def _pairs(old, new):
    """Old and new inner code objects that belong together: the n-th of a name in each."""
    waiting = {}
    for code in _inner(new):
        waiting.setdefault(code.co_name, []).append(code)
    for code in _inner(old):
        others = waiting.get(code.co_name)
        if others:
            other = others.pop(0)
            yield code, other
            for pair in _pairs(code, other):
                yield pair


def compile_function(change):
    """The new code object of the function at `path`; sibling functions of its class are left empty."""
    tree = ast.parse("\n" * (change["line"] - 1) + change["source"])
    _strip(tree.body[0], change["path"], change["first"])
    tree = ast.fix_missing_locations(LoopCounter().visit(tree))
    module = compile(tree, change["file"], "exec", flags=change.get("flags", 0), dont_inherit=True)
    code = module
    for depth, name in enumerate(change["path"]):
        found = [c for c in _inner(code) if c.co_name == name]
        if depth == len(change["path"]) - 1:
            found = [c for c in found if c.co_firstlineno == change["first"]] or found
        if not found:
            raise NotLive("the candidate has no " + ".".join(change["path"]))
        code = found[0]
    return code


def _strip(node, path, first):
    """Empties the functions beside the one wanted, which saves compiling a big class for a small edit."""
    if not isinstance(node, ast.ClassDef):
        return
    for child in node.body:
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = [child.lineno] + [d.lineno for d in child.decorator_list]
            if child.name != path[-1] or min(lines) != first:
                child.body = [ast.copy_location(ast.Pass(), child)]
        elif isinstance(child, ast.ClassDef):
            _strip(child, path, first)


class LoopCounter(ast.NodeTransformer):
    """A call at the top of every loop body, so that an endless loop is noticed where a timer could be swallowed."""

    def _count(self, node):
        self.generic_visit(node)
        call = ast.Expr(ast.Call(ast.Name(TICK, ast.Load()), [], []))
        node.body.insert(0, ast.copy_location(call, node.body[0]))
        return node

    visit_While = visit_For = visit_AsyncFor = _count


class Ticks:
    """Counts loop rounds of the candidate during one test; `stop` is called when there are too many, and must not return."""

    def __init__(self, stop):
        self.left = 0
        self.stop = stop

    def __call__(self):
        self.left -= 1
        if self.left < 0:
            self.stop()

    def register(self):
        setattr(builtins, TICK, self)
