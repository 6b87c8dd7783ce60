"""What is easily forgotten: to assign a result, to throw an error on, a part of a key, an `else`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.source import LOOPS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_PURE = frozenset(
    {
        *("trim", "replace", "replaceAll", "toUpperCase", "toLowerCase", "padStart"),
        *("slice", "concat", "map", "filter", "flat"),
    }
)
_KEYED = ("get", "has", "set", "add", "delete")
_MOST_PARTS, _MOST_MARKS = 4, 3


def forgotten_steps(target: JsTarget) -> Iterator[Edit]:
    """The edits of all steps of this file."""
    finders = (_assigned_results, _thrown_errors, _thrown_behind, _made_errors, _cleared_timers, _released_values)
    for find in (*finders, _else_branches, _made_objects, _awaited_lists, _awaited_promises, _named_errors):
        yield from find(target)


def _assigned_results(target: JsTarget) -> Iterator[Edit]:
    """`name.trim();` changes nothing: `name = name.trim();`."""
    node = target.stmt.node
    call = node.named_children[0] if node.type == "expression_statement" and node.named_children else None
    if call is not None and method_of(call) in _PURE:
        yield target.edit(call, f"{receiver_of(call)} = {text(call)}", "result.assigned", 0.9)


def _thrown_errors(target: JsTarget) -> Iterator[Edit]:
    """What a `catch` catches is thrown on behind its last statement."""
    block = target.source.syntax.parent(target.stmt.node)
    holder = target.source.syntax.parent(block) if block is not None else None
    name = text(field(holder, "parameter")) if holder is not None and holder.type == "catch_clause" else ""
    if block is not None and name and block.named_children[-1] == target.stmt.node:
        yield target.insert_line(target.stmt.node, f"throw {name};", "error.thrown-on", 0.5, behind=True)


def _thrown_behind(target: JsTarget) -> Iterator[Edit]:
    """An error that a `catch` of the function puts into a variable is thrown behind the last statement."""
    body = field(target.function, "body")
    if body is None or not body.named_children or body.named_children[-1] != target.stmt.node:
        return
    for one in descendants(body):
        name = text(field(one, "parameter")) if one.type == "catch_clause" else ""
        for set_ in descendants(one) if name else ():
            if set_.type == "assignment_expression" and text(field(set_, "right")) == name:
                line = f"throw {text(field(set_, 'left'))};"
                yield target.insert_line(target.stmt.node, line, "error.thrown-behind", 0.6, behind=True)


def _made_errors(target: JsTarget) -> Iterator[Edit]:
    """An error that is only made, or returned, is thrown."""
    for node in target.of_type("expression_statement", "return_statement"):
        made = next(iter(node.named_children), None)
        if made is None or not (_is_error(made) or text(made) in _names_of_errors(target)):
            continue
        if node.type == "return_statement":
            yield target.edit(node, f"throw {text(made)};", "error.thrown", 0.9)
        elif made.type == "new_expression":
            yield target.insert(node, "throw ", "", "error.thrown", 0.9)


def _is_error(node: Node | None) -> bool:
    return node is not None and node.type == "new_expression" and text(field(node, "constructor")).endswith("Error")


def _names_of_errors(target: JsTarget) -> set[str]:
    """The variables of the function that get a new error, or that a `catch` takes."""
    found = set()
    for one in descendants(target.function) if target.function is not None else ():
        if one.type == "catch_clause":
            found.add(text(field(one, "parameter")))
        elif _is_error(field(one, "right") or field(one, "value")):
            found.add(text(field(one, "left") or field(one, "name")))
    return found


def _named_errors(target: JsTarget) -> Iterator[Edit]:
    """A class of errors gets its own name, where its body sets none."""
    body = target.class_body
    declared = body.parent if body is not None and text(target.stmt.node).startswith("super(") else None
    if body is None or declared is None or not (name := text(field(declared, "name"))):
        return
    heritage = next((one for one in declared.children if one.type == "class_heritage"), None)
    is_named = any(text(field(one, "left")) == "this.name" for one in descendants(body))
    if text(heritage).strip().endswith("Error") and not is_named:
        yield target.insert_line(target.stmt.node, f"this.name = '{name}';", "error.named", 0.7, behind=True)


def _awaited_promises(target: JsTarget) -> Iterator[Edit]:
    """The promises of a list that nothing reads are awaited, behind the statement that fills it in its own block."""
    function, block = target.function, target.source.syntax.parent(target.stmt.node)
    if function is None or function == target.stmt.node or block is None or not is_in_block(target):
        return
    if not any(one.type == "async" for one in function.children):
        return
    beside = [one for statement in block.named_children for one in statement.named_children]
    declared = {text(field(one, "name")) for one in beside if one.type == "variable_declarator"}
    names = [text(one) for one in descendants(function) if one.type == "identifier"]
    calls = [one for one in descendants(target.stmt.node) if method_of(one) == "push"]
    for name in dict.fromkeys(map(receiver_of, calls)):
        filled = [one for one in descendants(function) if method_of(one) == "push" and receiver_of(one) == name]
        if name in declared and names.count(name) == len(filled) + 1:
            yield target.insert_line(target.stmt.node, f"await Promise.all({name});", "converted.all", 0.6, behind=True)


def _released_values(target: JsTarget) -> Iterator[Edit]:
    """A function that the file calls by a name is called before the name gets another one: `lease.cancel = ...`."""
    functions = [field(one, "function") for one in target.source.syntax.of_type("call_expression")]
    called = {text(field(one, "property") or one) for one in functions if one is not None}
    for node in target.of_type("assignment_expression") if is_in_block(target) else ():
        left, value = field(node, "left"), field(node, "right")
        name, known = text(left), text(field(left, "property") or left)
        is_made = value is not None and value.type in ("call_expression", "arrow_function", "function_expression")
        if is_made and known in called:
            yield target.insert_line(target.stmt.node, f"{name}();", "call.released", 0.7)
            yield target.insert_line(target.stmt.node, f"{name}?.();", "call.released", 0.6)


def _cleared_timers(target: JsTarget) -> Iterator[Edit]:
    """A timer is cleared before its variable gets another one."""
    for node in target.of_type("assignment_expression"):
        for kind in ("Timeout", "Interval"):
            if text(field(field(node, "right"), "function")).endswith(f"set{kind}") and is_in_block(target):
                line = f"clear{kind}({text(field(node, 'left'))});"
                yield target.insert_line(target.stmt.node, line, "timer.cleared", 0.7)


def _else_branches(target: JsTarget) -> Iterator[Edit]:
    """An `if` that is asked only where the one before it was not true."""
    node = target.stmt.node
    before = node.prev_named_sibling
    if node.type == "if_statement" and before is not None and before.type == "if_statement":
        yield target.insert(node, "else ", "", "else.added", 0.5)


def _made_objects(target: JsTarget) -> Iterator[Edit]:
    """A class is called with `new`."""
    classes = {text(field(one, "name")) for one in target.source.syntax.of_type("class_declaration")}
    for node in target.of_type("call_expression"):
        if text(field(node, "function")) in classes:
            yield target.insert(node, "new ", "", "new.added", 0.8)


def _awaited_lists(target: JsTarget) -> Iterator[Edit]:
    """The promises of a list, all awaited."""
    for node in target.of_type("call_expression"):
        parent = target.source.syntax.parent(node)
        is_mapped = method_of(node) == "map" and "async" in text(node)
        if is_mapped and parent is not None and parent.type in ("variable_declarator", "return_statement"):
            yield target.edit(node, f"await Promise.all({text(node)})", "converted.all", 0.8)


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


def completed_keys(target: JsTarget) -> Iterator[Edit]:
    """A key that lacks a parameter on which the value depends: of the variable that holds it, or where it is used."""
    for node in _keys(target):
        for more in [one for one in target.parameters if one not in text(node)][:_MOST_PARTS]:
            inner = text(node)[1:-1] if node.type == "template_string" else f"${{{text(node)}}}"
            yield target.edit(node, f"`{inner}:${{{more}}}`", "key.completed", 0.5)


def _keys(target: JsTarget) -> Iterator[Node]:
    declared = target.of_type("variable_declarator")
    used = _used_as_key(target) if declared else ()
    for node in declared:
        value = field(node, "value")
        if value is not None and text(field(node, "name")) in used:
            yield value


def _used_as_key(target: JsTarget) -> set[str]:
    """The variables of the function that are keys: `cache.get(key)`, `cache[key]`."""
    found = set()
    for node in descendants(target.function) if target.function is not None else ():
        if node.type == "subscript_expression":
            found.add(text(field(node, "index")))
        if method_of(node) in _KEYED and arguments_of(node):
            found.add(text(arguments_of(node)[0]))
    return found


def visited(target: JsTarget) -> Iterator[Edit]:
    """What was marked as seen is not gone into again: `if (seen.has(node)) continue;`."""
    if target.function is None or not is_in_block(target):
        return
    in_loop = any(one.type in LOOPS for one in target.source.syntax.above(target.stmt.node))
    marks = [one for one in descendants(target.function) if method_of(one) in ("add", "set")]
    for mark in target.by_distance(marks)[:_MOST_MARKS]:
        if given := arguments_of(mark):
            question = f"{receiver_of(mark)}.has({text(given[0])})"
            for leave in ("continue;", "return;") if in_loop else ("return;",):
                yield target.insert_line(target.stmt.node, f"if ({question}) {leave}", "guard.visited", 0.5)
