"""Edits that put Go statements in, or join them: assignments, counters, returns, `else`, what ends a goroutine."""

from __future__ import annotations

from collections.abc import Iterator

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, is_inside, text
from testfix_pipeline.repair.languages.go.source import LOOPS
from testfix_pipeline.repair.languages.go.target import GoTarget
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_MOST_ASSIGNED, _MOST_CHANGED = 8, 8
_LEAVING = ("return_statement", "break_statement", "continue_statement", "goto_statement")


def returns(target: GoTarget) -> Iterator[Edit]:
    """A result returned behind a statement, or at the end of its block."""
    node = target.stmt.node
    if not is_in_block(target) or node.type in _LEAVING:
        return
    found = [f"return {name}" for name in target.local_names[:4]] if len(target.results) == 1 else []
    own = [text(one) for one in target.leaving if is_inside(one, target.function)]
    for line in dict.fromkeys((target.exit(), *own[:4], *found)):
        yield target.insert_line(node, line, "return.inserted", 0.4, behind=True)


def assignments(target: GoTarget) -> Iterator[Edit]:
    """A variable, field or element gets a value: one around, or the one that it began with; or it counts on."""
    if not is_in_block(target):
        return
    begun = _values_before_loop(target)
    for name, values in _changeable(target).items():
        for value in values:
            kind = "assignment.reset" if value in _RESET else "assignment.added"
            prior = 0.6 if begun.get(name) == value else 0.4
            for behind in (False, True):
                yield target.insert_line(target.stmt.node, f"{name} = {value}", kind, prior, behind=behind)
        if target.types.get(name, "") in ("int", "int64") or target.known.field_type(name.rpartition(".")[2]) == "int":
            for sign in ("++", "--"):
                for behind in (False, True):
                    yield target.insert_line(target.stmt.node, name + sign, "assignment.counted", 0.5, behind=behind)


def _values_before_loop(target: GoTarget) -> dict[str, str]:
    """The variables that the function declares in front of the loop around the statement, with their values."""
    loop = next((one for one in target.source.syntax.above(target.stmt.node) if one.type in LOOPS), None)
    found: dict[str, str] = {}
    for node in descendants(target.function) if loop is not None and target.function is not None else ():
        left, right = field(node, "left"), field(node, "right")
        if node.type == "short_var_declaration" and loop is not None and node.end_byte <= loop.start_byte:
            names, values = (part.named_children if part is not None else [] for part in (left, right))
            found.update(zip(map(text, names), map(text, values), strict=False))
    return found


_RESET = ("0", '""', "nil", "false", "true")


def _changeable(target: GoTarget) -> dict[str, list[str]]:
    """What may be written here, with values of its type: the variables of the function, and the receiver's fields."""
    function = target.function
    if function is None:
        return {}
    places = {name: target.types.get(name, "") for name in target.local_names}
    places.update(target.parameter_fields)
    read = [one for one in descendants(function) if one.type == "index_expression"]
    places.update({text(one): "" for one in read[:4]})
    values = {name: kind for name, kind in places.items() if "[" not in name}
    found: dict[str, list[str]] = {}
    for name, kind in list(places.items())[: 2 * _MOST_CHANGED]:
        fitting = [other for other, its in values.items() if other != name and its == kind]
        zero = [target.zero(kind)] if kind else []
        more = ["true"] if kind == "bool" else []
        found[name] = [*zero, *more, *fitting][:_MOST_ASSIGNED]
    return found


def ends(target: GoTarget) -> Iterator[Edit]:
    """Locks that are given back, channels that are closed, groups that are waited for; loop variables of their own."""
    node = target.stmt.node
    if not is_in_block(target):
        return
    lines = []
    if node.type == "expression_statement" and text(node).endswith(("Lock()",)):
        lines.append((f"defer {text(node).replace('Lock()', 'Unlock()')}", True))
    for name, kind in target.types.items():
        if kind.startswith("chan "):
            lines += [(f"close({name})", True), (f"defer close({name})", False)]
        elif kind.endswith("sync.WaitGroup"):
            lines += [(f"{name}.Wait()", True), (f"{name}.Add(1)", False), (f"defer {name}.Done()", False)]
    if any(one.type in LOOPS for one in target.source.syntax.above(node)) and "func(" in text(node):
        lines += [(f"{name} := {name}", False) for name in target.local_names[:4]]
    for line, behind in lines:
        yield target.insert_line(node, line, "ending.added", 0.5, behind=behind)
    yield from _late_closes(target)


def _late_closes(target: GoTarget) -> Iterator[Edit]:
    """The channel that a statement sends to closed only after the group of those that send has ended."""
    groups = [name for name, kind in target.types.items() if kind.endswith("sync.WaitGroup")]
    channels = [text(field(one, "channel")) for one in target.of_type("send_statement")]
    closing = {f"close({name})" for name in channels}
    for node in target.nearest("expression_statement") if groups and closing else ():
        if text(node) in closing:
            for name in groups:
                yield target.insert_line(node, f"{name}.Wait()", "ending.added", 0.7)


def receivers(target: GoTarget) -> Iterator[Edit]:
    """A method that changes its value instead of a copy of it, or the other way round."""
    node = target.stmt.node
    if node.type != "method_declaration":
        return
    for one in descendants(field(node, "receiver") or node):
        if one.type == "parameter_declaration":
            kind = field(one, "type")
            if kind is not None and kind.type == "pointer_type":
                yield target.edit(kind, text(kind)[1:], "receiver.value", 0.3)
            elif kind is not None:
                yield target.edit(kind, f"*{text(kind)}", "receiver.pointer", 0.7)
            return
