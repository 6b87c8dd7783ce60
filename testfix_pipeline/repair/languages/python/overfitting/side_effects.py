"""State that a patch changes in a function that was there to answer a question."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection

from testfix_pipeline.core.code_view import last_name, root
from testfix_pipeline.repair.languages.python.analysis.container_methods import CHANGING, CHANGING_FIRST
from testfix_pipeline.repair.languages.python.analysis.scope import own_attribute
from testfix_pipeline.repair.languages.python.source import FunctionNode, SourceFile, functions
from testfix_pipeline.repair.model.source_cache import remembered

METHODS = frozenset({*CHANGING, "extendleft", "rotate", "put", "put_nowait", "get_nowait"})
FUNCTIONS = frozenset({*CHANGING_FIRST, "setattr", "delattr"})
"""What changes its receiver, and what changes what it is given first."""
TAKING_OUT = frozenset({"pop", "popleft", "popitem", "clear", "remove", "discard"})
DOING = frozenset({
    "add", "append", "advance", "assign", "book", "borrow", "cancel", "checkout", "close", "consume", "create", "deal",
    "delete", "deposit", "dequeue", "discard", "draw", "drop", "enqueue", "enter", "feed", "finish", "forget", "give",
    "hold", "insert", "issue", "leave", "move", "next", "open", "pay", "place", "play", "pop", "post", "process",
    "promote", "prune", "purge", "push", "put", "record", "refill", "register", "remove", "rename", "rent", "reserve",
    "reset", "save", "sell", "set", "start", "step", "stop", "take", "tick", "update", "use", "withdraw",
})  # fmt: skip
"""What the names of functions begin with that are there to change something, whatever they answer."""


def mutating(source: SourceFile, old: ast.Module, new: ast.Module) -> int:
    """The functions that only read their object before, and change it now; or that take away from what they are
    given, where they only read it."""
    changing = _changing(source)
    return len(_mutating(new, changing) & _asking(old, changing)) + len(_robbing(new) - _robbing(old))


def _robbing(tree: ast.Module) -> set[tuple[str, str]]:
    """(function, parameter) where something is taken out of it."""
    found: set[tuple[str, str]] = set()
    for one in functions(tree):
        robbed = {_taken_from(node) for node in ast.walk(one)} - {""}
        if robbed and not _is_there_to_do(one):
            found |= {(one.name, name) for name in robbed & _given(one)}
    return found


def _given(function: FunctionNode) -> set[str]:
    """Parameters that are what the caller has: not rebound."""
    stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)} - stored - {"self", "cls"}


def _taken_from(node: ast.AST) -> str:
    """The variable that something is taken out of; "" where nothing is."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TAKING_OUT:
        return getattr(node.func.value, "id", "")
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Del):
        return getattr(node.value, "id", "")
    return ""


@remembered(256)
def _changing(source: SourceFile) -> frozenset[str]:
    """Methods of the file that change their object, whichever class of the file has one of the name."""
    every = Counter(one.name for one in functions(source.tree))
    changing = Counter(one.name for one in functions(source.tree) if any(map(_mutates, ast.walk(one))))
    return frozenset(name for name, times in changing.items() if times == every[name])


def _asking(tree: ast.Module, changing: Collection[str]) -> set[str]:
    """Functions that answer something and change nothing of their object."""
    answering = {one.name for one in functions(tree) if any(_answers(node) for node in ast.walk(one))}
    doing = {one.name for one in functions(tree) if _is_there_to_do(one)}
    return answering - doing - _mutating(tree, changing)


def _is_there_to_do(function: FunctionNode) -> bool:
    """Whether a function is no question: by its name, or because it sets something of what it is given."""
    if function.name.strip("_").split("_")[0] in DOING:
        return True
    return any(isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) for node in ast.walk(function))


def _answers(node: ast.AST) -> bool:
    return isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant)


def _mutating(tree: ast.Module, changing: Collection[str]) -> set[str]:
    """Functions that bind or delete something of their object, or call a method that changes what it holds, one of
    its own (`changing`) among them."""
    return {
        one.name
        for one in functions(tree)
        if any(_mutates(node) or _has_changed(node, changing) for node in ast.walk(one))
    }


def _has_changed(node: ast.AST, changing: Collection[str]) -> bool:
    """Whether a node is a call of one of these methods on the object itself."""
    return isinstance(node, ast.Call) and own_attribute(node.func) in changing


def _mutates(node: ast.AST) -> bool:
    if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
        return root(node) == "self"
    if not isinstance(node, ast.Call):
        return False
    if last_name(node.func) in FUNCTIONS and node.args:
        return _of_self(node.args[0])
    changing = isinstance(node.func, ast.Attribute) and node.func.attr in METHODS
    return changing and _of_self(node.func.value) and own_attribute(node.func) == ""  # type: ignore[attr-defined]


def _of_self(node: ast.AST) -> bool:
    """Whether something is the object's: `self.rows`, `self.rows[0]`, `self.rows.setdefault(key, [])`."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    return root(node) == "self"
