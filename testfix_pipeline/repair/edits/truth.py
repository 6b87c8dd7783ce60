"""Conditions: None or anything false, which of them belong together, forgotten ends, attributes, optional values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.operators import own_conditions, wrapped_operand
from testfix_pipeline.repair.edits.scope import declared_fields, with_defaults
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


def filled(target: Target) -> Iterator[Edit]:
    """`xs and xs[0] > 1` where the first or last of nothing is asked for."""
    asked = [node for node in own_conditions(target.stmt) if target.source.is_real(node)]
    if isinstance(target.stmt, ast.Return) and isinstance(target.stmt.value, ast.Compare):
        asked.append(target.stmt.value)
    for condition in asked:
        for node in [condition, *condition.values] if isinstance(condition, ast.BoolOp) else [condition]:
            for place in dict.fromkeys(_taken_from(target, node)):
                text = f"{place} and {wrapped_operand(target, node)}"
                inside = isinstance(target.source.parents[node], (ast.BoolOp, ast.UnaryOp))
                yield target.replace(node, f"({text})" if inside else text, "filled-first", 0.4, text[:50])
                if isinstance(target.stmt, ast.Return):
                    yield target.replace(
                        node, f"bool({place}) and {wrapped_operand(target, node)}", "filled-first", 0.3
                    )


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


def _taken_from(target: Target, condition: ast.expr) -> Iterator[str]:
    """Containers of which the condition takes one end."""
    for node in ast.walk(condition):
        if isinstance(node, ast.Subscript) and isinstance(node.value, PLAIN) and _is_end(node.slice):
            yield target.text(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            taking = node.func.attr in ("pop", "popleft") and len(node.args) < 2 and not node.keywords
            yield from [target.text(node.func.value)] if taking and isinstance(node.func.value, PLAIN) else []


def _is_end(at: ast.expr) -> bool:
    number = at.operand if isinstance(at, ast.UnaryOp) else at
    return isinstance(number, ast.Constant) and number.value in (0, 1) and type(number.value) is int


def attributes(target: Target) -> Iterator[Edit]:
    """`self.a == other.a` where the class has more to compare, or where the other may be of another class."""
    function = target.function
    if function is None or function.owner is None:
        return
    fields = declared_fields(function.owner)
    for node in target.expressions(ast.Compare):
        assert isinstance(node, ast.Compare)
        one, other = node.left, node.comparators[0]
        listed = isinstance(one, ast.Tuple) and isinstance(other, ast.Tuple)
        if isinstance(one, ast.Tuple) and isinstance(other, ast.Tuple) and 0 < len(one.elts) == len(other.elts):
            one, other = one.elts[-1], other.elts[-1]
        if not (isinstance(one, ast.Attribute) and isinstance(other, ast.Attribute) and one.attr == other.attr):
            continue
        mine, theirs = target.text(one.value), target.text(other.value)
        asked = {target.text(part) for part in target.nodes if isinstance(part, ast.Attribute)}
        missing = [name for name in fields if f"{mine}.{name}" not in asked]
        if listed:
            last, end = target.source.span(one)[1], target.source.span(other)[1]
            for rank, name in enumerate(missing[:4]):
                edit = target.splice(last, last, f", {mine}.{name}", "attribute.compared", 0.4 / (1 + 0.3 * rank), name)
                yield replace(edit, more=((end, end, f", {theirs}.{name}"),))
        if listed or not isinstance(node.ops[0], ast.Eq):
            continue
        end = target.source.span(node)[1]
        for rank, name in enumerate(missing[:4]):
            text = f" and {mine}.{name} == {theirs}.{name}"
            yield target.splice(end, end, text, "attribute.compared", 0.4 / (1 + 0.3 * rank), text)
        start = target.source.span(node)[0]
        text = f"isinstance({theirs}, {function.owner.name}) and "
        yield target.splice(start, start, text, "type.asked-for", 0.3, text)


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


def over_midnight(target: Target) -> Iterator[Edit]:
    """`start <= now < end` where the end may come before the start: a span that goes round, as over midnight."""
    for node, sides, (first, last) in _between(target):
        if isinstance(sides[0], ast.Constant) or isinstance(sides[2], ast.Constant):
            continue
        low, now, high = map(target.text, sides)
        back = {"<=": ">=", "<": ">"}[first]
        text = f"({target.text(node)} if {low} <= {high} else {now} {back} {low} or {now} {last} {high})"
        yield target.replace(node, text, "round-closed", 0.35, "over the end")


def _between(target: Target) -> Iterator[tuple[ast.expr, list[ast.expr], list[str]]]:
    """(condition, [low, what lies between, high], both signs) of `a <= x < b` and `a <= x and x < b`."""
    for node in target.expressions(ast.Compare, ast.BoolOp):
        pairs = [_upwards(node)] if isinstance(node, ast.Compare) else []
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) and len(node.values) == 2:
            pairs = [_upwards(one) for one in node.values if isinstance(one, ast.Compare)]
            pairs = pairs if [len(sides) for sides, _ in pairs] == [2, 2] else []
            if pairs and _same(target, pairs[1][0][-1], pairs[0][0][0]):
                pairs.reverse()
        sides, signs = [one for pair in pairs for one in pair[0]], [sign for pair in pairs for sign in pair[1]]
        if len(sides) == 4 and _same(target, sides[1], sides[2]):
            del sides[2]
        if len(sides) == 3 and len(signs) == 2:
            yield node, sides, signs


def _same(target: Target, one: ast.expr, other: ast.expr) -> bool:
    return target.text(one) == target.text(other)


def _upwards(node: ast.Compare) -> tuple[list[ast.expr], list[str]]:
    """The sides of a comparison from the least to the greatest, with the signs between; nothing for any other."""
    sides, ops = [node.left, *node.comparators], node.ops
    if all(isinstance(one, (ast.Gt, ast.GtE)) for one in ops):
        sides, ops = sides[::-1], ops[::-1]
    elif not all(isinstance(one, (ast.Lt, ast.LtE)) for one in ops):
        return [], []
    return sides, ["<=" if isinstance(one, (ast.LtE, ast.GtE)) else "<" for one in ops]


def optional(target: Target) -> Iterator[Edit]:
    """`scope is None or x == scope` where the scope is taken only if somebody gives it; and the other way round."""
    function = target.function
    if function is None:
        return
    given = {one.arg for one, value in with_defaults(function.node.args) if getattr(value, "value", "") is None}
    calls = [one for one in _asked(target) if isinstance(one, ast.Call) and target.source.is_real(one)]
    for node in (*target.expressions(ast.Compare), *calls) if given else ():
        names = [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in given]
        plain = isinstance(node, ast.Call) or (len(node.ops) == 1 and not isinstance(node.ops[0], (ast.Is, ast.IsNot)))  # type: ignore[attr-defined]
        if plain and len(names) == 1:
            for text in (
                f"({names[0]} is None or {target.text(node)})",
                f"({names[0]} is not None and {target.text(node)})",
            ):
                yield target.replace(node, text, "condition.added", 0.4, text[:50])
