"""Rules that everybody knows and half of the code has: leap years, the middle of an even number, flags that pass for
numbers, waiting twice as long each time, bits, texts in patterns, texts cut off.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped

LEAP, MIDDLE, NO_FLAG, DOUBLED = 0.5, 0.35, 0.35, 0.35
TAKEN_AWAY, AS_IT_IS, AS_LONG = 0.4, 0.4, 0.45
AGAIN = {"attempt", "attempts", "retry", "retries", "tries", "trial", "failures", "failed", "level", "round", "backoff"}
"""What counts how often something was tried."""
STANDING_ALONE = (ast.If, ast.While, ast.Return, ast.Assign, ast.comprehension)


def leap_years(target: Target) -> Iterator[Edit]:
    """Divisible by four: but by a hundred only where by four hundred."""
    for node in target.expressions(ast.Compare, ast.BoolOp):
        year = _year(target, node)
        if not year or (isinstance(target.source.parents[node], ast.BoolOp) and isinstance(node, ast.Compare)):
            continue
        text = target.text(node)
        if "100" in text and "400" in text:
            continue
        rule = f"{year} % 4 == 0 and ({year} % 100 != 0 or {year} % 400 == 0)"
        yield target.replace(node, _alone(target, node, rule), "leap-years", LEAP, rule)


def _year(target: Target, node: ast.expr) -> str:
    """What is asked whether four goes into it without a rest, perhaps with more of the rule."""
    first = node.values[0] if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else node
    if not isinstance(first, ast.Compare) or not isinstance(first.ops[0], ast.Eq) or len(first.ops) > 1:
        return ""
    rest, nothing = first.left, first.comparators[0]
    by_four = isinstance(rest, ast.BinOp) and isinstance(rest.op, ast.Mod) and target.text(rest.right) == "4"
    if not by_four or target.text(nothing) != "0":
        return ""
    assert isinstance(rest, ast.BinOp)
    year = target.text(rest.left)
    return year if "year" in year.lower() or year == "y" or isinstance(node, ast.BoolOp) else ""


def middles(target: Target) -> Iterator[Edit]:
    """`xs[n // 2]` of an even number: halfway between the two in the middle."""
    for node in target.expressions(ast.Subscript):
        assert isinstance(node, ast.Subscript)
        index = node.slice
        halved = isinstance(index, ast.BinOp) and isinstance(index.op, ast.FloorDiv) and target.text(index.right) == "2"
        if not halved or isinstance(node.ctx, ast.Store):
            continue
        assert isinstance(index, ast.BinOp)
        what, number = target.text(node.value), wrapped(target, index.left)
        both = f"({what}[({number} - 1) // 2] + {what}[{number} // 2]) / 2"
        yield target.replace(node, both, "middle-taken", MIDDLE, both)


def no_flags(target: Target) -> Iterator[Edit]:
    """`isinstance(x, int)` is also true of True and False."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if getattr(node.func, "id", "") != "isinstance" or len(node.args) != 2:
            continue
        kinds = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
        around = target.source.parents[node]
        whole: ast.expr = node
        if not any(isinstance(kind, ast.Name) and kind.id in ("int", "float", "complex") for kind in kinds):
            continue
        flag = f"isinstance({target.text(node.args[0])}, bool)"
        text, note = f"{target.text(node)} and not {flag}", f"and not {flag}"
        if isinstance(around, ast.UnaryOp) and isinstance(around.op, ast.Not):
            text, note, whole = f"{flag} or {target.text(around)}", f"{flag} or", around
        if flag not in target.text(target.stmt):
            yield target.replace(whole, _alone(target, whole, text), "condition.narrowed", NO_FLAG, note)


def _alone(target: Target, node: ast.expr, condition: str) -> str:
    """A condition of several parts as it can stand for the node: in brackets where something else might take a part."""
    return condition if isinstance(target.source.parents[node], STANDING_ALONE) else f"({condition})"


def doubled(target: Target) -> Iterator[Edit]:
    """`delay * attempt` made `delay * 2 ** attempt`, from the first time on or the second."""
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        for count, other in ((node.right, node.left), (node.left, node.right)):
            text = target.text(count)
            counts = isinstance(count, (ast.Name, ast.Attribute)) and AGAIN & set(re.findall(r"[a-z]+", text.lower()))
            if isinstance(node.op, ast.Mult) and counts and not isinstance(other, ast.Constant):
                for power, prior in ((text, DOUBLED), (f"({text} - 1)", 0.8 * DOUBLED)):
                    made = f"{wrapped(target, other)} * 2 ** {power}"
                    yield target.replace(node, made, "arithmetic.operator", prior, made)


def bits(target: Target) -> Iterator[Edit]:
    """`mode & ~bit` for `mode ^ bit`, which sets what is not set."""
    stmt = target.stmt
    if isinstance(stmt, ast.AugAssign) and isinstance(stmt.op, ast.BitXor):
        code = f"{target.text(stmt.target)} &= ~{wrapped(target, stmt.value)}"
        yield target.replace(stmt, code, "augmented.operator", TAKEN_AWAY, code)
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        if isinstance(node.op, ast.BitXor):
            code = f"{wrapped(target, node.left)} & ~{wrapped(target, node.right)}"
            yield target.replace(node, code, "arithmetic.operator", TAKEN_AWAY, code)


def plain_patterns(target: Target) -> Iterator[Edit]:
    """A text that is looked for as it is: `re.escape(word)` for `word` in a pattern."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if target.text(node.func).rpartition(".")[0] != "re" or not node.args or called(node) == "escape":
            continue
        pattern = node.args[0]
        parts = [one.value for one in ast.walk(pattern) if isinstance(one, ast.FormattedValue)]
        if isinstance(pattern, ast.BinOp):
            parts += [side for one in ast.walk(pattern) if isinstance(one, ast.BinOp) for side in (one.left, one.right)]
        for part in parts or [pattern]:
            if isinstance(part, (ast.Name, ast.Attribute)) and not target.text(part).isupper():
                code = f"re.escape({target.text(part)})"
                yield target.replace(part, code, "conversion.added", AS_IT_IS, code)


def shortened(target: Target) -> Iterator[Edit]:
    """`text[:most] + "..."` as long as was meant: `text[:most - 3] + "..."`."""
    for node in target.expressions(ast.BinOp, ast.JoinedStr):
        pairs = [(node.left, node.right)] if isinstance(node, ast.BinOp) else []
        if isinstance(node, ast.JoinedStr):
            fields = [one.value if isinstance(one, ast.FormattedValue) else one for one in node.values]
            pairs = list(itertools.pairwise(fields))
        for cut, end in pairs:
            upper = cut.slice.upper if isinstance(cut, ast.Subscript) and isinstance(cut.slice, ast.Slice) else None
            added = end.value if isinstance(end, ast.Constant) else None
            if isinstance(upper, (ast.Name, ast.Attribute)) and isinstance(added, str) and added:
                code = f"{target.text(upper)} - {len(added)}"
                yield target.replace(upper, code, "off.by-one", AS_LONG, code)
