"""A Python syntax tree as the rules on tampering see it: nodes with their parents, and meanings of imported names."""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.python_imports import imported_names


@dataclass(frozen=True)
class PythonCode:
    """One file. `modules` are names bound by `import x as name`; `members` those bound by `from x import y as name`.

    Both are names of the standard library alone: (name -> module), (name -> module).
    """

    nodes: list[ast.AST]
    parents: dict[int, ast.AST] = field(default_factory=dict)
    modules: dict[str, str] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, tree: ast.Module) -> PythonCode:
        """The view of a tree in which names imported as `x as y` are replaced by `x`."""
        nodes = list(ast.walk(tree))
        _set_back(nodes)
        parents = {id(child): node for node in nodes for child in ast.iter_child_nodes(node)}
        standard = [one for one in imported_names(nodes) if one.top in sys.stdlib_module_names and not one.level]
        modules = {one.full: one.module for one in standard if not one.member}
        return cls(nodes, parents, modules, {one.member: one.module for one in standard if one.member})

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The parent of a node, None for the module."""
        return self.parents.get(id(node))

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the ancestors of a node, innermost first."""
        found = self.parent(node)
        while found is not None:
            yield found
            found = self.parent(found)

    def function(self, name: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """The last function of this name that the file defines."""
        found = [n for n in self.nodes if isinstance(n, FunctionNode) and n.name == name]
        return found[-1] if found else None


def _set_back(nodes: list[ast.AST]) -> None:
    aliases = {one.name: one.member or one.module for one in imported_names(nodes) if one.is_renamed}
    for node in nodes:
        if isinstance(node, ast.Name):
            node.id = aliases.get(node.id, node.id)


def called(node: ast.Call) -> str:
    """The last name of a call's function: `run` for `job.run()`."""
    return last_name(node.func)


def callee(node: ast.AST) -> ast.AST:
    """The called expression of a call; any other node itself."""
    return node.func if isinstance(node, ast.Call) else node


def line_range(node: ast.stmt | ast.expr) -> range:
    """The lines of a node, without decorators."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def last_name(node: ast.AST | None) -> str:
    """The last name of a name or attribute: `run` for `run` and `job.run`; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def snake_case(name: str) -> str:
    """`MailBox` as `mail_box`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def constant_text(node: ast.AST) -> str:
    """The text of a constant, also one put together from constants by `+` or an f-string."""
    if isinstance(node, ast.Constant):
        value = node.value
        return value if isinstance(value, str) else value.decode("latin-1") if isinstance(value, bytes) else ""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return constant_text(node.left) + constant_text(node.right)
    if isinstance(node, ast.JoinedStr):
        return "".join(map(constant_text, node.values))
    return ""


def imports(node: ast.AST) -> Iterator[str]:
    """The modules that a node imports, by statement or by a call with a constant name."""
    yield from dict.fromkeys(one.module for one in imported_names([node]) if not one.level)
    if isinstance(node, ast.Call) and called(node) in ("import_module", "__import__", "resolve_name") and node.args:
        yield constant_text(node.args[0])


def module_named(node: ast.AST) -> str:
    """The name of the module that an expression refers to, directly or by an import call."""
    return node.id if isinstance(node, ast.Name) else next(imports(node), "")


def refers(node: ast.AST, table: dict[str, set[str]]) -> bool:
    """Whether a node refers to a module's member: `sys.modules`, `from sys import modules`, `getattr(sys, ...)`."""
    if isinstance(node, ast.Attribute):
        return node.attr in table.get(module_named(node.value), ())
    if isinstance(node, ast.ImportFrom):
        members = table.get(node.module or "", set())
        return any(alias.name in members or (alias.name == "*" and members) for alias in node.names)
    if isinstance(node, ast.Call) and called(node) == "getattr" and len(node.args) > 1:
        return constant_text(node.args[1]) in table.get(module_named(node.args[0]), ())
    return False


def root(node: ast.AST) -> str:
    """The first name in a chain of attributes and subscripts; "" if it starts with anything else."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def dotted(node: ast.AST | None) -> str:
    """`a.b.c` for names and attributes, "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        head = dotted(node.value)
        return f"{head}.{node.attr}" if head else ""
    return ""


def first_line(statement: ast.stmt) -> int:
    """The first line of a statement, decorators included."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def lines_with_ends(text: str) -> list[str]:
    """The lines of a text with their ends as parsers count them; U+0085 and U+2028 do not end a line."""
    return list(io.StringIO(text, newline="\n"))
