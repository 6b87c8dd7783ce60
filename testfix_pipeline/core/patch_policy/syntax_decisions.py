"""The comparisons with constants in a syntax tree of tree-sitter: shared by JavaScript, Go and Rust."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.language_model import ConstantComparison
from testfix_pipeline.core.patch_policy.learnt_literals import words_of_pattern
from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, descendants, field, one_line_text, text

Constant = Callable[[Node], object]
"""The value of an expression; None for one that is not constant."""
_EQUAL, _ORDER = frozenset({"===", "==", "!==", "!="}), frozenset({"<", "<=", ">", ">="})
_QUESTIONS = frozenset(
    (
        *("startsWith", "endsWith", "includes", "indexOf", "has"),
        *("Contains", "HasPrefix", "HasSuffix", "ContainsRune", "ContainsAny", "Index", "EqualFold"),
        *("starts_with", "ends_with", "contains", "eq_ignore_ascii_case"),
    )
)
_CASES = frozenset({"switch_case", "expression_case", "match_arm"})
_PATTERNS = re.compile(r"RegExp|(regexp\.)?(Must)?Compile|(\w+::)*Regex::new")
_SURROUNDINGS = re.compile(r"\b(process|env|environ|Getenv|LookupEnv|argv|args|Args)\b")
"""Conditions on these have rules of their own."""


def decisions_of(tree: SyntaxNodes, constant: Constant) -> Iterator[ConstantComparison]:
    """Yield the comparisons of a file with constants, those of regular expressions and inline tables among them."""
    for node in tree.nodes:
        reader = _READERS.get(node.type)
        read = reader(node, constant) if reader is not None else ()
        found = [(value, is_order) for value, is_order in read if isinstance(value, str | float)]
        if found and not _SURROUNDINGS.search(code := one_line_text(node)):
            yield from (ConstantComparison(code, value, is_order) for value, is_order in found)


_Found = Iterator[tuple[object, bool]]


def _of_operator(node: Node, constant: Constant) -> _Found:
    sign = text(field(node, "operator"))
    sides = [one for name in ("left", "right") if (one := field(node, name)) is not None]
    if sign in _EQUAL | _ORDER:
        yield from ((_value(one, constant), sign in _ORDER) for one in sides)


def _of_call(node: Node, constant: Constant) -> _Found:
    function, listed = field(node, "function") or field(node, "constructor"), field(node, "arguments")
    given = listed.named_children if listed is not None else []
    if text(field(function, "property") or field(function, "field")) in _QUESTIONS:
        yield from ((_value(one, constant), False) for one in given)
        holder = field(function, "object") or field(function, "value")
        held = constant(holder) if holder is not None else None
        yield from ((one, False) for one in (held if isinstance(held, list) else ()))
    if _PATTERNS.fullmatch(text(function)) and given and isinstance(said := constant(given[0]), str):
        yield from ((one, False) for one in words_of_pattern(said))


def _of_case(node: Node, constant: Constant) -> _Found:
    asked = field(node, "value") or field(node, "pattern")
    parts = (
        asked.named_children if asked is not None and asked.type in ("expression_list", "match_pattern") else [asked]
    )
    yield from ((_value(one, constant), False) for one in parts if one is not None)


def _of_pattern(node: Node, constant: Constant) -> _Found:
    yield from ((one, False) for one in words_of_pattern(text(field(node, "pattern"))))


def _of_lookup(node: Node, constant: Constant) -> _Found:
    """The keys of a table that is looked up where it is written."""
    table = field(node, "object") or field(node, "operand")
    while table is not None and table.type == "parenthesized_expression":
        table = table.named_children[0]
    held = field(table, "body") if table is not None and table.type == "composite_literal" else table
    for entry in held.named_children if held is not None and held.type in ("object", "literal_value") else ():
        if (key := field(entry, "key")) is not None:
            yield (text(key) if key.type == "property_identifier" else _value(key, constant)), False


def _value(node: Node, constant: Constant) -> object:
    """The value of a constant; of a character its text."""
    if node.type in ("rune_literal", "char_literal"):
        return text(node)[1:-1]
    inner = [one for one in descendants(node) if one.type == "rune_literal"] if node.type == "literal_element" else []
    return text(inner[0])[1:-1] if inner else constant(node)


_READERS: dict[str, Callable[[Node, Constant], _Found]] = {
    "binary_expression": _of_operator,
    "call_expression": _of_call,
    "new_expression": _of_call,
    "regex": _of_pattern,
    "subscript_expression": _of_lookup,
    "index_expression": _of_lookup,
    **dict.fromkeys(_CASES, _of_case),
}
