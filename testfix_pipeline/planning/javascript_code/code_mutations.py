"""Mutations of JavaScript and TypeScript code that resemble programmers' mistakes, each at one place of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.source import JsSource

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
_MELTING = (re.compile(r"[\w$]"), re.compile(r"[-+*/%&|<>=!^]"))
"""Characters of which two side by side are one word, or one operator."""
_LEAVES = ("return_statement", "throw_statement", "continue_statement", "break_statement")
_STATEMENTS = ("assignment_expression", "augmented_assignment_expression", "call_expression", "update_expression")


@dataclass(frozen=True)
class JsMutation:
    """A replacement of the text from `start` to `end` of a file by `new`; `line` is its first line, from 1."""

    file: str
    start: int
    end: int
    new: str
    kind: str
    line: int

    def applied_to(self, original: str) -> str:
        """The file's text with the mutation, separated from its neighbours: `return!a` becomes `return a`."""
        before, after = original[: self.start], original[self.end :]
        return before + _separator(before[-1:], self.new[:1]) + self.new + _separator(self.new[-1:], after[:1]) + after

    def parses(self, original: str) -> bool:
        """Whether the file's text with the mutation can be parsed."""
        try:
            JsSource(self.file, self.applied_to(original).encode("utf-8", "surrogatepass"))
        except (SyntaxError, RecursionError):
            return False
        return True


def _separator(left: str, right: str) -> str:
    """The space between two characters that would otherwise form one word or operator, else ""."""
    return " " if any(kind.fullmatch(left) and kind.fullmatch(right) for kind in _MELTING) else ""


def mutations_of(source: JsSource, lines: range | None = None) -> list[JsMutation]:
    """All mutations of a file, or of some of its lines, in the order of the text, without imports and types."""
    found = []
    for node in source.syntax.nodes:
        around = (node, *source.syntax.above(node))
        if any(one.type in ("import_statement", "type_annotation", "enum_declaration") for one in around):
            continue
        for target, new, kind in _changes(node):
            start, end = source.span(target)
            line = int(target.start_point[0]) + 1
            if lines is None or line in lines:
                found.append(JsMutation(source.path, start, end, new, kind, line))
    return found


def _changes(node: Node) -> Iterator[tuple[Node, str, str]]:
    """Yield the node to replace, its new text, and the kind of the mutation."""
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
        yield from _call_changes(node)
    elif node.type == "if_statement":
        yield from _guard_changes(node)
    elif node.type == "expression_statement" and node.named_children[0].type in _STATEMENTS:
        yield node, ";", "statement removed"
    elif node.type == "ternary_expression":
        condition, new = field(node, "condition"), f"!({text(field(node, 'condition'))})"
        if condition is not None:
            yield condition, new, "condition negated"


def _call_changes(node: Node) -> Iterator[tuple[Node, str, str]]:
    name, listed = field(field(node, "function"), "property"), field(node, "arguments")
    if name is not None and text(name) in _METHODS:
        yield name, _METHODS[text(name)], "method"
    given = listed.named_children if listed is not None and listed.type == "arguments" else []
    if len(given) == 2 and "function" not in given[1].type:
        assert listed is not None
        yield listed, f"({text(given[1])}, {text(given[0])})", "arguments exchanged"


def _guard_changes(node: Node) -> Iterator[tuple[Node, str, str]]:
    body = field(node, "consequence")
    is_block = body is not None and body.type == "statement_block" and bool(body.named_children)
    inner = body.named_children[0] if body is not None and is_block else body
    if field(node, "alternative") is None and inner is not None and inner.type in _LEAVES:
        yield node, ";", "guard removed"
