"""The functions of a file with what is written about them: a docstring, or the comment above."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import NamedTuple

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, code_text, descendants, field, text
from testfix_pipeline.core.python_code import FunctionNode, parse_or_empty

_HOLDERS = ("program", "source_file", "class_body", "statement_block", "block", "object", "arguments")
_NAMING = ("variable_declarator", "class_declaration")


class DocumentedFunction(NamedTuple):
    """A function or method. name: with those of what it stands in; code: its body, without a docstring."""

    name: str
    parameters: tuple[str, ...]
    documentation: str
    code: str


def python_functions(source: str | bytes) -> list[DocumentedFunction]:
    """The functions of a Python file; none if it can't be parsed."""
    return list(_functions_below(parse_or_empty(source), ""))


def _functions_below(node: ast.AST, holder: str) -> Iterator[DocumentedFunction]:
    for child in ast.iter_child_nodes(node):
        named = isinstance(child, FunctionNode | ast.ClassDef)
        name = f"{holder}{child.name}" if named else holder  # type: ignore[attr-defined]
        if isinstance(child, FunctionNode):
            documented = ast.get_docstring(child)
            body = child.body[1:] if documented is not None else child.body
            given = (*child.args.posonlyargs, *child.args.args, *child.args.kwonlyargs)
            code = "\n".join(map(ast.unparse, body))
            yield DocumentedFunction(name, tuple(one.arg for one in given), documented or "", code)
        yield from _functions_below(child, f"{name}." if named else holder)


def functions_of_tree(tree: SyntaxNodes, types: Collection[str]) -> list[DocumentedFunction]:
    """The functions with a body in a syntax tree, which are nodes of these types."""
    found = []
    for node in tree.of_type(*types):
        listed, body = field(node, "parameters") or field(node, "parameter"), field(node, "body")
        if body is not None and listed is not None:
            documentation = comment_above(tree, node)
            found.append(DocumentedFunction(_name(tree, node), _parameters(listed), documentation, code_text(body)))
    return found


def _name(tree: SyntaxNodes, node: Node) -> str:
    """The name of a function, after those of what it stands in; it ends in a dot if the function has none itself."""
    holders = [text(field(one, "name")) for one in tree.above(node) if one.type in _NAMING]
    receiver = field(node, "receiver")
    types = [one for one in descendants(receiver) if one.type == "type_identifier"] if receiver is not None else []
    own = [*map(text, types[:1]), text(field(node, "name"))]
    declared = tree.parent(node)
    is_declared = declared is not None and declared.type == "variable_declarator"
    return ".".join([*reversed(holders), *([] if is_declared else own)])


def _parameters(listed: Node) -> tuple[str, ...]:
    """The names of a function's parameters, without those that are taken apart."""
    found: list[Node] = []
    for one in listed.named_children if listed.type != "identifier" else [listed]:
        found += one.children_by_field_name("name") or [field(one, "pattern") or field(one, "left") or one]
    return tuple(text(one) for one in found if one.type == "identifier")


def comment_above(tree: SyntaxNodes, node: Node) -> str:
    """The comment that ends right before a function or the statement that declares it: one, or adjacent lines of `//`.

    A comment behind other code, one before an empty line, and that of an enclosing function are about something else.
    """
    for one in (node, *tree.above(node)):
        encloses = one.id != node.id and (field(one, "parameters") or field(one, "parameter")) is not None
        if encloses or one.type in _HOLDERS:
            return ""
        if lines := _comment_before(tree, one):
            return "\n".join(reversed(lines))
    return ""


def _comment_before(tree: SyntaxNodes, node: Node) -> list[str]:
    """The texts of the comments right before a node, the last one first."""
    lines: list[str] = []
    before, below = node.prev_named_sibling, node.start_point[0]
    while before is not None and "comment" in before.type and before.end_point[0] in (below, below - 1):
        start = tree.raw.rfind(b"\n", 0, before.start_byte) + 1
        if tree.raw[start : before.start_byte].strip() or (lines and not text(before).startswith("//")):
            break
        lines.append(text(before))
        if not lines[0].startswith("//"):
            break
        below, before = before.start_point[0], before.prev_named_sibling
    return lines
