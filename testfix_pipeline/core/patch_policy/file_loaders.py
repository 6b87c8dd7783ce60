"""Modules that a program loads by their files: what `imp` did until Python 3.12 is done by importlib since.

A patch that puts the one in the place of the other loads nothing that was not loaded before.
"""

from __future__ import annotations

import ast

from testfix_pipeline.core.code_view import PythonCode, called
from testfix_pipeline.core.python_code import FunctionNode

_BY_IMP = frozenset({"load_compiled", "load_module", "load_package", "load_source"})
_BY_IMPORTLIB = frozenset({"SourceFileLoader", "exec_module", "module_from_spec", "spec_from_file_location"})


def goes_on_loading(before: PythonCode, after: PythonCode) -> bool:
    """Whether a file dropped `imp`, and executes no more modules in its stead than it loaded by that."""
    is_replaced = _imports_imp(before) and not _imports_imp(after)
    added = _count(after, {"exec_module"}) - _count(before, {"exec_module"})
    return is_replaced and added <= _count(before, _BY_IMP)


def loads_file(node: ast.AST, code: PythonCode) -> bool:
    """Whether a node is a step of loading a module by its file, or enters the module that was made so by its name."""
    if isinstance(node, ast.Call):
        return called(node) in _BY_IMPORTLIB
    entry = code.parent(node)
    is_entered = isinstance(entry, ast.Subscript) and isinstance(entry.ctx, ast.Store)
    return is_entered and isinstance(entry.slice, ast.Name) and _makes_module(node, code)  # type: ignore[union-attr]


def _makes_module(node: ast.AST | None, code: PythonCode) -> bool:
    while node is not None and not isinstance(node, FunctionNode):
        node = code.parent(node)
    calls = (one for one in ast.walk(node) if isinstance(one, ast.Call)) if node is not None else ()
    return any(called(one) == "module_from_spec" for one in calls)


def _imports_imp(code: PythonCode) -> bool:
    nodes = (node for node in code.nodes if isinstance(node, ast.Import))
    froms = (node.module for node in code.nodes if isinstance(node, ast.ImportFrom))
    return "imp" in (*(alias.name for node in nodes for alias in node.names), *froms)


def _count(code: PythonCode, names: set[str] | frozenset[str]) -> int:
    return sum(called(node) in names for node in code.nodes if isinstance(node, ast.Call))
