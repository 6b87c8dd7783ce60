"""A test function in its file: its assertions, helper functions and test doubles."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from testfix_pipeline.core.code_view import callee, dotted, last_name
from testfix_pipeline.core.python_code import FunctionNode, argument_names, names_in
from testfix_pipeline.planning.python_code.source_file import Source

_DOUBLES = {"Mock", "MagicMock", "AsyncMock", "NonCallableMock", "PropertyMock", "create_autospec", "patch", "stub",
            "spy"}  # fmt: skip
_RAISING = {"raises", "warns", "deprecated_call", "assertRaises", "assertRaisesRegex", "assertWarns", "assertLogs",
            "expect"}  # fmt: skip


@dataclass(frozen=True)
class UnitTest:
    """A test function in its file. `name` is as in a node id, `target` the code under test ("" = not known)."""

    source: Source
    node: FunctionNode
    name: str
    target: str = ""

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the test."""
        return list(ast.walk(self.node))

    @cached_property
    def helpers(self) -> list[ast.AST]:
        """The functions of the file that the test calls or uses as fixtures, and those that they call."""
        defined = {node.name: node for node in self.source.functions if node is not self.node}
        found: dict[str, ast.AST] = {}
        waiting: list[ast.AST] = [self.node]
        while waiting:
            node = waiting.pop()
            mentioned = {last_name(each) for each in ast.walk(node) if isinstance(each, (ast.Name, ast.Attribute))}
            mentioned |= argument_names(node)
            for name in mentioned & defined.keys() - found.keys():
                found[name] = defined[name]
                waiting.append(defined[name])
        return list(found.values())

    @cached_property
    def assertions(self) -> list[ast.AST]:
        """The nodes that assert."""
        return [node for node in self.nodes if is_assertion(node)]

    @cached_property
    def doubles(self) -> set[str]:
        """The names that hold mocks: assigned, bound by `with patch(...) as`, or passed by a `@patch` decorator."""
        names: set[str] = set()
        for node in self.nodes:
            if isinstance(node, ast.Assign) and makes_double(node.value):
                names |= {name for target in node.targets for name in names_in(target)}
            elif isinstance(node, ast.withitem) and node.optional_vars and makes_double(node.context_expr):
                names |= names_in(node.optional_vars)
        patches = sum(
            "patch" in dotted(callee(item)).split(".") and _passes_double(item) for item in self.node.decorator_list
        )
        arguments = [argument.arg for argument in self.node.args.args if argument.arg not in ("self", "cls")]
        return names | set(arguments[:patches])


def tests_in(source: Source) -> Iterator[tuple[str, FunctionNode]]:
    """Name (`Class::test_x` for methods) and node of each test of a file."""
    if source.tree is not None:
        yield from _tests(source.tree.body, "")


def _tests(body: list[ast.stmt], owner: str) -> Iterator[tuple[str, FunctionNode]]:
    for node in body:
        if isinstance(node, FunctionNode) and node.name.startswith("test"):
            yield f"{owner}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from _tests(node.body, f"{owner}{node.name}::")


def _passes_double(decorator: ast.AST) -> bool:
    """Whether a `patch` decorator passes the double to the test; it does not if the replacement is given."""
    return isinstance(decorator, ast.Call) and len(decorator.args) < (3 if last_name(decorator.func) == "object" else 2)


def makes_double(value: ast.AST) -> bool:
    """Whether an expression creates a test double."""
    parts = dotted(value.func).split(".") if isinstance(value, ast.Call) else []
    return bool(parts) and (parts[-1] in _DOUBLES or "patch" in parts)


def is_assertion(node: ast.AST) -> bool:
    """Whether a node asserts: `assert`, methods and functions that assert, expected exceptions and warnings."""
    if isinstance(node, ast.Assert):
        return True
    if isinstance(node, ast.Raise):
        return node.exc is not None and last_name(callee(node.exc)) == "AssertionError"
    if isinstance(node, ast.Call) and last_name(node.func) in ("simplefilter", "filterwarnings"):
        return bool(node.args) and isinstance(node.args[0], ast.Constant) and node.args[0].value == "error"
    name = last_name(node.func) if isinstance(node, ast.Call) else ""
    return name.startswith("assert") or name in _RAISING or name in ("fail", "check")
