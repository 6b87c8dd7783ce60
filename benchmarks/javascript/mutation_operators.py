"""The operators of mutation testing for JavaScript as Stryker lists them, beside those of `code_mutations.py`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.planning.javascript_code.code_mutations import JsMutation, mutations_of
from testfix_pipeline.repair.languages.javascript.source import JsSource

_EXCHANGED = {
    "trimStart": "trimEnd", "trimEnd": "trimStart", "substring": "slice", "filter": "map", "map": "filter",
    "find": "filter", "findIndex": "indexOf", "padStart": "padEnd", "padEnd": "padStart", "has": "get", "add": "delete",
}  # fmt: skip
_REMOVED = (
    *("slice", "sort", "toSorted", "reverse", "filter", "trim", "trimStart", "trimEnd", "toLowerCase", "toUpperCase"),
    *("charAt", "substring", "map", "flat", "concat"),
)
"""Methods that Stryker takes away, with some more that give what they are called on in another form."""
_OPERATORS = {
    "%": ("*",), "??": ("&&",), "<": (">=",), "<=": (">",), ">": ("<=",), ">=": ("<",), "*=": ("/=",), "/=": ("*=",),
    "||=": ("&&=",), "??=": ("&&=",), "&&=": ("||=",),
}  # fmt: skip
_REGEXES = (("^", ""), ("$", ""), ("+", ""), ("*", ""), ("?", ""), ("[^", "["), (r"\d", r"\D"), (r"\s", r"\S"))
_SKIPPED = ("import_statement", "export_specifier", "type_annotation", "enum_declaration", "literal_type")


def every_mutation(source: JsSource) -> list[JsMutation]:
    """The mutations of both lists, each text once, without those that are no code."""
    found = {(one.start, one.end, one.new): one for one in (*mutations_of(source), *_of_stryker(source))}
    return [one for one in found.values() if one.parses(source.text)]


def _of_stryker(source: JsSource) -> Iterator[JsMutation]:
    for node in source.syntax.nodes:
        if any(one.type in _SKIPPED for one in (node, *source.syntax.above(node))):
            continue
        for target, new, kind in _changes(node):
            start, end = source.span(target)
            yield JsMutation(source.path, start, end, new, kind, int(target.start_point[0]) + 1)


def _changes(node: Node) -> Iterator[tuple[Node, str, str]]:
    """Yields the node to replace, its new text, and the operator's name."""
    sign = field(node, "operator")
    if sign is not None and node.type in ("binary_expression", "augmented_assignment_expression"):
        yield from ((sign, new, "operator") for new in _OPERATORS.get(text(sign), ()))
    elif sign is not None and node.type == "update_expression":
        yield sign, "--" if text(sign) == "++" else "++", "update"
    elif sign is not None and node.type == "unary_expression" and text(sign) in "+-":
        yield sign, "-" if text(sign) == "+" else "+", "unary"
    elif node.type in _EMPTIED:
        yield from _emptied(node)
    elif node.type in ("if_statement", "while_statement", "ternary_expression", "do_statement", "for_statement"):
        yield from _fixed_conditions(node)
    elif node.type == "arrow_function":
        body = field(node, "body")
        if body is not None and body.type != "statement_block":
            yield body, "undefined", "arrow function emptied"
    elif node.type == "call_expression":
        yield from _called(node)
    elif node.type == "optional_chain":
        yield node, "." if node.next_sibling and node.next_sibling.type == "property_identifier" else "", "optional"
    elif node.type == "regex_pattern":
        yield from ((node, text(node).replace(*pair, 1), "regex") for pair in _REGEXES if pair[0] in text(node)[:-1])


_EMPTIED = ("array", "object", "statement_block", "string", "template_string", "switch_case")


def _emptied(node: Node) -> Iterator[tuple[Node, str, str]]:
    if node.type == "switch_case":
        body = [one for one in node.children_by_field_name("body") if one.type != "comment"]
        if len(body) == 1:
            yield body[0], ";", "case emptied"
    elif node.named_children:
        new = {"array": "[]", "template_string": "``", "string": "''"}.get(node.type, "{}")
        yield node, new, f"{node.type.replace('_', ' ')} emptied"


def _fixed_conditions(node: Node) -> Iterator[tuple[Node, str, str]]:
    condition = field(node, "condition")
    if condition is None or condition.type == "empty_statement":
        return
    form = "({})" if condition.type == "parenthesized_expression" else "{}"
    for new in ("true", "false") if node.type in ("if_statement", "ternary_expression") else ("false",):
        yield condition, form.format(new), f"condition {new}"


def _called(node: Node) -> Iterator[tuple[Node, str, str]]:
    name = field(field(node, "function"), "property")
    if name is not None and text(name) in _EXCHANGED:
        yield name, _EXCHANGED[text(name)], "method"
    if name is not None and text(name) in _REMOVED:
        yield node, text(field(field(node, "function"), "object")), "call removed"
