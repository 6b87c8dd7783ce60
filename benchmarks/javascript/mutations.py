"""Mutations of JavaScript and TypeScript code, as programmers make such mistakes: one place of one file each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.source import JsSource

MOST_OF_A_KIND = 4
"""In one package, so that its mutations are of many kinds."""
_OTHERS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "==": "!=", "!=": "==",
    "+": "-", "-": "+", "*": "/", "/": "*", "&&": "||", "||": "&&", "+=": "-=", "-=": "+=",
}  # fmt: skip
_KINDS = {"+": "arithmetic", "-": "arithmetic", "*": "arithmetic", "/": "arithmetic", "&&": "logic", "||": "logic"}
_METHODS = {
    "slice": "substring", "startsWith": "endsWith", "endsWith": "startsWith", "some": "every", "every": "some",
    "toLowerCase": "toUpperCase", "toUpperCase": "toLowerCase", "indexOf": "lastIndexOf", "lastIndexOf": "indexOf",
    "push": "unshift", "unshift": "push", "shift": "pop", "pop": "shift", "floor": "ceil", "ceil": "floor",
    "min": "max", "max": "min",
}  # fmt: skip
_LEAVES = ("return_statement", "throw_statement", "continue_statement", "break_statement")


@dataclass(frozen=True)
class JsMutation:
    """The text between `start` and `end` of a file becomes `new`; `line` is where it begins, from 1."""

    file: str
    start: int
    end: int
    new: str
    kind: str
    line: int

    def of(self, original: str) -> str:
        """The file's text with the mutation."""
        return original[: self.start] + self.new + original[self.end :]


def mutations(file: str, content: str, seed: str) -> list[JsMutation]:
    """All mutations of a file's functions, in an order that depends on the seed alone."""
    source = JsSource(file, content.encode())
    found = []
    for node in source.syntax.nodes:
        if any(
            one.type in ("import_statement", "type_annotation", "enum_declaration") for one in _around(source, node)
        ):
            continue
        for target, new, kind in _changes(node):
            start, end = source.span(target)
            found.append(JsMutation(file, start, end, new, kind, int(target.start_point[0]) + 1))
    random.Random(f"{seed} {file}").shuffle(found)
    return found


def _around(source: JsSource, node: Node) -> Iterator[Node]:
    yield node
    yield from source.syntax.above(node)


def _changes(node: Node) -> Iterator[tuple[Node, str, str]]:
    """The node to replace, its new text, and the kind of the mutation."""
    operator = field(node, "operator")
    if node.type in ("binary_expression", "augmented_assignment_expression") and text(operator) in _OTHERS:
        assert operator is not None
        yield operator, _OTHERS[text(operator)], _KINDS.get(text(operator), "comparison")
        if text(operator) in ("&&", "||"):
            yield node, text(field(node, "left")), "operand removed"
    elif node.type == "unary_expression" and text(operator) == "!":
        yield node, text(field(node, "argument")), "negation removed"
    elif node.type == "number" and text(node).isdecimal():
        yield node, str(int(text(node)) + 1), "number"
    elif node.type in ("true", "false"):
        yield node, "false" if node.type == "true" else "true", "boolean"
    elif node.type == "call_expression":
        yield from _of_call(node)
    elif node.type == "if_statement":
        yield from _of_if(node)
    elif node.type == "expression_statement" and node.named_children[0].type in _STATEMENTS:
        yield node, ";", "statement removed"
    elif node.type == "ternary_expression":
        condition, new = field(node, "condition"), f"!({text(field(node, 'condition'))})"
        if condition is not None:
            yield condition, new, "condition negated"


_STATEMENTS = ("assignment_expression", "augmented_assignment_expression", "call_expression", "update_expression")


def _of_call(node: Node) -> Iterator[tuple[Node, str, str]]:
    name, listed = field(field(node, "function"), "property"), field(node, "arguments")
    if name is not None and text(name) in _METHODS:
        yield name, _METHODS[text(name)], "method"
    given = listed.named_children if listed is not None and listed.type == "arguments" else []
    if len(given) == 2 and "function" not in given[1].type:
        assert listed is not None
        yield listed, f"({text(given[1])}, {text(given[0])})", "arguments exchanged"


def _of_if(node: Node) -> Iterator[tuple[Node, str, str]]:
    body = field(node, "consequence")
    inner = (
        body.named_children[0] if body is not None and body.type == "statement_block" and body.named_children else body
    )
    if field(node, "alternative") is None and inner is not None and inner.type in _LEAVES:
        yield node, ";", "guard removed"
