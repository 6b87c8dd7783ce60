"""A Go file as the rules on tampering see it: used packages, constants, functions."""

from __future__ import annotations

import functools
from functools import cached_property

import tree_sitter_go
from tree_sitter import Language, Node

from testfix_pipeline.core import python_code
from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, field, text

_STRINGS = ("interpreted_string_literal", "raw_string_literal")
_NUMBERS = ("int_literal", "float_literal")
CONSTANTS = (*_STRINGS, *_NUMBERS)
FUNCTIONS = ("function_declaration", "method_declaration")


@functools.cache
def _language() -> Language:
    return Language(tree_sitter_go.language())


def constant(node: Node | None) -> str | float | None:
    """The text or number that an expression evaluates to, None if it is not constant."""
    if node is None:
        return None
    if node.type in _NUMBERS:
        try:
            return float(python_code.literal(text(node).replace("_", "")))
        except (ValueError, SyntaxError):
            return None
    if node.type in _STRINGS:
        return _unquoted(node)
    if node.type == "binary_expression" and text(field(node, "operator")) == "+":
        left, right = constant(field(node, "left")), constant(field(node, "right"))
        return left + right if isinstance(left, str) and isinstance(right, str) else None
    if node.type in ("parenthesized_expression", "literal_element", "expression_list") and node.named_child_count == 1:
        return constant(node.named_children[0])
    return None


def _unquoted(node: Node) -> str:
    inner = text(node)[1:-1]
    if node.type == "raw_string_literal" or "\\" not in inner:
        return inner
    try:
        return str(python_code.literal(f'"{inner}"'))
    except (ValueError, SyntaxError):
        return inner


class GoCode:
    """The rules' view of one Go file."""

    def __init__(self, source: str | bytes) -> None:
        self.tree = SyntaxNodes.of(_language(), source)

    @cached_property
    def imports(self) -> dict[str, str]:
        """The path of each package by the name that the file uses for it; dot imports by their path."""
        found = {}
        for node in self.tree.of_type("import_spec"):
            path, name = text(field(node, "path"))[1:-1], text(field(node, "name"))
            found[name if name not in ("", ".", "_") else path if name else path.rpartition("/")[2]] = path
        return found

    @cached_property
    def members(self) -> list[tuple[Node, str, str]]:
        """The names that the file uses from packages: the node, the path of the package, the name."""
        found = []
        for node in self.tree.of_type("selector_expression", "qualified_type"):
            holder, name = field(node, "operand") or field(node, "package"), field(node, "field") or field(node, "name")
            path = self.imports.get(text(holder)) if holder is not None else None
            if path is not None:
                found.append((node, path, text(name)))
        return found

    @cached_property
    def paths(self) -> list[tuple[Node, str]]:
        """The imported packages, and the names that the file uses from them: `runtime/debug.Stack`."""
        imported = [(node, text(field(node, "path"))[1:-1]) for node in self.tree.of_type("import_spec")]
        return [*imported, *((node, f"{path}.{name}") for node, path, name in self.members)]

    @cached_property
    def constants(self) -> list[tuple[Node, str | float]]:
        """The texts and numbers in the file, without imports."""
        nodes = self.tree.of_type(*CONSTANTS, "binary_expression")
        found = [(node, constant(node)) for node in nodes if not self._is_import(node)]
        return [(node, value) for node, value in found if value is not None]

    def _is_import(self, node: Node) -> bool:
        parent = self.tree.parent(node)
        return parent is not None and parent.type == "import_spec"
