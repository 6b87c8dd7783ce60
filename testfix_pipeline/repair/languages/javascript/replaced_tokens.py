"""Edits that replace one token by another: operators, literals, names, properties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript import tables
from testfix_pipeline.repair.languages.javascript.ingredients import properties_beside
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS
from testfix_pipeline.repair.languages.javascript.target import JsTarget, bound_names
from testfix_pipeline.repair.languages.tree_sitter.expressions import by_rank
from testfix_pipeline.repair.languages.tree_sitter.forms import is_logic
from testfix_pipeline.repair.model.edit import Edit

_MOST_NAMES, _MOST_PROPERTIES, _MOST_BESIDE = 12, 16, 4
_NUMBERED = frozenset({"number"})
_ORDERING = ("-",)
"""Operators of two elements whose result orders them: any other has the same sign for both orders of some."""
_OF_OPERATORS = {"binary_expression": tables.OPERATORS, "augmented_assignment_expression": tables.ASSIGNMENTS}


def operators(target: JsTarget) -> Iterator[Edit]:
    """Another operator that takes the same operands: the likeliest of each place, then the second of each."""
    return by_rank(_operators_at(target, node) for node in target.nodes)


def _operators_at(target: JsTarget, node: Node) -> Iterator[Edit]:
    sign = node.child_by_field_name("operator")
    if node.type in _OF_OPERATORS and sign is not None:
        likeliest_first = _OF_OPERATORS[node.type].get(text(sign), ())
        usable = _ORDERING if _is_order(target, node) else likeliest_first
        for place, new in enumerate(one for one in likeliest_first if one in usable):
            yield target.edit(sign, new, "operator.replaced", max(0.9 - 0.1 * place, 0.6))
    elif node.type == "update_expression" and sign is not None:
        yield from (target.edit(sign, new, "operator.update", 0.8) for new in tables.UPDATES[text(sign)])
    elif node.type == "assignment_expression":
        signs = [one for one in node.children if one.type == "="]
        yield from (
            target.edit(one, new, "operator.assignment", 0.5) for one in signs for new in tables.ASSIGNMENTS["="]
        )
    elif node.type in ("in", "of", "const", "var", "break", "continue") and not node.is_named:
        parent = target.source.syntax.parent(node)
        if parent is not None and parent.type != "binary_expression":
            yield from (target.edit(node, new, "operator.keyword", 0.5) for new in tables.KEYWORDS[node.type])


def _is_order(target: JsTarget, node: Node) -> bool:
    """Whether an operation is all that a function compares two elements with to sort them."""
    arrow = target.source.syntax.parent(node) if not is_logic(node) else None
    arguments = target.source.syntax.parent(arrow) if arrow is not None and arrow.type == "arrow_function" else None
    call = target.source.syntax.parent(arguments) if arguments is not None else None
    return call is not None and text(call.child_by_field_name("function")).endswith((".sort", ".toSorted"))


def literals(target: JsTarget) -> Iterator[Edit]:
    """Other constants: of the same sort, one off, of the file, and those that a failing test expected."""
    numbers = dict.fromkeys(text(node) for node in target.source.syntax.of_type("number"))
    nodes = target.of_type("number", "true", "false", "null", "undefined", "identifier")
    usable = [one for one in nodes if one.type != "identifier" or text(one) in tables.LITERALS]
    return by_rank(_literals_at(target, node, numbers) for node in usable)


def _literals_at(target: JsTarget, node: Node, numbers: Iterable[str]) -> Iterator[Edit]:
    old, found = text(node), dict.fromkeys(tables.LITERALS.get(text(node), ()))
    if node.type in _NUMBERED and old.isdigit():
        found.update(dict.fromkeys((str(int(old) + 1), str(int(old) - 1), str(int(old) * 10), f"-{old}")))
        found.update(dict.fromkeys(number for number in numbers if number != old))
    yield from (target.edit(node, new, "literal.replaced", 0.7) for new in found if new != old)
    yield from (target.edit(node, f"{one}[0]", "literal.first", 0.4) for one in _gone_through(target, node))
    expected = (value for _, value in target.failure_evidence.values)
    yield from (target.edit(node, new, "literal.expected", 0.3) for new in expected if new not in (*found, old))


def _gone_through(target: JsTarget, node: Node) -> Iterable[str]:
    """What a loop of the function goes through, where a literal is what a variable begins with."""
    declared = target.source.syntax.parent(node)
    if declared is None or declared.type == "unary_expression":
        declared = target.source.syntax.parent(declared or node)
    if declared is None or declared.type != "variable_declarator" or target.function is None:
        return ()
    loops = [one for one in descendants(target.function) if one.type == "for_in_statement"]
    return dict.fromkeys(text(field(one, "right")) for one in loops)


def names(target: JsTarget) -> Iterator[Edit]:
    """Another variable that is in scope."""
    nodes = target.of_type("identifier", "shorthand_property_identifier")
    return by_rank(_names_at(target, node) for node in nodes if not _is_bound_here(target, node))


def _names_at(target: JsTarget, node: Node) -> Iterator[Edit]:
    old = text(node)
    head = f"{old}: " if node.type != "identifier" else ""
    reach = dict.fromkeys((*inner_names(target, node), *target.names))
    for new in [name for name in reach if name != old][:_MOST_NAMES]:
        yield target.edit(node, head + new, "name.replaced", 0.6)
    for new in tables.related_names(old):
        yield target.edit(node, new, "name.related" if old in target.names else "name.built-in", 0.7)
    if not head:
        yield from (
            target.edit(node, f"{old}.{name}", "name.property", 0.2) for name in target.properties[:_MOST_PROPERTIES]
        )


def _is_bound_here(target: JsTarget, node: Node) -> bool:
    parent = target.source.syntax.parent(node)
    return parent is not None and parent.child_by_field_name("name") == node and parent.type != "new_expression"


def _answering(target: JsTarget) -> list[str]:
    """The methods of the file that take nothing but their object; no constructor, none that stands for a property."""
    methods = [
        one for one in target.source.syntax.of_type("method_definition") if text(field(one, "parameters")) == "()"
    ]
    plain = [text(field(one, "name")) for one in methods if text(one.children[0]) not in ("get", "static")]
    return [name for name in plain if name != "constructor"]


def properties(target: JsTarget) -> Iterator[Edit]:
    """Another property: related ones, those beside it in a type or an object, then those that the file names."""
    answering = _answering(target)
    for node in target.of_type("property_identifier"):
        parent, old = target.source.syntax.parent(node), text(node)
        if parent is None or parent.type not in ("member_expression", "pair"):
            continue
        found = dict.fromkeys(tables.related_names(old))
        yield from (target.edit(node, new, "property.related", 0.7) for new in found)
        beside = [one for one in properties_beside(target, [old]) if one not in found][:_MOST_BESIDE]
        yield from (target.edit(node, new, "property.beside", 0.5) for new in beside)
        found |= dict.fromkeys(beside)
        others = [one for one in target.properties if one != old and one not in found][:_MOST_PROPERTIES]
        yield from (target.edit(node, new, "property.replaced", 0.35) for new in others)
        is_called = field(target.source.syntax.parent(parent), "function") == parent
        if parent.type == "member_expression" and not is_called:
            yield from (target.edit(node, f"{name}()", "property.asked", 0.35) for name in answering)
    for node in target.of_type("member_expression"):
        whole = node.child_by_field_name("object")
        if whole is not None:
            yield target.edit(node, text(whole), "property.dropped", 0.4)


def inner_names(target: JsTarget, node: Node) -> list[str]:
    """The variables of the functions between a node and its statement, those of the innermost first."""
    found: dict[str, None] = {}
    for one in target.source.syntax.above(node):
        if one.start_byte <= target.stmt.node.start_byte and one.end_byte >= target.stmt.node.end_byte:
            break
        if one.type in FUNCTIONS:
            found |= dict.fromkeys(bound_names(one))
    return list(found)
