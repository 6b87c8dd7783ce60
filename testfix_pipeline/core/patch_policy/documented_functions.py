"""The functions of a file with what is written about them: a docstring, or the comment above."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import NamedTuple

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.python_syntax import parse_or_none
from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, field, text
from testfix_pipeline.core.python_code import FunctionNode

_HOLDERS = ("program", "source_file", "class_body", "declaration_list", "statement_block", "block")
_NAMING = ("variable_declarator", "class_declaration", "impl_item")


class DocumentedFunction(NamedTuple):
    """A function or method. name: with those of what it stands in; code: its body, without a docstring."""

    name: str
    parameters: tuple[str, ...]
    documentation: str
    code: str


def python_functions(source: str | bytes) -> list[DocumentedFunction]:
    """The functions of a Python file; none if it can't be parsed."""
    tree = parse_or_none(source)
    return list(_functions_below(tree, "")) if tree is not None else []


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
        names = [text(field(one, "name") or field(one, "type")) for one in tree.above(node) if one.type in _NAMING]
        name = ".".join([*reversed(names), text(field(node, "name") or field(node, "receiver"))])
        if body is not None and listed is not None:
            found.append(DocumentedFunction(name, _parameters(listed), comment_above(tree, node), text(body)))
    return found


def _parameters(listed: Node) -> tuple[str, ...]:
    """The names of a function's parameters, without those that are taken apart."""
    found: list[Node] = []
    for one in listed.named_children if listed.type != "identifier" else [listed]:
        found += one.children_by_field_name("name") or [field(one, "pattern") or field(one, "left") or one]
    return tuple(text(one) for one in found if one.type == "identifier")


def comment_above(tree: SyntaxNodes, node: Node) -> str:
    """The comment before a function or before the statement that declares it, of one or more lines."""
    for one in (node, *tree.above(node)):
        lines, before = [], one.prev_named_sibling
        while before is not None and "comment" in before.type:
            lines.append(text(before))
            before = before.prev_named_sibling
        declares = one.type in ("lexical_declaration", "export_statement", "method_definition")
        if lines or (declares and before is not None) or one.type in _HOLDERS:
            return "\n".join(reversed(lines))
    return ""
