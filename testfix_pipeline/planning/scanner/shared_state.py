"""Detects tests that change state which other tests see."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from testfix_pipeline.core.code_view import callee, dotted
from testfix_pipeline.core.python_code import FunctionNode, own_nodes, stored_names
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.planning.python_code.mutating_methods import MUTATORS
from testfix_pipeline.planning.python_code.unit_tests import UnitTest

_ORDERED = {"order", "run", "dependency", "incremental", "first", "last"}
_PROCESS = {"os.chdir", "os.putenv", "os.umask", "sys.setrecursionlimit", "locale.setlocale",
            "socket.setdefaulttimeout"}  # fmt: skip
_PATCHING = re.compile(r"\b(patch|setattr|setitem|setenv|delitem|chdir)\b")
"""Parts of `patch` and methods of `monkeypatch`, whose changes are restored."""
_QUOTES = "'\""


def order_dependence(case: UnitTest) -> str | None:
    """Why a test depends on the order of tests: it is marked so, or leaves shared state changed.

    None if it does not.
    """
    for item in case.node.decorator_list:
        name = dotted(callee(item))
        if "mark." in name and name.rpartition(".")[2] in _ORDERED:
            return f"is marked {name}"
    changes = Counter(_shared_changes(case))
    left = [what for what, times in changes.items() if times == 1 and not _is_restored(case, what)]
    return f"changes {left[0]}, which other tests see" if left else None


def _is_restored(case: UnitTest, what: str) -> bool:
    """Whether a change is restored: by `finally`, a patch that names it or its owner, or a teardown."""
    owner, _, name = what.rpartition(".")
    wanted = filter(None, (what, owner, owner and f"'{name}'"))
    patches = (node for node in case.nodes if isinstance(node, ast.Call) and dotted(node.func) not in ("setattr", what))
    texts = [ast.unparse(node) for node in patches if _PATCHING.search(dotted(node.func))]
    patched = any(one in text for one in wanted for text in texts)
    return patched or _has_teardown(case) or any(isinstance(node, ast.Try) and node.finalbody for node in case.nodes)


def _has_teardown(case: UnitTest) -> bool:
    scopes = [outer for outer in case.source.above(case.node) if isinstance(outer, (ast.ClassDef, ast.Module))]
    for function in (item for scope in scopes for item in scope.body if isinstance(item, FunctionNode)):
        ends = any(isinstance(node, ast.Yield) for node in ast.walk(function))
        if function.name.lower().startswith("teardown") or (ends and _is_automatic(function)):
            return True
    return False


def _is_automatic(function: FunctionNode) -> bool:
    return any("fixture" in ast.unparse(item) and "autouse" in ast.unparse(item) for item in function.decorator_list)


def _shared_changes(case: UnitTest) -> Iterator[str]:
    """Yield the shared names that a test changes, of the file, a module, `cls` or the process."""
    own = stored_names(case.nodes) | {node.arg for node in case.nodes if isinstance(node, ast.arg)}
    nodes = list(own_nodes(case.source.tree)) if case.source.tree else []
    imported = list(imported_names(nodes))
    assigned = stored_names(nodes) - own
    members = {one.name for one in imported} - own
    modules = {one.module for one in imported if not one.member}
    of_class = {"cls"} & {each.arg for each in case.node.args.args[:1]}
    for node in case.nodes:
        if isinstance(node, ast.Global):
            yield ", ".join(node.names)
        elif isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
            inner = node.value if isinstance(node, ast.Subscript) else node
            changed = dotted(node) or dotted(inner)
            if ast.unparse(inner).startswith(("type(self).", "self.__class__.")):
                yield ast.unparse(inner)
            elif changed.partition(".")[0] in assigned | members | of_class:
                yield changed
        elif isinstance(node, ast.Call) and dotted(node.func) in ("setattr", "delattr") and len(node.args) > 1:
            if dotted(node.args[0]).partition(".")[0] in assigned | members | of_class:
                yield f"{dotted(node.args[0])}.{ast.unparse(node.args[1]).strip(_QUOTES)}"
        elif isinstance(node, ast.Call):
            held, _, method = dotted(node.func).rpartition(".")
            head = held.partition(".")[0]
            # Functions of a module don't change the module.
            is_object = head in assigned or (head in members and "." in held and held not in modules)
            if dotted(node.func) in _PROCESS or (method in MUTATORS and is_object):
                yield dotted(node.func) if dotted(node.func) in _PROCESS else held
