"""Edits of members: of the object itself instead of a variable, of what a class inherits, of an object literal."""

from __future__ import annotations

from collections.abc import Iterator

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of
from testfix_pipeline.repair.languages.javascript.source import is_bound
from testfix_pipeline.repair.languages.javascript.target import JsTarget, bound_names
from testfix_pipeline.repair.model.edit import Edit

_MOST_SPREAD, _MOST_ARGUMENTS, _MOST_PROPERTIES = 3, 3, 8


def members(target: JsTarget) -> Iterator[Edit]:
    """The edits of this file."""
    for find in (_own, _inherited, _computed_keys, _spread_rest, _spread_elements, _asked_of_parts, _second_orders):
        yield from find(target)


def _own(target: JsTarget) -> Iterator[Edit]:
    """A member of the object by the name of a variable: `this.total` for `total`, `this.add(x)` for `add(x)`."""
    owned = _names_of_members(target)
    for node in target.of_type("identifier", "shorthand_property_identifier"):
        parent, name = target.source.syntax.parent(node), text(node)
        if name not in owned or parent is None or field(parent, "name") == node:
            continue
        is_called = field(parent, "function") == node
        head = f"{name}: " if node.type != "identifier" else ""
        if is_called or not is_bound(parent, node) or parent.type.endswith("assignment_expression"):
            yield target.edit(node, f"{head}this.{name}", "member.own", 0.5 if name in target.names else 0.9)


def _names_of_members(target: JsTarget) -> set[str]:
    """The methods and fields of the class around."""
    found: set[str] = set()
    for node in descendants(target.class_body) if target.class_body is not None else ():
        if node.type in ("method_definition", "field_definition", "public_field_definition"):
            found.add(text(field(node, "name") or field(node, "property")))
        elif node.type == "member_expression" and text(field(node, "object")) == "this":
            found.add(text(field(node, "property")))
    return found


def _inherited(target: JsTarget) -> Iterator[Edit]:
    """A constructor that sets up what it inherits: with nothing, or with the first of its parameters or all."""
    method, body = target.function, field(target.function, "body")
    derived = target.source.syntax.parent(target.class_body) if target.class_body is not None else None
    is_derived = derived is not None and any(one.type == "class_heritage" for one in derived.children)
    is_constructor = method is not None and text(field(method, "name")) == "constructor"
    if not is_derived or not is_constructor or body is None or body.named_children[:1] != [target.stmt.node]:
        return
    for node in target.of_type("call_expression"):
        if text(field(node, "function")) == "super":
            for code in _calls(target):
                yield target.edit(node, code, "member.inherited", 0.5)
            return
    for code in _calls(target):
        yield target.insert_line(target.stmt.node, f"{code};", "member.inherited", 0.9)


def _calls(target: JsTarget) -> list[str]:
    given = target.parameters[:_MOST_ARGUMENTS]
    return list(dict.fromkeys(f"super({', '.join(given[:count])})" for count in range(len(given), -1, -1)))


def _computed_keys(target: JsTarget) -> Iterator[Edit]:
    """A property by the value of a variable: `{ [key]: 1 }` for `{ key: 1 }`"""
    for node in target.of_type("member_expression"):
        name = text(field(node, "property"))
        is_called = field(target.source.syntax.parent(node), "function") == node
        if name in target.names and not is_called:
            yield target.edit(node, f"{text(field(node, 'object'))}[{name}]", "key.computed", 0.4)
    for node in target.of_type("subscript_expression"):
        if field(node, "index") is not None and (index := text(field(node, "index"))).isidentifier():
            yield target.edit(node, f"{text(field(node, 'object'))}.{index}", "key.written", 0.3)
    for pair in target.of_type("pair"):
        key = field(pair, "key")
        if key is not None and key.type == "property_identifier" and text(key) in target.names:
            yield target.edit(key, f"[{text(key)}]", "key.computed", 0.4)


def _spread_rest(target: JsTarget) -> Iterator[Edit]:
    """A parameter spread into an object: `{ ...state, items }` for `{ items }`."""
    functions = [one for one in target.source.syntax.above(target.stmt.node) if one.type in target.forms.functions]
    for node in target.of_type("object"):
        if any(one.type == "spread_element" for one in node.named_children):
            continue
        inside = [one for one in target.source.syntax.above(node) if one.type in target.forms.functions]
        names = dict.fromkeys(name for one in (*inside, *functions) for name in bound_names(one, True))
        rest = text(node)[1:-1].strip()
        for name in list(names)[:_MOST_SPREAD]:
            yield target.edit(node, f"{{ ...{name}, {rest} }}" if rest else f"{{ ...{name} }}", "object.rest-kept", 0.4)


def _spread_elements(target: JsTarget) -> Iterator[Edit]:
    """The old elements spread into a new value: `{ ...s, items: [...s.items, item] }` for `{ ...s, items: [item] }`."""
    for node in target.of_type("object"):
        spread = next((one for one in node.named_children if one.type == "spread_element"), None)
        owner = text(spread.named_children[0]) if spread is not None else ""
        for pair in node.named_children if owner else ():
            value, key = field(pair, "value"), text(field(pair, "key"))
            if value is None or value.type not in ("array", "object"):
                continue
            old = f"{owner}{key}" if key.startswith("[") else f"{owner}.{key}"
            held, inner = f"...{old}", text(value)[1:-1].strip()
            if held not in inner:
                start, end = ("[", "]") if value.type == "array" else ("{ ", " }")
                for parts in ([held, inner], [inner, held]):
                    yield target.edit(value, start + ", ".join(filter(None, parts)) + end, "object.part-kept", 0.6)


def _asked_of_parts(target: JsTarget) -> Iterator[Edit]:
    """Parts compared as the wholes are: `!same(a[key], b[key])` for `a[key] !== b[key]`."""
    for name in target.itself(2):
        for node in target.of_type("binary_expression"):
            sign = text(field(node, "operator"))
            if sign in ("===", "!==", "==", "!="):
                call = f"{name}({text(field(node, 'left'))}, {text(field(node, 'right'))})"
                yield target.edit(node, call if sign[0] == "=" else f"!{call}", "call.recursive", 0.3)


def _second_orders(target: JsTarget) -> Iterator[Edit]:
    """What an order takes for equal ordered by another property: `a.n - b.n || a.name.localeCompare(b.name)`."""
    for node in target.of_type("arrow_function"):
        call, body = target.source.syntax.parent(target.source.syntax.parent(node) or node), field(node, "body")
        is_order = text(field(field(call, "function"), "property")) in ("sort", "toSorted")
        listed = field(node, "parameters")
        names = [text(one) for one in listed.named_children] if listed is not None else []
        if not is_order or call is None or arguments_of(call)[:1] != [node] or body is None or len(names) != 2:
            continue
        if body.type == "statement_block":
            continue
        a, b = names
        for name in target.properties[:_MOST_PROPERTIES]:
            for more in (f"{a}.{name} - {b}.{name}", f"{a}.{name}.localeCompare({b}.{name})"):
                if f".{name}" not in text(body):
                    yield target.edit(body, f"{text(body)} || {more}", "order.second", 0.4)
        for more in (f"{a}.localeCompare({b})", f"{a} - {b}"):
            yield target.edit(body, f"{text(body)} || {more}", "order.second", 0.4)
