"""Tells whether a Python function gives the same result for the same arguments, by its source and its callees'."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode, read_names
from testfix_pipeline.core.python_imports import imported_names

Function = ast.FunctionDef | ast.AsyncFunctionDef
MOST_FUNCTIONS = 40
"""The number of callees that are followed."""
_ROOTS = ("", "src/")
_STATEFUL_BUILTINS = {
    *("open", "input", "print", "eval", "exec", "globals", "vars"),
    *("setattr", "delattr", "__import__", "id", "hash"),
}
_STATELESS_MODULES = {
    "math", "re", "string", "itertools", "functools", "collections", "decimal", "fractions", "statistics", "textwrap",
    "operator", "dataclasses", "typing", "enum", "bisect", "heapq", "unicodedata", "json", "copy",
}  # fmt: skip
_CONSTANTS = (ast.Constant, ast.Tuple, ast.UnaryOp, ast.BinOp)


@dataclass(frozen=True)
class FoundFunction:
    """A function of the project with the file that defines it."""

    file: str
    node: Function


@dataclass(frozen=True)
class FunctionLookup:
    """Finds functions of the project by their dotted names. tree: returns a file's syntax tree, None without one."""

    tree: Callable[[str], ast.Module | None]

    def function(self, dotted: str, seen: frozenset[str] = frozenset()) -> FoundFunction | None:
        """Return a module's function; None if there is none of that name, or several. seen: names that led to it."""
        module, _, name = dotted.rpartition(".")
        for root in _ROOTS:
            for file in (f"{root}{module.replace('.', '/')}.py", f"{root}{module.replace('.', '/')}/__init__.py"):
                tree = self.tree(file) if module else None
                if tree is None or not tree.body:
                    continue
                nodes = [node for node in tree.body if isinstance(node, FunctionNode) and node.name == name]
                if nodes:
                    return FoundFunction(file, nodes[0]) if len(nodes) == 1 else None
                again = _imported(tree).get(name, dotted)
                again = f"{module}.{again.lstrip('.')}" if again.startswith(".") else again
                if again not in (known := seen | {dotted}):
                    return self.function(again, known)
        return None


def _imported(tree: ast.Module) -> dict[str, str]:
    return {one.name: "." * one.level + one.full for one in imported_names(tree.body)}


def stateless_function(lookup: FunctionLookup, function: FoundFunction) -> bool:
    """Whether nothing but its arguments decides what a function gives, as far as its source tells."""
    pending, seen = [function], {(function.file, function.node.name)}
    while pending:
        one = pending.pop()
        callees = _callees(lookup, one)
        if callees is None or len(seen) > MOST_FUNCTIONS:
            return False
        for callee in callees:
            if (callee.file, callee.node.name) not in seen:
                seen.add((callee.file, callee.node.name))
                pending.append(callee)
    return True


def _callees(lookup: FunctionLookup, function: FoundFunction) -> list[FoundFunction] | None:
    """Return the project's functions that a function uses; None if it may use state."""
    node, tree = function.node, lookup.tree(function.file)
    if tree is None or node.decorator_list or isinstance(node, ast.AsyncFunctionDef):
        return None
    parts = list(ast.walk(node))
    if any(
        isinstance(one, (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Import, ast.ImportFrom))
        for one in parts
    ):
        return None
    local = names_bound_by(parts)
    imported, constants = _imported(tree), dict(_module_values(tree))
    found: list[FoundFunction] = []
    for name in read_names(parts) - local:
        own = [one for one in tree.body if isinstance(one, FunctionNode) and one.name == name]
        if len(own) == 1:
            found.append(FoundFunction(function.file, own[0]))
        elif name in constants:
            if not constants[name]:
                return None
        elif name in imported:
            module = imported[name].partition(".")[0]
            other = lookup.function(imported[name])
            if other is not None:
                found.append(other)
            elif module not in _STATELESS_MODULES:
                return None
        elif (not hasattr(builtins, name) or name in _STATEFUL_BUILTINS) and not _is_exception(tree, name):
            return None
    return found


def _is_exception(tree: ast.Module, name: str) -> bool:
    """Whether a class of the module is an error by its bases."""
    own = (one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == name)
    return any(ast.unparse(base).endswith(("Error", "Exception")) for one in own for base in one.bases)


def _module_values(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """Yield the names that a module assigns, and whether each is a constant that nothing changes."""
    text = ast.unparse(tree)
    for one in tree.body:
        targets = one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
        for target in targets:
            if isinstance(target, ast.Name):
                value = one.value if isinstance(one, (ast.Assign, ast.AnnAssign)) else None
                yield target.id, isinstance(value, _CONSTANTS) or _is_only_read(text, target.id, value)


def _is_only_read(text: str, name: str, value: ast.expr | None) -> bool:
    """Whether a table of literals is used as `NAME[...]`, `NAME.get`, `in NAME` or `.items()` alone."""
    if not isinstance(value, (ast.Dict, ast.Set, ast.List, ast.Call)):
        return False
    writes = (f"{name}.append", f"{name}.add", f"{name}.update", f"{name}.pop", f"{name}.setdefault", f"{name}.clear",
              f"{name}.extend", f"{name}.insert", f"{name}.remove", f"{name}.discard", f"del {name}[")  # fmt: skip
    assigned = any(line.lstrip().startswith(f"{name}[") and "=" in line for line in text.splitlines())
    literal = isinstance(value, (ast.Dict, ast.Set, ast.List)) or ast.unparse(value).startswith(
        ("re.compile(", "frozenset(")
    )
    return literal and not assigned and not any(one in text for one in writes)
