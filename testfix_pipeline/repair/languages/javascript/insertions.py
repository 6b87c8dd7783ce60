"""Edits that put statements in; `guards.py` has early exits, `tree_sitter/insertions.py` what languages share."""

from __future__ import annotations

from collections.abc import Iterator

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, LOOPS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_MOST_ASSIGNED, _MOST_ELEMENTS = 10, 4
_INDEXED = ("indexOf", "findIndex", "lastIndexOf")
_INSTEAD = ("null", "false", "undefined", "[]", "''", "0", "{}", "true")
_OTHER_TRUTH = {"true": ("false",), "false": ("true",)}
_WITHOUT_EFFECT = (
    *("identifier", "member_expression", "binary_expression", "object", "array", "number", "template_string"),
    *("ternary_expression", "subscript_expression", "new_expression", "arrow_function"),
)


def returns(target: JsTarget) -> Iterator[Edit]:
    """An expression returned, likelier where it does nothing; a result returned at the end of a block."""
    node = target.stmt.node
    for one in target.of_type("expression_statement"):
        in_loop = target.source.syntax.parent(target.source.syntax.parent(one) or one)
        prior = 0.3 if in_loop is not None and in_loop.type in LOOPS else 0.6  # it would run once
        prior = 0.9 if one.named_children[0].type in _WITHOUT_EFFECT else prior
        yield target.insert(one, "return ", "", "return.added", prior)
    for one in target.of_type("catch_clause"):
        block = field(one, "body")
        if block is not None and not block.named_children:
            for value in _INSTEAD:
                yield target.edit(block, f"{{ return {value}; }}", "return.instead", 0.5)
    if is_in_block(target):
        for name in ("this", *target.names[:4]):
            yield target.insert_line(node, f"return {name};", "return.inserted", 0.4, behind=True)


def found_results(target: JsTarget) -> Iterator[Edit]:
    """In a loop, a result is returned only where there is one: the call of a recursive search."""
    node = target.stmt.node
    if not any(one.type in LOOPS for one in target.source.syntax.above(node)) or not node.named_children:
        return
    call = node.named_children[0]
    if node.type not in ("expression_statement", "return_statement") or call.type != "call_expression":
        return
    name = next(one for one in ("found", "result", "inner") if one not in target.names)
    indent = target.indent_at(target.stmt.start)
    for asked in (name, f"{name} !== undefined", f"{name} !== null"):
        new = f"const {name} = {text(call)};{target.source.newline}{indent}if ({asked}) return {name};"
        yield target.edit(node, new, "return.where-found", 0.6)


def assignments(target: JsTarget) -> Iterator[Edit]:
    """A variable or field gets a value: one around, or the one that it began with."""
    if not is_in_block(target):
        return
    for name, start in changeable(target).items():
        prior = 0.5 if text(target.function).count(name) == 0 else 0.4
        found = [
            start,
            *_OTHER_TRUTH.get(start, ()),
            *target.local_names[:_MOST_ASSIGNED],
            *list(_field_values(target))[:_MOST_ASSIGNED],
        ]
        for value in dict.fromkeys(one for one in found if one and one != name):
            kind, likely = ("assignment.reset", 0.4) if value == start else ("assignment.added", prior)
            yield target.insert_line(target.stmt.node, f"{name} = {value};", kind, likely)
            yield target.insert_line(target.stmt.node, f"{name} = {value};", kind, likely, behind=True)
        if start == "0":
            for sign in ("++", "--"):
                yield target.insert_line(target.stmt.node, f"{name}{sign};", "assignment.counted", prior)
                yield target.insert_line(target.stmt.node, f"{name}{sign};", "assignment.counted", prior, behind=True)


def changeable(target: JsTarget) -> dict[str, str]:
    """Variables around a statement that may change and fields of the class, with the values that they begin with; and
    the elements that the function reads."""
    found: dict[str, str] = {}
    around = [*target.source.syntax.above(target.stmt.node)]
    functions = {one.id for one in around if one.type in FUNCTIONS} | {target.source.syntax.root.id}
    for node in target.source.syntax.of_type("lexical_declaration", "variable_declaration"):
        owner = next(
            (one for one in target.source.syntax.above(node) if one.id in functions or one.type in FUNCTIONS), None
        )
        if owner is None or owner.id not in functions or text(node).startswith("const"):
            continue
        for one in node.named_children:
            name = one.child_by_field_name("name")
            if name is not None and name.type == "identifier":
                found[text(name)] = text(one.child_by_field_name("value"))
    nodes = descendants(target.function) if target.function else ()
    elements = [node for node in nodes if node.type == "subscript_expression"]
    read = dict.fromkeys(text(one) for one in elements if "\n" not in text(one) and not text(one).endswith("1]"))
    return {**found, **_field_values(target), **dict.fromkeys(list(read)[:_MOST_ELEMENTS], "")}


def _field_values(target: JsTarget) -> dict[str, str]:
    """Fields of the class around, as `this.name`, with the values that they begin with."""
    found: dict[str, str] = {}
    for node in descendants(target.class_body) if target.class_body is not None else ():
        if node.type in ("field_definition", "public_field_definition"):
            if any(one.type == "readonly" for one in node.children):
                continue
            name = node.child_by_field_name("property") or node.child_by_field_name("name")
            found.setdefault(f"this.{text(name)}", text(node.child_by_field_name("value")))
        elif node.type == "assignment_expression" and text(node.child_by_field_name("left")).startswith("this."):
            left = node.child_by_field_name("left")
            if left is not None and left.type == "member_expression" and text(left).count(".") == 1:
                found.setdefault(text(left), text(node.child_by_field_name("right")))
    return {name: value if "\n" not in value else "" for name, value in found.items()}


def removals(target: JsTarget) -> Iterator[Edit]:
    """What is found by its index and never taken out is: `xs.splice(at, 1)` behind `const at = xs.indexOf(x)`."""
    if target.function is not None and is_in_block(target):
        for code in dict.fromkeys(_removals(target)):
            yield target.insert_line(target.stmt.node, code, "container.at-index", 0.6)
            yield target.insert_line(target.stmt.node, code, "container.at-index", 0.6, behind=True)


def _removals(target: JsTarget) -> Iterator[str]:
    nodes = list(descendants(target.function)) if target.function is not None else []
    used = {text(one) for call in nodes if method_of(call) == "splice" for one in arguments_of(call)}
    used |= {text(field(one, "index")) for one in nodes if one.type == "subscript_expression"}
    for one in nodes:
        value = field(one, "value")
        if one.type == "variable_declarator" and method_of(value) in _INDEXED and text(field(one, "name")) not in used:
            yield f"{receiver_of(value)}.splice({text(field(one, 'name'))}, 1);"
