"""Detects tests that change state which other tests see."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from testfix_pipeline.core.code_view import callee, dotted
from testfix_pipeline.core.python_code import FunctionNode, stored_names
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.planning.python_code.mutating_methods import MUTATORS
from testfix_pipeline.planning.python_code.source_file import decorators, own_nodes
from testfix_pipeline.planning.python_code.unit_tests import UnitTest

_ORDERED = {"order", "run", "dependency", "incremental", "first", "last"}
_PROCESS = {
    "os.chdir",
    "os.putenv",
    "os.umask",
    "sys.setrecursionlimit",
    "locale.setlocale",
    "socket.setdefaulttimeout",
}
_TEARDOWNS = {"teardown_method", "teardown_class", "teardown_function", "teardown_module", "tearDown", "tearDownClass",
              "teardown"}  # fmt: skip


def order_dependence(case: UnitTest) -> str | None:
    """Why a test depends on the order of tests: it is marked so, or leaves shared state changed.

    None if it does not.
    """
    for item in case.node.decorator_list:
        name = dotted(callee(item))
        if "mark." in name and name.rpartition(".")[2] in _ORDERED:
            return f"is marked {name}"
    changes = Counter(filter(None, _shared_changes(case)))
    left = [what for what, times in changes.items() if times == 1 and not _is_restored(case, what)]
    return f"changes {left[0]}, which other tests see" if left else None


def _is_restored(case: UnitTest, what: str) -> bool:
    """Whether a change is restored: by `finally`, a patch that names it or its owner, or a teardown."""
    if any(isinstance(node, ast.Try) and node.finalbody for node in case.nodes):
        return True
    owner, name = what.rpartition(".")[::2]
    for node in case.nodes:
        if isinstance(node, ast.Call) and dotted(node.func) not in ("setattr", what) and _is_patch(node):
            text = ast.unparse(node)
            if what in text or (owner and owner in text) or (name and f"'{name}'" in text):
                return True
    return _has_teardown(case)


def _is_patch(call: ast.Call) -> bool:
    """Whether a call is one of `patch` or a method of `monkeypatch`, whose changes are restored."""
    return bool({"patch", "setattr", "setitem", "setenv", "delitem", "chdir"} & set(dotted(call.func).split(".")))


def _has_teardown(case: UnitTest) -> bool:
    scopes = [outer for outer in case.source.above(case.node) if isinstance(outer, (ast.ClassDef, ast.Module))]
    functions = [item for scope in scopes for item in scope.body if isinstance(item, FunctionNode)]
    if any(function.name in _TEARDOWNS for function in functions):
        return True
    return any("fixture" in decorators(function) and _is_autouse_with_end(function) for function in functions)


def _is_autouse_with_end(function: FunctionNode) -> bool:
    automatic = any("autouse" in ast.unparse(item) for item in function.decorator_list)
    return automatic and any(isinstance(node, ast.Yield) for node in ast.walk(function))


def _shared_changes(case: UnitTest) -> Iterator[str]:
    tree = case.source.tree
    if tree is None:
        return
    own = stored_names(case.nodes)
    own |= {node.arg for node in case.nodes if isinstance(node, ast.arg)}
    first = case.node.args.args[:1]
    of_class = {"cls"} if first and first[0].arg == "cls" else set()
    nodes = list(own_nodes(tree))
    imported = list(imported_names(nodes))
    modules = {one.module for one in imported if not one.member}
    names = _SharedNames(stored_names(nodes) - own, {one.name for one in imported} - own, modules, of_class)
    for node in case.nodes:
        yield _shared_change(node, names)


@dataclass(frozen=True)
class _SharedNames:
    """The names that a test shares with others: assigned or imported by its file, `cls`. modules: such as `os.path`."""

    assigned: set[str]
    imported: set[str]
    modules: set[str]
    of_class: set[str]

    def is_shared(self, name: str) -> bool:
        return name.partition(".")[0] in self.assigned | self.imported | self.of_class

    def is_object(self, name: str) -> bool:
        """Whether others see changes of the object of a name; functions of a module don't change the module."""
        head = name.partition(".")[0]
        return head in self.assigned or (head in self.imported and "." in name and name not in self.modules)


def _shared_change(node: ast.AST, names: _SharedNames) -> str:
    """The shared name that a node changes, of the file, a module or the process; "" if it changes none."""
    if isinstance(node, ast.Global):
        return ", ".join(node.names)
    if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
        inner = node.value if isinstance(node, ast.Subscript) else node
        changed = dotted(node) or dotted(inner)
        on_class = ast.unparse(inner).startswith(("type(self).", "self.__class__."))
        return ast.unparse(inner) if on_class else changed if names.is_shared(changed) else ""
    if not isinstance(node, ast.Call):
        return ""
    name = dotted(node.func)
    if name in _PROCESS:
        return name
    if name in ("setattr", "delattr") and node.args and names.is_shared(dotted(node.args[0])):
        return f"{dotted(node.args[0])}.{_node_text(node.args[1]) if len(node.args) > 1 else ''}"
    held, _, method = name.rpartition(".")
    return held if method in MUTATORS and names.is_object(held) else ""


def _node_text(node: ast.AST) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)
