"""Finds code that a patch repairs only where it runs now: the old result stays in one branch of a condition on that."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator

from testfix_pipeline.core.code_view import PythonCode, last_name, refers, root
from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode

_ASKED = {
    "os": {"environ", "getenv", "getcwd", "isatty", "getpid", "getuid", "geteuid", "getlogin", "uname", "umask"},
    "sys": {"argv", "flags", "stdin", "stdout", "stderr", "gettrace", "getprofile", "executable", "ps1", "warnoptions"},
    "time": {"time", "time_ns", "monotonic", "perf_counter", "process_time", "localtime", "gmtime", "strftime"},
    "socket": {"gethostname", "getfqdn"},
    "getpass": {"getuser"},
    "platform": {"node", "uname"},
    "tempfile": {"gettempdir"},
    "threading": {"current_thread", "active_count", "enumerate"},
}
"""What tells where and when a program runs, without what programs are adapted to: versions and systems."""
_NOW = frozenset({"now", "today", "utcnow"})
_OF_FILES = frozenset({"exists", "is_file", "is_dir", "isfile", "isdir", "cwd", "iterdir", "glob", "rglob", "listdir"})


def environment_condition(before: ast.Module, known: Collection[Literal]) -> Callable[[ast.AST, PythonCode], bool]:
    """A rule: conditions on the surroundings under which a function's old result stays. `known`: the tests' constants.

    A condition with a name or value that the tests or the source mention is what they are about.
    """
    # the texts of what is returned below a node, without plain names and constants
    found = (one for one in ast.walk(before) if isinstance(one, ast.Return) and one.value is not None)
    old = {ast.unparse(one) for one in found if not isinstance(one.value, ast.Name | ast.Constant)}
    spoken = {str(one) for one in known} | {str(one.value) for one in ast.walk(before) if isinstance(one, ast.Constant)}
    names = {last_name(one) for one in ast.walk(before)}

    def matches(node: ast.AST, code: PythonCode) -> bool:
        if not isinstance(node, ast.If | ast.IfExp):
            return False
        asked = [part for part in _operands(node.test) if _asks_surroundings(part, code)]
        if not any(spoken.isdisjoint(_texts(one)) and not _is_used(one, names) for one in asked):
            return False
        kept = [not old.isdisjoint(results) for results in _results(node, code) if results]
        return len(kept) == 2 and any(kept) and not all(kept)

    return matches


def _operands(test: ast.expr) -> Iterator[ast.expr]:
    if isinstance(test, ast.BoolOp):
        for one in test.values:
            yield from _operands(one)
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _operands(test.operand)
    else:
        yield test


def _asks_surroundings(test: ast.expr, code: PythonCode) -> bool:
    """Whether a condition reads the surroundings and nothing that a function is given or has worked out."""
    inner = list(ast.walk(test))
    if not any(_is_surrounding(one, code) for one in inner):
        return False
    function = next((one for one in code.above(test) if isinstance(one, FunctionNode)), None)
    own = names_bound_by(ast.walk(function)) if function is not None else set()
    return not any(isinstance(one, ast.Name) and one.id in own for one in inner)


def _is_surrounding(node: ast.AST, code: PythonCode) -> bool:
    if isinstance(node, ast.Name):
        return node.id == "__debug__" or node.id in _ASKED.get(code.members.get(node.id, ""), ())
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in _NOW:
            return root(node.func) in ("datetime", "date")
        return node.func.attr in _OF_FILES
    return isinstance(node, ast.Attribute) and refers(node, _ASKED)


def _texts(node: ast.AST) -> set[str]:
    return {str(one.value) for one in ast.walk(node) if isinstance(one, ast.Constant) and one.value is not None}


def _is_used(node: ast.AST, names: Collection[str]) -> bool:
    """Whether the source had this way to the surroundings already: `isatty`, `environ`."""
    return any(isinstance(one, ast.Attribute) and one.attr in names for one in ast.walk(node))


def _results(node: ast.If | ast.IfExp, code: PythonCode) -> Iterator[set[str]]:
    """The texts of what either branch returns; of a condition without `else`, what follows it."""
    if isinstance(node, ast.IfExp):
        yield from ({f"return {ast.unparse(one)}"} for one in (node.body, node.orelse))
        return
    holder = code.parent(node)
    block = next((body for body in _blocks(holder) if node in body), [])
    for body in (node.body, node.orelse or block[block.index(node) + 1 :] if node in block else node.orelse):
        yield {ast.unparse(one) for part in body for one in ast.walk(part) if isinstance(one, ast.Return)}


def _blocks(node: ast.AST | None) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        found = getattr(node, name, None)
        if isinstance(found, list):
            yield found
