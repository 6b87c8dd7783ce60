"""How results copied from tests look in the syntax trees of JavaScript, Go and Rust; see `lifted_answers.py`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.lifted_answers import AnswerSyntax, TableEntry, values_below
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, one_line_text, text

_IFS = frozenset({"if_statement", "if_expression"})
_CASES = frozenset({"switch_case", "expression_case"})
_TABLES = frozenset({"literal_value", "object", "array", "array_expression"})
_PAIRS = frozenset({"pair", "keyed_element"})
_ROWS = frozenset({"array", "tuple_expression"})
_RETURNS = frozenset({"return_statement", "return_expression"})
_ASSIGNMENTS = frozenset({"assignment_expression", "assignment_statement"})
_EQUALITIES = frozenset({"===", "==", "call_expression", "let_condition"})
_SHORT = frozenset({"null", "undefined", "comment", "line_comment", "block_comment"})
_PAIR = 2


def answer_syntax(
    types: Collection[str],
    constant: Callable[[Node | None], object],
    key_of: Callable[[Node], object] | None = None,
) -> AnswerSyntax[Node]:
    """How a language writes answers. types: of nodes that can be constant. key_of: the constant that a key is."""

    def known(nodes: Iterable[Node | None]) -> list[Literal]:
        found = [constant(one) for one in nodes]
        return [one for one in found if isinstance(one, str | float)]

    def choices(node: Node) -> tuple[Sequence[Literal], int]:
        """What is chosen from if all of it is constant: an inline list or table by a key, both sides of a condition."""
        if node.type == "ternary_expression":
            sides = known(field(node, side) for side in ("consequence", "alternative"))
            return (sides if len(sides) == _PAIR else []), 2
        table = _plain(field(node, "object") or field(node, "operand") if field(node, "index") is not None else None)
        listed = field(table, "body") if table is not None and table.type == "composite_literal" else table
        values = (
            [_value_of(one) for one in _entries_of(listed)] if listed is not None and listed.type in _TABLES else []
        )
        found = known(values)
        return (found if len(found) == len(values) else []), 1

    def table(node: Node) -> list[tuple[list[Literal], Node]]:
        """The pairs of a literal that contains nothing else: `{a: 1}`, `[["a", 1]]`."""
        entries = _entries_of(node) if node.type in _TABLES else []
        pairs = [pair for one in entries for pair in [_pair(one)] if pair is not None]
        keys = [(key_of or constant)(key) for key, _ in pairs]
        whole = len(pairs) == len(entries) and all(isinstance(one, str | float) for one in keys)
        return [([key], value) for key, (_, value) in zip(keys, pairs, strict=True)] if whole else []  # type: ignore[list-item]

    def line(node: Node) -> tuple[list[Literal], list[Literal]]:
        """The constants that a result adds, and those that it subtracts from something."""
        inside = descendants(node) if node.type in _RETURNS else ()
        inner = [one for one in inside if one.type == "binary_expression"]
        added = [field(one, side) for one in inner if _sign(one) == "+" for side in ("left", "right")]
        taken = [field(one, "right") for one in inner if _sign(one) == "-" and constant(field(one, "left")) is None]
        return tuple([one for one in known(some) if isinstance(one, float)] for some in (added, taken))  # type: ignore[return-value]

    def entries(node: Node) -> Iterator[TableEntry[Node]]:
        """Yield the entry that is assigned (`known[17] = 2584`) or set (`known.set(17, 2584)`) at a node."""
        if node.type in _ASSIGNMENTS:
            place, value = (_only(field(node, side)) for side in ("left", "right"))
            held, key = field(place, "object") or field(place, "operand"), field(place, "index")
            if held is not None and key is not None and value is not None and constant(key) is not None:
                yield TableEntry(one_line_text(held), key, value, node)
        elif node.type == "call_expression":
            called, listed = field(node, "function"), field(node, "arguments")
            given = listed.named_children if listed is not None else []
            if text(field(called, "property")) == "set" and len(given) == _PAIR and constant(given[0]) is not None:
                yield TableEntry(text(field(called, "object")), given[0], given[1], node)

    return AnswerSyntax(values_below(types, constant), _branches, table, choices, line, entries)


def _sign(node: Node) -> str:
    return text(field(node, "operator"))


def _plain(node: Node | None) -> Node | None:
    return node.named_children[0] if node is not None and node.type == "parenthesized_expression" else node


def _only(node: Node | None) -> Node | None:
    """The only expression of a list."""
    return node.named_children[0] if node is not None and node.type == "expression_list" else node


def _entries_of(table: Node) -> list[Node]:
    return [one for one in table.named_children if one.type not in _SHORT]


def _value_of(entry: Node) -> Node:
    """What an entry of a list or table holds."""
    held = field(entry, "value") or (entry.named_children[-1] if entry.type in _PAIRS else None)
    return held or entry


def _pair(entry: Node) -> tuple[Node, Node] | None:
    key, value = field(entry, "key"), field(entry, "value")
    if entry.type in _ROWS and len(entry.named_children) == _PAIR:
        key, value = entry.named_children
    return (key, value) if key is not None and value is not None else None


def _branches(node: Node) -> Iterator[tuple[Node, Node]]:
    """Yield pairs of a condition on equality and a result under it."""
    condition, value = field(node, "condition"), field(node, "value")
    if node.type in _IFS and condition is not None and _tests_equality(condition):
        yield from ((condition, result) for result in _results(field(node, "consequence")))
    elif node.type == "ternary_expression" and condition is not None and _tests_equality(condition):
        yield from ((condition, one) for one in [field(node, "consequence")] if one is not None)
    elif node.type in _CASES and value is not None:
        yield from ((value, result) for result in _results(node))
    elif node.type == "match_arm" and (pattern := field(node, "pattern")) is not None and value is not None:
        yield pattern, value


def _tests_equality(condition: Node) -> bool:
    """Whether a condition tests equality: `===`, `includes`, `Object.is`, `matches!`."""
    return any(one.type in _EQUALITIES or text(one) == "matches" for one in descendants(condition))


def _results(block: Node | None) -> Iterator[Node]:
    """Yield the expressions that a block returns or assigns, and the last one of a block that is a value."""
    for one in descendants(block) if block is not None else ():
        if one.type in _RETURNS:
            yield one
        elif one.type in _ASSIGNMENTS and (right := field(one, "right")) is not None:
            yield right
    last = block.named_children[-1] if block is not None and block.type == "block" and block.named_children else None
    if last is not None and not last.type.endswith("statement"):
        yield last
