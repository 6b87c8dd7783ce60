"""Lets tests go on after a statement that fails, and notes which of their statements notice something.

An assertion hides those after it: where the first one fails, nobody sees what the others notice. So each assertion,
call and `with` in the functions of some files stands in a `try` that notes its line, and those of its callers. What
fails without any change (an assertion that a test expects to fail) is left as it is.
"""

import ast
import functools
import gc
import sys
import types
import unittest
import warnings

_REACHED, _FAILED = "<testfix reached>", "<testfix failed>"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_WITH = (ast.With, ast.AsyncWith)
_KEPT = (ast.Yield, ast.YieldFrom, ast.NamedExpr)


class SoftStatements:
    """The statements of some files. relative: the name of a file's path; is_wanted: whether a file of this name counts.

    reached, failed: (name of the file, line) of the statements that have run, and that have failed or called one.
    """

    def __init__(self, relative, is_wanted):
        self._relative, self._is_wanted = relative, is_wanted
        self.reached, self.failed, self._hard = set(), set(), set()

    def install(self):
        """Have all functions of these files that exist now go on."""
        for function in [one for one in gc.get_objects() if type(one) is types.FunctionType]:
            path = function.__code__.co_filename
            if not self._is_wanted(self._relative(path)):
                continue
            new = _functions_in(self.code(path)).get((function.__code__.co_name, function.__code__.co_firstlineno))
            if new is not None and new.co_freevars == function.__code__.co_freevars:
                function.__code__ = new

    def leave(self, lines):
        """Leave statements as they are that fail without any change."""
        self._hard.update(map(tuple, lines))
        self.code.cache_clear()
        self.install()

    @functools.lru_cache(maxsize=None)  # noqa: B019 - there is one for each process
    def code(self, path):
        """The code of a file whose functions go on."""
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
        name = self._relative(path)
        if self._is_wanted(name):
            hard = {line for file, line in self._hard if file == name}
            tree = _Softener(hard, _managers(tree, hard)).visit(tree)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a text is called: it is a place for a hook
            code = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
        return _with_hooks(code, {_REACHED: self._note_reached, _FAILED: self._note_failed})

    def note_traceback(self, traceback):
        """Note the lines at which a test has failed."""
        while traceback is not None:
            self._note(traceback.tb_frame.f_code, traceback.tb_lineno)
            traceback = traceback.tb_next

    def _note_reached(self):
        frame = sys._getframe(1)
        self.reached.add((self._relative(frame.f_code.co_filename), frame.f_lineno))

    def _note_failed(self):
        error = sys.exc_info()[1]
        is_failure = isinstance(error, Exception) or type(error).__name__ == "Failed"
        if not is_failure or isinstance(error, unittest.SkipTest):
            raise error
        frame = sys._getframe(1)
        while frame is not None:
            self._note(frame.f_code, frame.f_lineno)
            frame = frame.f_back

    def _note(self, code, line):
        name = self._relative(code.co_filename)
        if self._is_wanted(name):
            self.failed.add((name, line))


def _managers(tree, hard):
    """The texts of context managers whose blocks fail where what is in them is soft: they may expect it to fail."""
    blocks = [node for node in ast.walk(tree) if isinstance(node, _WITH) and node.lineno in hard]
    return {ast.dump(item.context_expr) for node in blocks for item in node.items}


class _Softener(ast.NodeTransformer):
    def __init__(self, hard, managers):
        self._hard, self._managers, self._depth = hard, managers, 0

    def visit(self, node):
        is_function = isinstance(node, _FUNCTIONS)
        self._depth += is_function
        is_expecting = self._is_expecting(node)
        if not is_expecting:  # what is in it is to fail
            node = self.generic_visit(node)
        self._depth -= is_function
        if not self._depth or getattr(node, "lineno", None) in self._hard or not _is_soft(node, is_expecting):
            return node
        handler = ast.ExceptHandler(ast.Name("BaseException", ast.Load()), None, [_hook(_FAILED)])
        made = ast.Try([_hook(_REACHED), node], [handler], [], [])
        for one in ast.walk(made):  # the line of a hook is that of its statement
            if not hasattr(one, "lineno"):
                ast.copy_location(one, node)
        return made

    def _is_expecting(self, node):
        """Whether a statement expects an exception, or has a context manager that does so elsewhere."""
        if not isinstance(node, _WITH):
            return False
        return is_raising(node) or any(ast.dump(item.context_expr) in self._managers for item in node.items)


def _is_soft(node, is_block):
    """Whether nothing after a statement needs it to succeed. is_block: it expects an exception."""
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Await))
    kept = (*_KEPT, ast.Return) if is_block else _KEPT
    is_soft = is_call or is_block or isinstance(node, ast.Assert)
    return is_soft and not any(isinstance(one, kept) for one in ast.walk(node))


def is_raising(node):
    """Whether a `with` expects an exception or a warning."""
    called = [item.context_expr.func for item in node.items if isinstance(item.context_expr, ast.Call)]
    names = [getattr(one, "attr", getattr(one, "id", "")) for one in called]
    return any(name in ("raises", "warns", "deprecated_call") or name.startswith("assert") for name in names)


def _hook(name):
    return ast.Expr(ast.Call(ast.Constant(name), [], []))


def _with_hooks(code, hooks):
    constants = [
        _with_hooks(one, hooks) if isinstance(one, types.CodeType)
        else hooks.get(one, one) if isinstance(one, str) else one
        for one in code.co_consts
    ]  # fmt: skip
    return code.replace(co_consts=tuple(constants))


def _functions_in(code):
    found = {}
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            found.update(_functions_in(one))
            found[one.co_name, one.co_firstlineno] = one
    return found
