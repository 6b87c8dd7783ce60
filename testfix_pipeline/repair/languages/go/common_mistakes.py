"""Edits for bugs that the rules of Go invite: shadowed variables, errors compared by `==`, `break` in a `switch`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.go.source import FUNCTIONS, LOOPS, SWITCHES
from testfix_pipeline.repair.languages.go.target import GoTarget
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_KNOWN_ERROR = re.compile(r"(?:\w+\.)?(?:Err[A-Z]\w*|err[A-Z]\w*|EOF)")
_VERB = re.compile(r"%%|%[-+ #0-9.*\[\]]*([a-zA-Z])")
_BY_HABIT = {"err": "error", "ok": "bool"}
_LABEL = "loop"


def error_identity(target: GoTarget) -> Iterator[Edit]:
    """A known error asked for by `errors.Is`, which finds it in errors that wrap it, too."""
    for node in target.of_type("binary_expression"):
        left, right, sign = field(node, "left"), field(node, "right"), text(field(node, "operator"))
        if sign not in ("==", "!=") or left is None or right is None:
            continue
        found, known = (right, left) if _KNOWN_ERROR.fullmatch(text(left)) else (left, right)
        if not _KNOWN_ERROR.fullmatch(text(known)) or target.kind(found) not in ("", "error"):
            continue
        start, end = target.source.span(node)
        call = f"{'!' * (sign == '!=')}errors.Is({text(found)}, {text(known)})"
        yield target.replace(start, end, call, "error.identity", 0.8, _import_of_errors(target))


def _import_of_errors(target: GoTarget) -> tuple[tuple[int, int, str], ...]:
    """The insertion that lets a file import the package, none where it does."""
    source = target.source
    if "errors" in target.imported:
        return ()
    group = next(iter(source.syntax.of_type("import_spec_list")), None)
    if group is not None:
        start = source.span(group)[0] + 1
        return ((start, start, f'{source.newline}\t"errors"'),)
    clause = next(iter(source.syntax.of_type("package_clause")))
    end = source.span(clause)[1]
    return ((end, end, f'{source.newline * 2}import "errors"'),)


def wrapped_errors(target: GoTarget) -> Iterator[Edit]:
    """An error wrapped by the one that is made of it (`%w`), so that `errors.Is` finds it: it was only printed."""
    for node in target.of_type("call_expression"):
        given = field(node, "arguments")
        if text(field(node, "function")) != "fmt.Errorf" or given is None or not given.named_children:
            continue
        form, *values = given.named_children
        start = target.source.span(form)[0]
        verbs = [one for one in _VERB.finditer(text(form)) if one[1]]
        if any(sign in one[0] for one in verbs for sign in "[*"):  # verbs and values do not come in pairs
            continue
        for verb, value in zip(verbs, values, strict=False):
            is_error = _KNOWN_ERROR.fullmatch(text(value)) or target.kind(value) == "error" or text(value) == "err"
            if is_error and verb[1] in "vsq":
                yield target.replace(start + verb.start(), start + verb.end(), "%w", "error.wrapped", 0.8)


def shadowed_variables(target: GoTarget) -> Iterator[Edit]:
    """A variable of a block around assigned, where a new one of its name was declared beside others."""
    for node in target.of_type("short_var_declaration") if is_in_block(target) else ():
        left, sign = field(node, "left"), next(one for one in node.children if one.type == ":=")
        names = [text(one) for one in left.named_children] if left is not None else []
        outer = _names_around(target, node)
        new = {name: target.types.get(name) or _BY_HABIT.get(name) for name in names if name not in {*outer, "_"}}
        if new and outer.intersection(names) and all(new.values()):
            start, indent = target.stmt.start, target.indent_at(target.stmt.start)
            lines = "".join(f"var {name} {kind}{target.source.newline}{indent}" for name, kind in new.items())
            assigned = (*target.source.span(sign), "=")
            yield target.replace(start, start, lines, "assignment.outer", 0.7, (assigned,))


def _names_around(target: GoTarget, node: Node) -> set[str]:
    """The variables that the blocks around the one of a statement declare in front of it."""
    own, *around = target.source.syntax.above(node)
    if own.type == "statement_list" and len(around) > 1 and around[1].type in FUNCTIONS:
        del around[1]  # a function's parameters are in the scope of its body
    found: set[str] = set()
    for one in around:
        parts = one.named_children if one.type == "statement_list" else [field(one, "initializer"), *_clauses(one)]
        for part in parts:
            if part is not None and part.start_byte < node.start_byte:
                found.update(_declared(part))
    return found


def _clauses(node: Node) -> list[Node]:
    if node.type in FUNCTIONS:
        lists = (field(node, name) for name in ("receiver", "parameters", "result"))
        return [one for part in lists if part is not None for one in part.named_children]
    if node.type not in LOOPS:
        return []
    clauses = [one for one in node.named_children if one.type in ("range_clause", "for_clause")]
    return [field(one, "initializer") or one for one in clauses]


def _declared(node: Node) -> set[str]:
    if node.type in ("short_var_declaration", "range_clause"):
        left = field(node, "left")
        return {text(one) for one in left.named_children} if left is not None else set()
    if node.type in ("var_declaration", "parameter_declaration"):
        owners = [one for one in descendants(node) if one.type in ("var_spec", "parameter_declaration")]
        return {text(name) for one in owners for name in one.children_by_field_name("name")}
    return set()


def loop_breaks(target: GoTarget) -> Iterator[Edit]:
    """A `break` that leaves the loop around its `switch`, by a label or by the `return` behind the loop."""
    node, source = target.stmt.node, target.source
    if node.type != "break_statement" or node.named_children:
        return
    left = [one for one in source.syntax.above(node) if one.type in (*LOOPS, *SWITCHES, *FUNCTIONS)]
    loop = next((one for one in left if one.type not in SWITCHES), None)
    if loop is None or left[0].type not in SWITCHES or loop.type not in LOOPS:
        return
    following = loop.next_named_sibling
    if following is not None and following.type == "return_statement":
        yield target.edit(node, text(following), "break.returned", 0.6)
    holder = source.syntax.parent(loop)
    if holder is not None and holder.type == "labeled_statement":
        yield target.edit(node, f"break {text(field(holder, 'label'))}", "break.labelled", 0.7)
        return
    first, (start, end) = source.span(loop)[0], source.span(node)
    indent = target.indent_at(first)
    label = (first - len(indent), first, f"{indent[:-1]}{_LABEL}:{source.newline}{indent}")
    yield target.replace(start, end, f"break {_LABEL}", "break.labelled", 0.7, (label,))


def integer_arithmetic(target: GoTarget) -> Iterator[Edit]:
    """What division of whole numbers loses: rounded up, divided last, and a remainder that is never negative."""
    for node in target.of_type("binary_expression"):
        left, sign, right = field(node, "left"), text(field(node, "operator")), field(node, "right")
        if left is None or right is None or not _are_whole(target, left, right):
            continue
        one, other = _as_operand(left), _as_operand(right)
        parent = target.source.syntax.parent(node)
        if sign == "/":
            yield target.edit(node, f"({one} + {other} - 1) / {other}", "division.rounded-up", 0.8)
        elif sign == "%":
            new = f"({one}%{other} + {other}) % {other}"
            is_operand = parent is not None and parent.type in ("binary_expression", "unary_expression")
            yield target.edit(node, f"({new})" if is_operand else new, "remainder.positive", 0.6)
        elif sign == "*" and left.type == "binary_expression" and text(field(left, "operator")) == "/":
            first, last = _as_operand(field(left, "left")), _as_operand(field(left, "right"))
            yield target.edit(node, f"{first} * {other} / {last}", "division.last", 0.7)


def _are_whole(target: GoTarget, *nodes: Node) -> bool:
    """Whether expressions may be whole numbers, as far as their types are known."""
    return not any(kind.startswith(("float", "complex", "string")) for kind in map(target.kind, nodes))


def _as_operand(node: Node | None) -> str:
    return f"({text(node)})" if node is not None and node.type == "binary_expression" else text(node)
