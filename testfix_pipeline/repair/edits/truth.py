"""Conditions: None or anything false, which of them belong together, forgotten ends, attributes, optional values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.operators import own_conditions, wrapped_operand
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

PLAIN = (ast.Name, ast.Attribute, ast.Subscript)


def nones(target: Target) -> Iterator[Edit]:
    """`if x` where 0 and "" count as something: `if x is not None`; the same for `not x` and `x or other`."""
    for node in _asked(target):
        negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        inner = node.operand if isinstance(node, ast.UnaryOp) and negated else node
        if isinstance(inner, (*PLAIN, ast.Call, ast.NamedExpr)) and target.source.is_real(node):
            text = f"{wrapped(target, inner)} is {'' if negated else 'not '}None"
            yield target.replace(node, text, "none-asked-for", 0.3 if isinstance(inner, ast.Call) else 0.5, text)
            text = f"{wrapped(target, inner)} is {not negated}"
            yield target.replace(node, text, "truth-asked-for", 0.3 if negated else 0.15, text)
    for node in target.expressions(ast.BoolOp):
        assert isinstance(node, ast.BoolOp)
        asked = node.values[0]
        got = isinstance(asked, ast.Call) and isinstance(asked.func, ast.Attribute) and asked.func.attr == "get"
        if isinstance(node.op, ast.Or) and len(node.values) == 2 and got and len(asked.args) == 1:  # type: ignore[attr-defined]
            text = f"{target.text(asked)[:-1]}, {target.text(node.values[1])})"
            yield target.replace(node, text, "none-asked-for", 0.4, text[:50])
        if isinstance(node.op, ast.Or) and len(node.values) == 2 and isinstance(asked, PLAIN):
            one, other = target.text(node.values[0]), wrapped(target, node.values[1])
            text = f"{one} if {one} is not None else {other}"
            alone = isinstance(
                target.source.parents[node], (ast.Assign, ast.AnnAssign, ast.Return, ast.Call, ast.keyword)
            )
            yield target.replace(node, text if alone else f"({text})", "none-asked-for", 0.4, text[:50])


def _asked(target: Target) -> Iterator[ast.expr]:
    for test in own_conditions(target.stmt):
        if isinstance(target.source.parents[test], ast.Return):
            continue
        yield test
        if isinstance(test, ast.BoolOp):
            yield from test.values
        elif isinstance(test, ast.UnaryOp) and isinstance(test.operand, ast.BoolOp):
            yield from test.operand.values


def grouped(target: Target) -> Iterator[Edit]:
    """`not a and b` for `not (a and b)`, `a or b and c` for `(a or b) and c`."""
    for node in target.expressions(ast.BoolOp):
        assert isinstance(node, ast.BoolOp)
        word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        first = node.values[0]
        texts = [wrapped_operand(target, one) for one in node.values]
        if isinstance(first, ast.UnaryOp) and isinstance(first.op, ast.Not):
            inner = f" {word} ".join([wrapped_operand(target, first.operand), *texts[1:]])
            yield target.replace(node, f"not ({inner})", "boolean.regrouped", 0.55, f"not ({inner})"[:50])
        for at, one in enumerate(node.values):
            if isinstance(one, ast.BoolOp) and at in (0, len(texts) - 1):
                parts = [wrapped_operand(target, part) for part in one.values]
                near = parts[:-1] if at == 0 else parts[1:]
                apart = [parts[-1], *texts[1:]] if at == 0 else [*texts[:-1], parts[0]]
                joined = f"({f' {word} '.join(apart)})"
                text = f" {other} ".join([*near, joined] if at == 0 else [joined, *near])
                inside = isinstance(target.source.parents[node], (ast.BoolOp, ast.UnaryOp))
                kind, prior = (
                    ("brackets-moved", 0.35) if _is_bracketed_and(target, one) else ("boolean.regrouped", 0.55)
                )
                yield target.replace(node, f"({text})" if inside else text, kind, prior, text[:50])


def _is_bracketed_and(target: Target, node: ast.BoolOp) -> bool:
    """Whether it is an `and` with brackets that it does not need: whoever wrote them knew what belongs together."""
    start, end = target.source.span(node)
    text = target.source.text
    return isinstance(node.op, ast.And) and text[:start].rstrip()[-1:] == "(" and text[end:].lstrip()[:1] == ")"


def bounded(target: Target) -> Iterator[Edit]:
    """`i < n` with the lower end forgotten: `0 <= i < n`; in a condition of several, all of them at once too."""
    for node in target.expressions(ast.Compare, ast.BoolOp):
        parts = node.values if isinstance(node, ast.BoolOp) else [node]
        open_ = [one for one in parts if isinstance(one, ast.Compare) and _is_open(one)]
        if not open_ or (isinstance(node, ast.BoolOp) and len(open_) < 2):
            continue
        first, *rest = [target.source.span(one)[0] for one in open_]
        more = tuple((at, at, "0 <= ") for at in rest)
        yield replace(target.splice(first, first, "0 <= ", "lower-end", 0.4, "0 <= ..."), more=more)


def outside(target: Target) -> Iterator[Edit]:
    """`i >= n` with the other end forgotten: `i < 0 or i >= n`; in a condition of several, for all of them at once."""
    for node in target.expressions(ast.Compare, ast.BoolOp):
        if isinstance(node, ast.BoolOp) and not isinstance(node.op, ast.Or):
            continue
        if isinstance(target.source.parents[node], (ast.BoolOp, ast.UnaryOp, ast.Compare, ast.BinOp)):
            continue
        parts = node.values if isinstance(node, ast.BoolOp) else [node]
        beyond = [one for one in parts if isinstance(one, ast.Compare) and _is_open(one, (ast.Gt, ast.GtE))]
        text = "".join(f"{target.text(one.left)} < 0 or " for one in beyond)
        if beyond:
            at = target.source.span(node)[0]
            yield target.splice(at, at, text, "lower-end", 0.4, f"{text}...")


def _is_open(node: ast.Compare, ways: tuple[type[ast.cmpop], ...] = (ast.Lt, ast.LtE)) -> bool:
    return len(node.ops) == 1 and isinstance(node.ops[0], ways) and isinstance(node.left, PLAIN)


def folders(target: Target) -> Iterator[Edit]:
    """`path.startswith(folder + "/")`, and the folder itself: what merely begins with the same letters is not in it."""
    signs = _signs(target.source)
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        given = node.args[0] if len(node.args) == 1 else None
        plain = isinstance(given, (*PLAIN, ast.Call)) and isinstance(node.func, ast.Attribute)
        if not plain or node.func.attr not in ("startswith", "endswith"):  # type: ignore[attr-defined]
            continue
        assert given is not None and isinstance(node.func, ast.Attribute)
        of, part, at_end = target.text(node.func.value), target.text(given), node.func.attr == "endswith"
        for rank, sign in enumerate(signs):
            text = f"{of}.{node.func.attr}({f'{sign!r} + {part}' if at_end else f'{part} + {sign!r}'})"
            yield target.replace(node, text, "condition.narrowed", 0.4 / (1 + 0.3 * rank), text[:50])
            yield target.replace(
                node, f"({of} == {part} or {text})", "condition.narrowed", 0.35 / (1 + 0.3 * rank), sign
            )


@remembered(64)
def _signs(source: SourceFile) -> list[str]:
    """The signs that the file splits and joins texts by."""
    texts = [node.value for node in ast.walk(source.tree) if isinstance(node, ast.Constant)]
    return [sign for sign in ("/", ".", ":", "-", "_") if sign in texts]
