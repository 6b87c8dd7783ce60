"""Patterns by which JavaScript source deceives comparisons in tests: values that equal anything, copied results."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript import known_names as names
from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.javascript.constants import constant, constant_text
from testfix_pipeline.core.patch_policy.javascript.origins import names_in
from testfix_pipeline.core.patch_policy.javascript.scopes import FUNCTIONS
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, one_line_text, text
from testfix_pipeline.core.patch_policy.tree_answers import answer_syntax

_MATCHING = frozenset({"asymmetricMatch", "$$typeof"})
_TRAPS = frozenset({"get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"})
_UNCHECKED = re.compile(
    r"^/[/*]+\s*(@ts-nocheck|eslint-disable\s*(\*/)?$|biome-ignore-all|@vitest-environment|@jest-environment)"
)
_STATEMENTS = ("expression_statement", "return_statement", "throw_statement", "if_statement", "for_statement")


def constant_comparison(code: Code) -> Iterator[Node]:
    """Members by which matchers let a value decide itself what it equals; proxies that answer to any name alike."""
    for node in code.tree.of_type("pair", "method_definition", "field_definition", "public_field_definition"):
        if (
            code.origins.key_of(node) in _MATCHING
            or _ignores_operand(code, node)
            or _never_rejects(code, node)
            or _depends_on_read_count(code, node)
        ):
            yield node
    yield from (node for node, path in code.written if path[-1] in _MATCHING)
    for node in code.tree.of_type("assignment_expression"):
        target = field(node, "left")
        if target is not None and target.type.endswith("_expression") and code.origins.key(target) in _MATCHING:
            yield node
    for node in code.tree.of_type("new_expression"):
        if ("Proxy",) in code.origins.of(field(node, "constructor")) and _ignores_target(code, node):
            yield node


def _ignores_target(code: Code, proxy: Node) -> bool:
    """Whether a trap of a proxy never uses the proxy's target."""
    handler = next(iter(code.arguments(proxy)[1:]), None)
    for literal in code.origins.literals(handler):
        for entry in literal.named_children:
            function = entry if entry.type == "method_definition" else field(entry, "value")
            if code.origins.key_of(entry) in _TRAPS and not _uses_target(function):
                return True
    return False


def _uses_target(function: Node | None) -> bool:
    listed, body = field(function, "parameters"), field(function, "body")
    first = next(iter(listed.named_children), None) if listed is not None else None
    if body is None:  # a function by its name
        return True
    return "Reflect" in names_in(body) or (first is not None and bool(names_in(first) & names_in(body)))


def _function_of(member: Node) -> Node | None:
    value = member if member.type == "method_definition" else field(member, "value")
    return value if value is not None and value.type in FUNCTIONS else None


def _ignores_operand(code: Code, member: Node) -> bool:
    """Whether a comparison never looks into its operand, apart from its type."""
    function = _function_of(member)
    if function is None or not names.COMPARISONS.fullmatch(code.origins.key_of(member)):
        return False
    listed, body = field(function, "parameters"), field(function, "body")
    given = names_in(listed) if listed is not None else set()
    used = (
        (one for one in descendants(body) if one.type == "identifier" and text(one) in given)
        if body is not None
        else ()
    )
    return not any(_depends_on_value(code, one) for one in used)


def _depends_on_value(code: Code, name: Node) -> bool:
    """Whether a use of a name depends on more than its type or existence."""
    parent = code.tree.parent(name)
    while parent is not None and parent.type in ("parenthesized_expression", "as_expression", "non_null_expression"):
        name, parent = parent, code.tree.parent(parent)
    if parent is None or parent.type == "unary_expression":
        return False
    if parent.type == "binary_expression":
        sides = {text(field(parent, "left")), text(field(parent, "right"))}
        return text(field(parent, "operator")) not in ("instanceof", "in", "||", "&&") and not sides & {
            "null",
            "undefined",
        }
    return True


def _never_rejects(code: Code, member: Node) -> bool:
    """Whether a hand-written `then` never passes a failure on."""
    function = _function_of(member)
    if function is None or code.origins.key_of(member) != "then":
        return False
    listed, body = field(function, "parameters"), field(function, "body")
    given = list(listed.named_children) if listed is not None else []
    if any(one.type == "rest_pattern" for one in given) or body is None:
        return False
    return len(given) < 2 or not names_in(given[1]) & names_in(body)


def _depends_on_read_count(code: Code, member: Node) -> bool:
    """Whether a getter or conversion counts its calls and returns a value that depends on the count."""
    is_getter = member.type == "method_definition" and any(one.type == "get" for one in member.children)
    is_getter = is_getter or (member.type == "pair" and code.origins.key_of(member) == "get")  # of a descriptor
    body = field(_function_of(member), "body")
    if body is None or not (is_getter or code.origins.key_of(member) in names.CONVERSIONS):
        return False
    counted = {name for one in descendants(body) for name in _counted_names(one)}
    conditions = (field(one, "condition") for one in descendants(body))
    compared = (one for one in descendants(body) if one.type == "binary_expression")
    asked = {one_line_text(part) for top in (*conditions, *compared) if top is not None for part in descendants(top)}
    return bool(counted & asked)


def _counted_names(node: Node) -> list[str]:
    """The names that a node increments, decrements or toggles."""
    if node.type == "update_expression":
        return [one_line_text(one) for one in [field(node, "argument")] if one is not None]
    left, right = field(node, "left"), field(node, "right")
    if node.type == "augmented_assignment_expression" and text(field(node, "operator")) in ("+=", "-=", "^="):
        return [one_line_text(left)] if left is not None and right is not None and right.type == "number" else []
    if node.type == "assignment_expression" and left is not None and right is not None:
        flips = right.type in ("true", "false") or (
            right.type == "unary_expression" and one_line_text(left) in one_line_text(right)
        )
        return [one_line_text(left)] if flips else []
    return []


def swallowed_assertion(code: Code) -> Iterator[Node]:
    """Failed assertions by name, errors that a `finally` drops, functions all of whose errors vanish."""
    for node in code.tree.of_type("identifier", "property_identifier", "string"):
        said = code.text(node) if node.type == "string" else text(node)
        if names.ASSERTION_NAMES.search(said):
            yield node
    for node in code.tree.of_type("finally_clause"):
        if any(one.type in ("return_statement", "break_statement") for one in _own_statements(node)):
            yield node
    for node in code.tree.of_type("try_statement"):
        if _is_whole_function(code, node) and _is_silent(field(node, "handler")):
            yield node


def _own_statements(node: Node) -> Iterator[Node]:
    pending = list(node.named_children)
    while pending:
        one = pending.pop()
        yield one
        loops = one.type in FUNCTIONS or one.type in (
            "for_statement",
            "for_in_statement",
            "while_statement",
            "switch_statement",
        )
        pending.extend(() if loops else one.named_children)


def _is_whole_function(code: Code, node: Node) -> bool:
    block = code.tree.parent(node)
    holder = code.tree.parent(block) if block is not None else None
    others = [one for one in block.named_children if one.type != "comment"] if block is not None else []
    return holder is not None and holder.type in FUNCTIONS and others == [node]


def _is_silent(handler: Node | None) -> bool:
    body = field(handler, "body")
    return body is not None and not [one for one in body.named_children if one.type != "comment"]


def unchecked(code: Code) -> Iterator[Node]:
    """Comments that switch off the project's own checks for a whole file."""
    return (node for node in code.tree.of_type("comment") if _UNCHECKED.match(text(node)))


def _key(key: Node) -> object:
    """The number or text that a key stands for; the only constant in one that is computed."""
    inner = constant(key)
    said = [constant(one) for one in descendants(key) if one.type in ("string", "number")]
    return inner if isinstance(inner, float) else said[0] if len(said) == 1 else _name(key)


def _name(key: Node) -> str:
    """The name of a key without quotes, or the text that a computed one evaluates to."""
    return constant_text(key.named_children[0]) if key.type == "computed_property_name" else text(key)


ANSWERS = answer_syntax(("string", "number", "template_string", "binary_expression"), constant, _key)
