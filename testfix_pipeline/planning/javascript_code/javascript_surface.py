"""The public surface of a JavaScript or TypeScript module: its exports with signatures, errors, branches and limits."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, line, one_line_text, text
from testfix_pipeline.planning.javascript_code.exported_names import exports_of
from testfix_pipeline.planning.javascript_code.javascript_outline import (
    definition_node,
    documentation,
    own_nodes,
    read_source,
    routines,
)
from testfix_pipeline.planning.python_code.public_surface import Branch, PublicParameter, Raise, Routine
from testfix_pipeline.repair.languages.javascript.source import LOOPS, JsFunction, JsSource

_CONSTRUCTOR = "constructor"
_LONGEST = 90


@functools.lru_cache(maxsize=64)
def javascript_surface(path: str, content: str) -> tuple[Routine, ...]:
    """The exported functions and the methods of exported classes; empty if the file does not parse."""
    try:
        source = read_source(path, content)
    except (SyntaxError, RecursionError):
        return ()
    exported = set(exports_of(source.syntax).names.values())
    lines = content.split("\n")
    found = (_routine(source, one, lines) for one in routines(source) if _is_public(source, one, exported))
    return tuple(sorted(found, key=lambda routine: routine.lines.start))


def _is_public(source: JsSource, function: JsFunction, exported: set[str]) -> bool:
    owner, _, name = function.qualname.rpartition(".")
    node = definition_node(source, function)
    hidden = any(one.type == "accessibility_modifier" and text(one) != "public" for one in node.children)
    return (owner or name) in exported and not name.startswith(("_", "#")) and not hidden and not _is_setter(node)


def _is_setter(node: Node) -> bool:
    return any(one.type == "set" for one in node.children)


def _routine(source: JsSource, function: JsFunction, lines: list[str]) -> Routine:
    node = definition_node(source, function)
    owner, _, name = function.qualname.rpartition(".")
    first, last = line(node), int(node.end_point[0]) + 1
    marks = {one.type for one in node.children}
    return Routine(
        file=source.path,
        name=function.qualname,
        lines=range(first, last + 1),
        parameters=tuple(_parameters(node)),
        returns="" if name == _CONSTRUCTOR else _annotation(field(node, "return_type")),
        doc=documentation(node),
        is_async="async" in marks,
        is_property="get" in marks,
        is_bound=bool(owner) and "static" not in marks and name != _CONSTRUCTOR,
        raises=tuple(_raises(function.body)),
        branches=tuple(_branches(function.body)),
        changes=tuple(dict.fromkeys(_changed_members(function.body))),
        limits=tuple(dict.fromkeys(_limit_comparisons(function.body))),
        texts=tuple(lines[first - 1 : last]),
    )


def _parameters(node: Node) -> Iterator[PublicParameter]:
    listed = field(node, "parameters")
    single = field(node, "parameter")
    for one in listed.named_children if listed is not None else [single] if single is not None else []:
        if one.type == "comment":
            continue
        pattern, value = field(one, "pattern") or field(one, "left") or one, field(one, "value") or field(one, "right")
        name = one_line_text(pattern).replace("...", "*")
        optional = "undefined" if one.type == "optional_parameter" else ""
        yield PublicParameter(
            name, _annotation(field(one, "type")), one_line_text(value) if value is not None else optional
        )


def _annotation(node: Node | None) -> str:
    return one_line_text(node).removeprefix(":").strip() if node is not None else ""


def _raises(body: Node) -> Iterator[Raise]:
    for node in own_nodes(body):
        if node.type == "throw_statement" and node.named_children:
            thrown = node.named_children[0]
            given = field(thrown, "arguments")
            first = given.named_children[0] if given is not None and given.named_children else None
            message = text(first)[1:-1] if first is not None and first.type == "string" else ""
            kind = text(field(thrown, "constructor")) or text(field(thrown, "function")) or "Error"
            yield Raise(kind, _condition(node, body), line(node), message)


def _condition(node: Node, body: Node) -> str:
    """The conditions of the `if`s around a node that hold there."""
    found: list[str] = []
    while node.parent is not None and node.id != body.id:
        above = node.parent
        if above.type == "if_statement" and field(above, "consequence") == node:
            found.append(_condition_text(field(above, "condition")))
        elif above.type == "else_clause" and above.parent is not None:
            found.append(f"!({_condition_text(field(above.parent, 'condition'))})")
        node = above
    return " && ".join(reversed(found))[:_LONGEST]


def _condition_text(node: Node | None) -> str:
    return one_line_text(node.named_children[0] if node is not None and node.named_children else node) if node else ""


def _branches(body: Node) -> Iterator[Branch]:
    for node in own_nodes(body):
        inside = field(node, "consequence") if node.type == "if_statement" else None
        inside = field(node, "body") if node.type in LOOPS else inside
        leads = _condition_text(field(node, "condition")) if node.type == "if_statement" else _loop_head(node)
        if inside is not None and line(inside.named_children[0] if inside.named_children else inside) != line(node):
            yield _branch(inside, leads)
        other = field(node, "alternative") if node.type == "if_statement" else None
        if other is not None and other.named_children and other.named_children[0].type != "if_statement":
            yield _branch(other.named_children[0], f"not ({leads})")


def _loop_head(node: Node) -> str:
    before = text(node).partition("{")[0]
    return " ".join(before.split())[:_LONGEST]


def _branch(block: Node, leads: str) -> Branch:
    inner = (
        [one for one in block.named_children if one.type != "comment"] if block.type == "statement_block" else [block]
    )
    first, last = (inner[0], inner[-1]) if inner else (block, block)
    return Branch(leads, range(line(first), int(last.end_point[0]) + 2), _effect_text(first, last))


def _effect_text(first: Node, last: Node) -> str:
    said = one_line_text(last).rstrip(";")
    if last.type == "return_statement":
        return f"returns `{said.removeprefix('return').strip() or 'undefined'}`"
    if last.type == "throw_statement":
        return f"throws `{said.removeprefix('throw').strip()}`"
    if last.type in ("continue_statement", "break_statement"):
        return "goes on with the next one" if last.type == "continue_statement" else "leaves the loop"
    return f"does `{one_line_text(first).rstrip(';')[:_LONGEST]}`"


def _changed_members(body: Node) -> Iterator[str]:
    """Yield the members of `this` that a call assigns."""
    for node in own_nodes(body):
        target = field(node, "left") if "assignment" in node.type else None
        target = field(node, "argument") if node.type == "update_expression" else target
        if target is not None and target.type == "member_expression" and text(field(target, "object")) == "this":
            yield text(target)


def _limit_comparisons(body: Node) -> Iterator[str]:
    """Yield comparisons with a number, where off-by-one errors show."""
    for node in own_nodes(body):
        sides = field(node, "left"), field(node, "right")
        compares = text(field(node, "operator")) in ("<", "<=", ">", ">=")
        if compares and any(side is not None and side.type == "number" for side in sides):
            yield one_line_text(node)
