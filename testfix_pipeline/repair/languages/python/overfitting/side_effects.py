"""Counts functions that a patch makes change state although they only returned a value before."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator

from testfix_pipeline.core.code_view import last_name, root
from testfix_pipeline.core.python_code import FunctionNode, argument_names, stored_names
from testfix_pipeline.repair.languages.python.analysis.container_methods import CHANGING, CHANGING_FIRST
from testfix_pipeline.repair.languages.python.analysis.scope import own_attribute
from testfix_pipeline.repair.languages.python.overfitting.lost_values import is_blank
from testfix_pipeline.repair.languages.python.source import SourceFile, functions
from testfix_pipeline.repair.model.source_cache import cached_per_search

CHANGING_METHODS = frozenset({*CHANGING, "extendleft", "rotate", "put", "put_nowait", "get_nowait"})
CHANGING_FUNCTIONS = frozenset({*CHANGING_FIRST, "setattr", "delattr"})
"""Methods that change their receiver, and functions that change their first argument."""
REMOVING_METHODS = frozenset({"pop", "popleft", "popitem", "clear", "remove", "discard"})
COMMAND_VERBS = frozenset({
    "add", "append", "advance", "assign", "book", "borrow", "cancel", "checkout", "close", "consume", "create", "deal",
    "delete", "deposit", "dequeue", "discard", "draw", "drop", "enqueue", "enter", "feed", "finish", "forget", "give",
    "hold", "insert", "issue", "leave", "move", "next", "open", "pay", "place", "play", "pop", "post", "process",
    "promote", "prune", "purge", "push", "put", "record", "refill", "register", "remove", "rename", "rent", "reserve",
    "reset", "save", "sell", "set", "start", "step", "stop", "take", "tick", "update", "use", "withdraw",
})  # fmt: skip
"""First words in the names of functions whose purpose is to change something, whatever they return."""


def count_new_side_effects(source: SourceFile, old: ast.Module, new: ast.Module) -> int:
    """The number of functions that only read their object before and change it now, or that remove elements from an
    argument that they only read before."""
    changing_methods = _changing_methods(source)
    return len(_mutating_functions(new, changing_methods) & _query_functions(old, changing_methods)) + len(
        _emptied_parameters(new) - _emptied_parameters(old)
    )


def resets_reader(old: ast.Module, new: ast.Module) -> bool:
    """Whether a function of which every statement returned a value sets an attribute to a constant, or to nothing."""
    readers = {key for key, one in _numbered(old) if all(map(_is_return_or_doc, one.body))}
    known = {(name, reset) for (name, _), one in _numbered(old) for reset in _resets(one)}
    return any(key in readers and (key[0], reset) not in known for key, one in _numbered(new) for reset in _resets(one))


def _numbered(tree: ast.Module) -> Iterator[tuple[tuple[str, int], FunctionNode]]:
    """Yields the functions with their names, numbered among those of the same name, as a getter and its setter are."""
    times = Counter[str]()
    for one in functions(tree):
        yield (one.name, times[one.name]), one
        times[one.name] += 1


def _resets(function: FunctionNode) -> list[str]:
    return [ast.unparse(node) for node in ast.walk(function) if _is_reset(node)]


def _is_return_or_doc(node: ast.stmt) -> bool:
    is_doc = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_doc or (isinstance(node, ast.Return) and node.value is not None)


def _is_reset(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute) and is_blank(node.value)


def _emptied_parameters(tree: ast.Module) -> set[tuple[str, str]]:
    """(function, parameter) for each parameter from which a function removes elements."""
    found: set[tuple[str, str]] = set()
    for one in functions(tree):
        emptied = {_emptied_variable(node) for node in ast.walk(one)} - {""}
        if emptied and not _is_command(one):
            found |= {(one.name, name) for name in emptied & _unbound_parameters(one)}
    return found


def _unbound_parameters(function: FunctionNode) -> set[str]:
    """The parameters that still refer to the caller's object: those that are not rebound."""
    stored = stored_names(ast.walk(function))
    return argument_names(function.args) - stored - {"self", "cls"}


def _emptied_variable(node: ast.AST) -> str:
    """The variable from which a node removes an element; "" if it removes none."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in REMOVING_METHODS:
        return getattr(node.func.value, "id", "")
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Del):
        return getattr(node.value, "id", "")
    return ""


@cached_per_search(256)
def _changing_methods(source: SourceFile) -> frozenset[str]:
    """The methods that change their object in every class of the file that has one of that name."""
    all_methods = Counter(one.name for one in functions(source.tree))
    changing = Counter(one.name for one in functions(source.tree) if any(map(_mutates, ast.walk(one))))
    return frozenset(name for name, times in changing.items() if times == all_methods[name])


def _query_functions(tree: ast.Module, changing: Collection[str]) -> set[str]:
    """The functions that return a value and change nothing of their object."""
    returning = {one.name for one in functions(tree) if any(_returns_computed_value(node) for node in ast.walk(one))}
    commands = {one.name for one in functions(tree) if _is_command(one)}
    return returning - commands - _mutating_functions(tree, changing)


def _is_command(function: FunctionNode) -> bool:
    """Whether a function's purpose is a change: by its name, or because it sets an attribute."""
    if function.name.strip("_").split("_")[0] in COMMAND_VERBS:
        return True
    return any(isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) for node in ast.walk(function))


def _returns_computed_value(node: ast.AST) -> bool:
    """Whether a node returns something other than a constant."""
    return isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant)


def _mutating_functions(tree: ast.Module, changing: Collection[str]) -> set[str]:
    """The functions that bind or delete a part of their object or call a changing method on it, including its own
    methods (`changing`)."""
    return {
        one.name
        for one in functions(tree)
        if any(_mutates(node) or _calls_own_changing_method(node, changing) for node in ast.walk(one))
    }


def _calls_own_changing_method(node: ast.AST, changing: Collection[str]) -> bool:
    """Whether a node calls one of the changing methods on the object itself."""
    return isinstance(node, ast.Call) and own_attribute(node.func) in changing


def _mutates(node: ast.AST) -> bool:
    """Whether a node changes a part of `self` directly."""
    if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
        return root(node) == "self"
    if not isinstance(node, ast.Call):
        return False
    if last_name(node.func) in CHANGING_FUNCTIONS and node.args:
        return _belongs_to_self(node.args[0])
    changing = isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING_METHODS
    return changing and _belongs_to_self(node.func.value) and own_attribute(node.func) == ""  # type: ignore[attr-defined]


def _belongs_to_self(node: ast.AST) -> bool:
    """Whether an expression belongs to the object: `self.rows`, `self.rows[0]`, `self.rows.setdefault(key, [])`."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    return root(node) == "self"
