"""Common mistakes of the language, each with the usual way to write what was meant."""

from __future__ import annotations

from collections.abc import Iterator

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_ESCAPED = r".replace(/[.*+?^${}()|[\]\\]/g, '\\$&')"
_REVERSED = {"<": ">", "<=": ">", ">": "<", ">=": "<"}
_MADE = ("object", "array", "new_expression", "call_expression")


def idioms(target: JsTarget) -> Iterator[Edit]:
    """The edits of all mistakes of this file."""
    for find in (
        _separate_elements,
        _three_way_order,
        _escaped_pattern,
        _without_update,
        _bound_methods,
        _first_or_last,
        _assigned_results,
    ):
        yield from find(target)


def _separate_elements(target: JsTarget) -> Iterator[Edit]:
    """`Array(n).fill([])` has one array n times: `Array.from({ length: n }, () => [])`."""
    for node in target.of_type("call_expression"):
        made, given = field(field(node, "function"), "object"), arguments_of(node)
        length = arguments_of(made)
        is_array = text(field(made, "constructor") or field(made, "function")) == "Array"
        is_filled = is_array and method_of(node) == "fill"
        if is_filled and len(given) == len(length) == 1 and given[0].type in _MADE:
            value = f"({text(given[0])})" if given[0].type == "object" else text(given[0])
            new = f"Array.from({{ length: {text(length[0])} }}, () => {value})"
            yield target.edit(node, new, "elements.separate", 0.9)


def _three_way_order(target: JsTarget) -> Iterator[Edit]:
    """An order that never says "equal": `a < b ? -1 : 1` gets a third case."""
    for node in target.of_type("ternary_expression"):
        condition, last = field(node, "condition"), field(node, "alternative")
        while condition is not None and condition.type == "parenthesized_expression":
            condition = condition.named_children[0]
        sign, first = text(field(condition, "operator")), text(field(node, "consequence"))
        if last is not None and {first, text(last)} == {"1", "-1"} and sign in _REVERSED:
            left, right = text(field(condition, "left")), text(field(condition, "right"))
            new = f"{left} {sign[0]} {right} ? {first} : {left} {_REVERSED[sign]} {right} ? {text(last)} : 0"
            yield target.edit(node, new, "order.three-way", 0.8)


def _escaped_pattern(target: JsTarget) -> Iterator[Edit]:
    """A text in a regular expression, with what would be read as a pattern escaped."""
    for node in target.of_type("new_expression"):
        given = arguments_of(node) if text(field(node, "constructor")) == "RegExp" else []
        for one in descendants(given[0]) if given else ():
            parent = target.source.syntax.parent(one)
            if parent is None or one.type not in ("identifier", "member_expression"):
                continue
            if parent.type in ("template_substitution", "arguments", "binary_expression"):
                yield target.edit(one, text(one) + _ESCAPED, "pattern.escaped", 0.7)
            if field(parent, "object") == one or parent.type in ("template_substitution", "arguments"):
                yield target.edit(one, f"{text(one)}.map((each) => each{_ESCAPED})", "pattern.escaped", 0.6)


def _without_update(target: JsTarget) -> Iterator[Edit]:
    """A value one more, without changing the variable: `f(i++)` as `f(i + 1)`; or changed before it is read."""
    for node in target.of_type("update_expression"):
        parent, argument = target.source.syntax.parent(node), field(node, "argument")
        if parent is None or argument is None or parent.type in ("expression_statement", "for_statement"):
            continue
        sign, is_prefix = text(field(node, "operator")), node.children[0].type in ("++", "--")
        value = f"{text(argument)} {sign[0]} 1"
        loose = parent.type in ("binary_expression", "unary_expression")
        yield target.edit(node, f"({value})" if loose else value, "update.dropped", 0.6)
        yield target.edit(node, text(argument), "update.dropped", 0.4)
        other = f"{text(argument)}{sign}" if is_prefix else f"{sign}{text(argument)}"
        yield target.edit(node, other, "update.order", 0.6)


def _bound_methods(target: JsTarget) -> Iterator[Edit]:
    """A method of the object that is handed over keeps its object: `on('data', this.read)`."""
    # the methods of the class around
    found = target.class_body.named_children if target.class_body is not None else []
    methods = {text(field(one, "name")) for one in found if one.type == "method_definition"}
    for node in target.of_type("member_expression"):
        parent = target.source.syntax.parent(node)
        is_handed_over = parent is not None and parent.type in ("arguments", "pair", "array", "variable_declarator")
        is_own = text(field(node, "object")) == "this" and text(field(node, "property")) in methods
        if is_handed_over and is_own:
            yield target.edit(node, f"{text(node)}.bind(this)", "method.bound", 0.8)
            yield from _bound_at_start(target, text(node))


def _bound_at_start(target: JsTarget, method: str) -> Iterator[Edit]:
    """A method bound once, in the constructor, so that it is the same function wherever it is handed over."""
    members = target.class_body.named_children if target.class_body is not None else []
    start = next((one for one in members if text(field(one, "name")) == "constructor"), None)
    body = field(start, "body")
    first = next((one for one in body.named_children if not text(one).startswith("super")), None) if body else None
    if first is not None:
        yield target.insert_line(first, f"{method} = {method}.bind(this);", "method.bound-once", 0.7)


def _assigned_results(target: JsTarget) -> Iterator[Edit]:
    """A call whose result is discarded, assigned to its receiver: `text = text.trim()` for `text.trim()`."""
    node = target.stmt.node
    call = node.named_children[0] if node.type == "expression_statement" and node.named_children else None
    receiver = field(field(call, "function"), "object") if call is not None and call.type == "call_expression" else None
    if call is not None and receiver is not None and receiver.type in ("identifier", "member_expression"):
        yield target.edit(call, f"{text(receiver)} = {text(call)}", "result.kept", 0.5)


def _first_or_last(target: JsTarget) -> Iterator[Edit]:
    """The first element instead of the last one, and the other way round."""
    for node in target.of_type("subscript_expression"):
        whole, index = text(field(node, "object")), field(node, "index")
        if index is not None and "".join(text(index).split()) == f"{whole}.length-1":
            yield target.edit(index, "0", "index.first", 0.6)
        elif index is not None and text(index) == "0":
            yield target.edit(index, f"{whole}.length - 1", "index.last", 0.6)


def ordered_by_difference(target: JsTarget) -> Iterator[Edit]:
    """An order that returns a truth, or a difference of texts: `a - b` or `a.localeCompare(b)`."""
    for node in target.of_type("binary_expression"):
        parent = target.source.syntax.parent(node)
        if parent is None or parent.type not in ("arrow_function", "return_statement"):
            continue
        sign, left, right = (text(field(node, name)) for name in ("operator", "left", "right"))
        if sign in ("<", ">", "<=", ">=", "-"):
            first, second = (right, left) if sign[0] == "<" else (left, right)
            if sign != "-":
                yield target.edit(node, f"{first} - {second}", "order.difference", 0.5)
            yield target.edit(node, f"{first}.localeCompare({second})", "order.of-texts", 0.4)
