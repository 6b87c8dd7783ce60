"""A function or class of an older release as text that works by itself: with the helpers and imports that it needs."""

from __future__ import annotations

import ast
import builtins
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.python_imports import imported_names

MOST_LINES = 160
"""Of a definition with its helpers: what is longer is a part of a library, which a project should not carry."""
MOST_HELPERS = 4
_DEFINITIONS = FunctionNode | ast.ClassDef


@dataclass(frozen=True)
class CopiedCode:
    """A definition that needs nothing but what Python has.

    text: with its helpers, without warnings of deprecation. names: all that it defines. imports: the statements that it
    needs, by the name that each binds. has_class: whether it defines a class: two copies of one are two types.
    """

    text: str
    names: tuple[str, ...]
    imports: Mapping[str, str]
    has_class: bool


def copied_code(source: str, name: str, is_there: Callable[[str], bool]) -> CopiedCode | None:
    """The definition of a name in a module's text; None where it is none, is long, or needs something private.

    is_there: whether a full name of the standard library is there under the Python that is to run it.
    """
    try:
        module = _Module(source)
        needed = module.needed(name)
    except (SyntaxError, ValueError, RecursionError):
        return None
    if needed is None:
        return None
    imports = {}
    for one in sorted(needed - module.bound.keys() - _BUILTIN):
        statement = module.imports.get(one)
        if statement is None or not is_there(statement[1]):
            return None
        imports[one] = statement[0]
    nodes = sorted({module.bound[one] for one in needed & module.bound.keys()}, key=lambda node: node.lineno)
    texts = [module.text(node) for node in nodes]
    if len(nodes) > MOST_HELPERS or sum(text.count("\n") + 1 for text in texts) > MOST_LINES:
        return None
    names = tuple(sorted(needed & module.bound.keys()))
    return CopiedCode("\n\n\n".join(texts), names, imports, any(isinstance(one, ast.ClassDef) for one in nodes))


_BUILTIN = frozenset(dir(builtins)) | {"__name__", "__doc__"}


class _Module:
    """A module's text with what its outermost statements bind."""

    def __init__(self, source: str) -> None:
        self.lines = source.replace("\r\n", "\n").split("\n")
        self.tree = python_code.parse(source)
        self.bound: dict[str, ast.stmt] = dict(_bound(self.tree.body))
        others = [node for node in self.tree.body if not isinstance(node, _DEFINITIONS | ast.Import | ast.ImportFrom)]
        self.touched = Counter(one.id for node in others for one in ast.walk(node) if isinstance(one, ast.Name))
        self.imports = dict(_imports(self.tree.body))

    def needed(self, name: str) -> set[str] | None:
        """The names that a definition reads from around it, and those that its helpers read; None where it is none, or
        something changes a helper's value."""
        if not isinstance(self.bound.get(name), _DEFINITIONS):
            return None
        found, left = set[str](), [name]
        while left:
            one = left.pop()
            if one in found or one in _BUILTIN - self.bound.keys():
                continue
            found.add(one)
            if one in self.bound:
                if self.touched[one] > (not isinstance(self.bound[one], _DEFINITIONS)):
                    return None  # what is bound, filled or used as the module loads has more to it than its text
                read = _globals(self.text(self.bound[one]))
                if read is None:
                    return None
                left += read
        return found

    def text(self, node: ast.stmt) -> str:
        """A statement's lines, with its decorators and without warnings of deprecation."""
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        gone: dict[int, str] = {}
        for body in _bodies(node):
            warning = [
                one for one in body if _is_deprecation(one) and not self.lines[one.lineno - 1][: one.col_offset].strip()
            ]
            for one in warning:
                gone.update(dict.fromkeys(range(one.lineno, (one.end_lineno or one.lineno) + 1), ""))
                gone[one.lineno] = " " * one.col_offset + "pass" if len(warning) == len(body) else ""
        lines = range(first, (node.end_lineno or first) + 1)
        texts = (gone[line] if line in gone else self.lines[line - 1] for line in lines)
        return "\n".join(text for line, text in zip(lines, texts, strict=True) if text or line not in gone)


def _bound(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.stmt]]:
    for node in body:
        if isinstance(node, _DEFINITIONS):
            yield node.name, node
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node


def _imports(body: Sequence[ast.stmt]) -> Iterator[tuple[str, tuple[str, str]]]:
    """By the name that it binds each import of the standard library that is not private: (statement, full name)."""
    for one in imported_names(body):
        is_private = any(part.startswith("_") for part in one.whole.split("."))
        if not (is_private or one.level) and one.top in sys.stdlib_module_names:
            yield one.name, (one.statement, one.whole)


def _globals(text: str) -> set[str] | None:
    """The names that a statement reads from around it; None where a function in it sets one of them."""
    tables, found = [python_code.symbols(text)], set[str]()
    outermost = tables[0]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for symbol in table.get_symbols():
            is_outer = table is outermost
            if not is_outer and symbol.is_declared_global() and symbol.is_assigned():
                return None
            if symbol.is_referenced() and (is_outer or symbol.is_global()):
                found.add(symbol.get_name())
    return found


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for one in ast.walk(node):
        for field in ("body", "orelse", "finalbody"):
            body = getattr(one, field, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                yield body


def _is_deprecation(statement: ast.stmt) -> bool:
    """Whether a statement does nothing but warn that what it is in will go, or import what it warns with."""
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names] == ["warnings"]
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return False
    function = ast.unparse(call.func)
    is_warning = function.rpartition(".")[2] == "warn" and "Deprecat" in ast.unparse(call)
    return is_warning or function == "warnings._deprecated"
