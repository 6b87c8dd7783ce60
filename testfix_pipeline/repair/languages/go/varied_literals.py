"""The literals that a test in Go gives to the code, and texts of its file with others in their place."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from functools import partial

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.go.code import constant
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, is_inside, text
from testfix_pipeline.repair.language.varied_test import LiteralValue, VariedLiteral
from testfix_pipeline.repair.languages.go.given_literals import GivenLiteral, given_literals
from testfix_pipeline.repair.languages.go.source import GoSource
from testfix_pipeline.repair.model.edit import apply_spans

_Span = tuple[int, int, str]
_FAILS = frozenset({"Error", "Errorf", "Fatal", "Fatalf"})
_GOES_ON = frozenset({"Error", "Errorf"})
_PLAIN = frozenset({"identifier", "selector_expression", "int_literal", "interpreted_string_literal"})


def varied_literals(source: GoSource, titles: Sequence[str], line: int) -> list[VariedLiteral]:
    """See `Language.varied_literals`. Of a table, a text has the entry alone that its literal is in.

    What fails at `line` reports the values that it compared.
    """
    functions = source.syntax.of_type("function_declaration")
    body = next((field(one, "body") for one in functions if text(field(one, "name")) == titles[0]), None)
    if body is None:
        return []
    failing = [one for one in descendants(body) if _failure(one) is not None]
    others = [one for one in failing if not _is_at(one, line)]
    reported = [span for one in failing if _is_at(one, line) for span in _compared(source, one)]
    removed = [_replaced(source, one.named_children[0], "") for one in others if _failure(one) in _GOES_ON]
    same: dict[str, list[GivenLiteral]] = {}
    for one in {(one.node.id, one.entry and one.entry.id): one for one in given_literals(source, body)}.values():
        if _value(one.node) is not None and not any(is_inside(one.node, other) for other in failing):
            same.setdefault(f"{_value(one.node)!r} {one.entry.id if one.entry is not None else ''}", []).append(one)
    changed = partial(_text_with, source, [*removed, *reported])
    return [
        VariedLiteral(value, len(places), partial(changed, places), partial(changed, places[:1]))
        for places in same.values()
        if (value := _value(places[0].node)) is not None
    ]


def _text_with(source: GoSource, changed: Sequence[_Span], places: Sequence[GivenLiteral], other: LiteralValue) -> str:
    spans = [(*source.span(one.node), json.dumps(other, ensure_ascii=False)) for one in places]
    entries = {one.entry.id: one.entry for one in places if one.entry is not None}
    alone = [span for one in entries.values() for span in _without_others(source, one, entries)]
    return apply_spans(source.text, _outermost([*changed, *alone, *spans]))


def _outermost(spans: Sequence[_Span]) -> list[_Span]:
    """The spans without those inside of others, in their order: an entry that goes may hold what fails."""
    found: list[_Span] = []
    for one in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not found or one[0] >= found[-1][1]:
            found.append(one)
    return found


def _without_others(source: GoSource, entry: Node, kept: Collection[int]) -> list[_Span]:
    """The spans that remove the other entries of a table, each with its comma."""
    found: list[_Span] = []
    siblings = entry.parent.named_children if entry.parent is not None else []
    for one in siblings:
        if one.id not in kept and one.type != "comment":
            start, end = source.span(one)
            behind = one.next_sibling
            end = source.span(behind)[1] if behind is not None and behind.type == "," else end
            found.append((start, end, "\n" * source.text[start:end].count("\n")))
    return found


def _value(node: Node) -> LiteralValue | None:
    found = constant(node)
    return int(found) if node.type == "int_literal" and isinstance(found, float) else found


def _failure(node: Node) -> str | None:
    """The name of the method by which a statement ends a test as failed; None for other nodes."""
    call = node.named_children[0] if node.type == "expression_statement" else None
    function = field(call, "function") if call is not None and call.type == "call_expression" else None
    name = text(field(function, "field"))
    return name if name in _FAILS and text(field(function, "operand")) in ("t", "tb") else None


def _compared(source: GoSource, failing: Node) -> list[_Span]:
    """The span by which a failure reports what was compared, where that takes no further call."""
    above = (one for one in source.syntax.above(failing) if one.type in ("if_statement", "func_literal"))
    holder = next(above, None)
    condition = field(holder, "condition") if holder is not None and holder.type == "if_statement" else None
    sides = [side for side in _sides(condition) if side.type in _PLAIN and text(side) != "nil"]
    call = failing.named_children[0]
    if not sides:
        return []
    name = text(field(call, "function")).removesuffix("f")
    compared = ", ".join(dict.fromkeys(map(text, sides)))
    form = json.dumps(" ".join(["%#v"] * (compared.count(", ") + 1)))
    return [_replaced(source, call, f"{name}f({form}, {compared})")]


def _replaced(source: GoSource, call: Node, new: str) -> _Span:
    """The span that has other code in place of a failing call: its arguments stay used, the lines below in place."""
    start, end = source.span(call)
    arguments = field(call, "arguments")
    given = source.text[slice(*source.span(arguments))][1:-1] if arguments is not None else ""
    used = "" if "..." in given else f"_ = []interface{{}}{{{given}}}"
    code = "; ".join(filter(None, (used, new)))
    return start, end, code + "\n" * (source.text.count("\n", start, end) - code.count("\n"))


def _sides(condition: Node | None) -> list[Node]:
    """What a condition compares: by operators, or as the arguments of `reflect.DeepEqual`."""
    found: list[Node | None] = []
    for node in descendants(condition) if condition is not None else ():
        if node.type == "binary_expression" and text(field(node, "operator")) in ("!=", "=="):
            found += [field(node, "left"), field(node, "right")]
        if node.type == "call_expression" and text(field(node, "function")) == "reflect.DeepEqual":
            arguments = field(node, "arguments")
            found += arguments.named_children if arguments is not None else []
    return [one for one in found if one is not None]


def _is_at(node: Node, line: int) -> bool:
    return node.start_point[0] + 1 <= line <= node.end_point[0] + 1
