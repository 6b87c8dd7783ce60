"""Rewrite rules of JavaScript as text: a pattern of code with `$A` for any expression, and what may stand in its place.

`$` may stand in names of JavaScript, so that patterns are parsed as code. `$$$A` stands for any number of arguments.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, text
from testfix_pipeline.repair.languages.javascript.source import is_bound
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.rule_text import read_blocks
from testfix_pipeline.repair.model.edit import Edit

_VARIABLE = re.compile(r"\$[A-Z]+")
_REST = re.compile(r"\$\$\$[A-Z]+")
_ANY = re.compile(r"\${1,3}[A-Z]+")
_LOOSE = frozenset(
    {
        *("binary_expression", "unary_expression", "ternary_expression", "assignment_expression", "arrow_function"),
        *("await_expression", "yield_expression", "augmented_assignment_expression", "as_expression"),
    }
)
_TIGHT = frozenset(
    {
        *("binary_expression", "unary_expression", "member_expression", "call_expression", "await_expression"),
        *("subscript_expression", "non_null_expression", "as_expression"),
    }
)
_NAMED = ("identifier", "member_expression", "subscript_expression")
_TYPES: Mapping[str, tuple[str, ...]] = {
    "PATH": ("identifier", "member_expression"),
    "NAMED": _NAMED,
    "READ": (*_NAMED, "call_expression"),
    "VALUE": ("variable_declarator", "assignment_expression", "pair", "return_statement"),
}
"""The types that a word of written rules stands for."""
_PRIOR = 0.5
_CALL_BEHIND = re.compile(r"\.\w+\(\)")

Found = Mapping[str, Sequence[Node]]
"""What the variables of a pattern stand for."""


@dataclass(frozen=True)
class RewriteRule:
    """edit: the stable id of what it does. match: the pattern. rewrites: replacements, the likeliest first. examples:
    code before and after. where: types of nodes that a variable has to be of. under: types of nodes that the whole has
    to be a part of."""

    edit: str
    match: str
    rewrites: Sequence[str]
    examples: Sequence[tuple[str, str]]
    where: Mapping[str, Collection[str]] = field(default_factory=dict)
    under: Collection[str] = ()


def read_rules(text: str) -> Iterator[RewriteRule]:
    """Yield the rules of a text as `read_blocks` reads it.

    The heading names the edit, the types of variables (`$B: READ number`) and of the node around (`in: arguments`).
    """
    for (edit, *conditions), rules in read_blocks(text):
        where = {name: _types(words) for name, words in (condition.split(": ") for condition in conditions)}
        under = where.pop("in", ())
        for rule in rules:
            yield RewriteRule(edit, rule.match, rule.rewrites, rule.examples, where, under)


def _types(words: str) -> tuple[str, ...]:
    return tuple(found for word in words.split() for found in _TYPES.get(word, (word,)))


def rewritten(target: JsTarget, rules: Mapping[str, Sequence[RewriteRule]]) -> Iterator[Edit]:
    """The edits of rules for a statement. rules: by the type of the nodes that they match (`by_type`)."""
    for node in target.nodes:
        if not node.is_named:
            continue
        for rule in rules.get(node.type, ()):
            found = _matched(target, rule, node)
            for rewrite in rule.rewrites if found is not None else ():
                new = _written(rewrite, found or {})
                if _pattern(rewrite).type in _LOOSE and _is_tight(target, node):
                    new = f"({new})"
                if new != text(node):
                    yield target.edit(node, new, rule.edit, _PRIOR)


def by_type(rules: Sequence[RewriteRule]) -> Mapping[str, Sequence[RewriteRule]]:
    """The rules by the type of the node that their pattern is; a pattern that is a variable has types in `where`."""
    found: dict[str, list[RewriteRule]] = {}
    for rule in rules:
        node = _pattern(rule.match)
        types = rule.where[text(node)] if _VARIABLE.fullmatch(text(node)) else (node.type,)
        for one in types:
            found.setdefault(one, []).append(rule)
    return found


def _matched(target: JsTarget, rule: RewriteRule, node: Node) -> Found | None:
    parent = target.source.syntax.parent(node)
    if parent is not None and node.type in _NAMED and is_bound(parent, node):
        return None
    if rule.under and (parent is None or parent.type not in rule.under):
        return None
    found: dict[str, list[Node]] = {}
    if not _fits(_pattern(rule.match), node, found):
        return None
    fits = all(one.type in types for name, types in rule.where.items() for one in found.get(name, ()))
    return found if fits else None


def _pattern(code: str) -> Node:
    return _parsed(code)[0]


@functools.cache
def _parsed(code: str) -> tuple[Node, int]:
    """The tree of a pattern, and where its text begins: an expression, or a statement where it is none."""
    root = parse("a.js", f"({code})").root
    if not root.has_error:
        return root.named_children[0].named_children[0].named_children[0], 1
    root = parse("a.js", code).root
    if root.has_error:
        raise ValueError(f"{code!r} is no code")
    return root.named_children[0], 0


def _fits(pattern: Node, node: Node, found: dict[str, list[Node]]) -> bool:
    """Whether a node is as a pattern says; adds what its variables stand for."""
    name = text(pattern)
    if _VARIABLE.fullmatch(name) and node.is_named:  # a statement too, where the pattern has one there
        known = found.setdefault(name, [node])
        return text(known[0]) == text(node)
    if node.type == "parenthesized_expression" and pattern.type != node.type:
        return len(node.named_children) == 1 and _fits(pattern, node.named_children[0], found)
    if pattern.type != node.type:
        return False
    if pattern.type == "string":
        return name[1:-1] == text(node)[1:-1]
    if not pattern.child_count or not node.child_count:
        return name == text(node)
    return _children_fit(pattern, node, found)


def _children_fit(pattern: Node, node: Node, found: dict[str, list[Node]]) -> bool:
    wanted, given = _parts(pattern), _parts(node)
    at = next((at for at, one in enumerate(wanted) if _REST.fullmatch(text(one))), None)
    if at is not None:
        behind = len(given) - (len(wanted) - at - 1)
        if behind < at:
            return False
        found[text(wanted[at])] = given[at:behind]
        wanted, given = [*wanted[:at], *wanted[at + 1 :]], [*given[:at], *given[behind:]]
    return len(wanted) == len(given) and all(_fits(*pair, found) for pair in zip(wanted, given, strict=True))


def _parts(node: Node) -> list[Node]:
    """The children that matter: without commas, semicolons and comments."""
    return [one for one in node.children if one.type not in (",", ";", "comment")]


@functools.cache
def _slots(rewrite: str) -> tuple[tuple[int, int, bool], ...]:
    """Where variables stand in a replacement, and whether an operation there needs brackets."""
    node, start = _parsed(rewrite)
    slots = []
    for one in descendants(node):
        if not one.child_count and _ANY.fullmatch(text(one)):
            is_tight = one.parent is not None and one != node and one.parent.type in _TIGHT
            slots.append((one.start_byte - start, one.end_byte - start, is_tight))
    return tuple(sorted(slots))


def _written(rewrite: str, found: Found) -> str:
    """A replacement with the code that its variables stand for; a call that this code ends with is not repeated."""
    parts, last = [], 0
    for start, end, is_tight in _slots(rewrite):
        nodes = found[rewrite[start:end]]
        new = ", ".join(f"({text(one)})" if is_tight and one.type in _LOOSE else text(one) for one in nodes)
        if not nodes and rewrite[:start].endswith(", "):
            start -= 2
        parts += [rewrite[last:start], new]
        behind = _CALL_BEHIND.match(rewrite, end)
        last = behind.end() if behind and new.endswith(behind[0]) else end
    return "".join([*parts, rewrite[last:]])


def _is_tight(target: JsTarget, node: Node) -> bool:
    parent = target.source.syntax.parent(node)
    if parent is None or parent.type not in _TIGHT:
        return False
    return parent.child_by_field_name("arguments") != node
