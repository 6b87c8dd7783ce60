"""What is done on one side and forgotten on the other: left and right, first and last, less and more."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import LEAVING, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.operators import parts_asked
from testfix_pipeline.repair.edits.scope import local_names
from testfix_pipeline.repair.edits.tokens import renamed
from testfix_pipeline.repair.edits.traces import WORD
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import FunctionNode, SourceFile

OPPOSITES = (
    "left right", "first last", "start end", "begin end", "start stop", "min max", "minimum maximum", "x y", "a b",
    "width height", "row col", "row column", "rows cols", "rows columns", "prev next", "previous next", "head tail",
    "src dst", "source target", "top bottom", "open close", "key value", "keys values", "before after", "low high",
    "lower upper", "up down", "old new", "debit credit", "parent child", "sender recipient", "sender receiver",
    "front back", "input output", "home away", "request response", "black white", "north south", "east west",
    "inner outer", "source destination", "buyer seller", "hits misses", "won lost", "wins losses", "added removed",
    "ascending descending", "lo hi",
)  # fmt: skip
PAIR = re.compile(r"\((\w+), (\w+)\)")
LESS_MORE = {ast.Lt: ">", ast.Gt: "<", ast.LtE: ">=", ast.GtE: "<="}
PRIOR = 0.45
MOST_PAIRS = 6
Way = tuple[tuple[str, str], ...]


def statements(target: Target) -> Iterator[Edit]:
    """The statement once more behind itself, with each word for its opposite; an `if` also with less for more."""
    stmt, source = target.stmt, target.source
    if (
        target.function is None
        or isinstance(stmt, (*FunctionNode.__args__, ast.ClassDef, *LEAVING))
        or not source.owns_line(stmt)
    ):
        return
    start, end = source.block(stmt)
    text = source.text[start:end]
    if not text.endswith("\n") or text.count("\n") > 6:
        return
    block, position = siblings_of(source, stmt)
    beside = {source.segment(one) for one in block[position + 1 : position + 3]}
    others = [
        *_sides(target, text, start),
        *_likely(target, text),
        *_less_for_more(target, text, start),
        *_turned_round(target, text),
        *_exchanged_words(target, text),
    ]
    for other in dict.fromkeys(others):
        if other != text and other.strip() not in beside:
            yield target.splice(end, end, other, "done-for-the-other-side", PRIOR, other.strip().split("\n")[0][:50])


def _turned_round(target: Target, text: str) -> Iterator[str]:
    """`near[a].append(b)` as `near[b].append(a)`: two variables of a loop, or parameters, in each other's place."""
    stmt, function = target.stmt, target.function
    assert function is not None
    if not isinstance(stmt, (ast.Expr, ast.Assign, ast.AugAssign)) or "\n" in text.strip():
        return
    loops = (one for one in target.source.ancestors(stmt) if isinstance(one, ast.For))
    pairs = [[n.id for n in ast.walk(one.target) if isinstance(n, ast.Name)] for one in loops]
    pairs.append([argument.arg for argument in function.arguments if argument.arg not in ("self", "cls")])
    used = {node.id for node in ast.walk(stmt) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    for names in pairs:
        said = [name for name in names if name in used]
        if len(said) == 2:
            yield _exchanged(text, *said)


def _exchanged(text: str, one: str, other: str) -> str:
    """The text with two variables in each other's place."""
    return renamed(text, {one: other, other: one}, (one, other))


def _exchanged_words(target: Target, text: str) -> Iterator[str]:
    """`node.next.prev = node.prev` for `node.prev.next = node.next`: both words of a pair in each other's place."""
    for one, other in (pair.split() for pair in OPPOSITES):
        if one in text and other in text and re.search(_word(one), text) and re.search(_word(other), text):
            yield re.sub(_word(f"(?:{one}|{other})"), lambda m, a=one, b=other: b if m[0] == a else a, text)  # type: ignore[misc]


def turned_round(target: Target) -> Iterator[Edit]:
    """A comparison or call with two variables in each other's place: `one in above(chief)`, not the other way round."""
    known = set(local_names(target))
    for node in target.expressions(ast.Compare, ast.Call):
        said = [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in known]
        if len(said) == len(set(said)) == 2 and not isinstance(target.source.parents[node], ast.Expr):
            text = _exchanged(target.text(node), *said)
            yield target.replace(node, text, "operands.swapped", 0.35, text[:50])


def parts(target: Target) -> Iterator[Edit]:
    """A formula with two of its terms in each other's place: `a * t + b * (1 - t)`, not `b * t + a * (1 - t)`.

    Terms are names and attributes; exchanged are two that stand somewhere in the same way.
    """
    for node in target.expressions(ast.BinOp):
        if isinstance(target.source.parents[node], ast.BinOp):
            continue
        terms = list(_terms(target, node, ()))
        ways: dict[str, set[Way]] = {}
        for one, way in terms:
            ways.setdefault(target.text(one), set()).add(way)
        pairs = [pair for pair in itertools.combinations(ways, 2) if ways[pair[0]] & ways[pair[1]]]
        start, _ = target.source.span(node)
        for first, second in pairs[:MOST_PAIRS] if len(terms) > 2 else ():
            text, instead = target.text(node), {first: second, second: first}
            for term, _ in sorted(terms, key=lambda found: -target.source.span(found[0])[0]):
                at, end = (place - start for place in target.source.span(term))
                said = target.text(term)
                text = text[:at] + instead.get(said, said) + text[end:]
            yield target.replace(node, text, "operands.swapped", 0.35, f"{first} <-> {second}")


def _terms(target: Target, node: ast.AST, way: Way) -> Iterator[tuple[ast.expr, Way]]:
    """The names and attributes of a formula, each with the nodes that it stands in."""
    if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
        yield node, way
        return
    for field, value in ast.iter_fields(node):
        side = "" if isinstance(node, ast.BinOp) else field
        for inner in value if isinstance(value, list) else [value]:
            is_callee = isinstance(node, ast.Call) and field == "func"
            if isinstance(inner, ast.expr) and not is_callee:
                yield from _terms(target, inner, (*way, (type(node).__name__, side)))


def conditions(target: Target) -> Iterator[Edit]:
    """`0 <= row < rows and 0 <= col < cols` for the first half: what is asked on one side, or of the first of two,
    asked on the other as well."""
    for node in parts_asked(target.stmt):
        text = target.text(node)
        if not isinstance(node, (ast.Compare, ast.Call)) or not target.source.is_real(node):
            continue
        second = [FIRST.sub("[1]", text)] if FIRST.search(text) and "[1]" not in text else []
        for rank, other in enumerate([*second, *_likely(target, text)]):
            if other in target.source.segment(target.stmt):
                continue
            parent = target.source.parents[node]
            for sign in ("and", "or"):
                bare = not isinstance(parent, (ast.BoolOp, ast.UnaryOp)) or (
                    isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.And) == (sign == "and")
                )
                new = f"{text} {sign} {other}"
                prior = ASKED / (1 + 0.3 * rank) * (1.0 if sign == "and" else 0.6)
                yield target.replace(node, new if bare else f"({new})", "done-for-the-other-side", prior, other[:50])


ASKED, FIRST = 0.4, re.compile(r"\[0\]")


@remembered(64)
def _words(source: SourceFile) -> frozenset[str]:
    return frozenset(WORD.findall(source.text))


def _mirrored(text: str) -> Iterator[str]:
    """The same for each pair of opposites that the text has one of, and for many of such."""
    for pair in (*OPPOSITES, *(pair.upper() for pair in OPPOSITES)):
        one, other = pair.split()
        for old, new in ((one, other), (other, one)):
            found = re.sub(_word(old), new, text) if old in text else text
            if found != text and not re.search(_word(new), text):
                yield re.sub(_word(f"{old}s"), f"{new}s", found)


def _all_at_once(text: str) -> Iterator[str]:
    """The same for all the pairs that it has one of, where there are several."""
    found, pairs = text, 0
    for one, other in (pair.split() for pair in OPPOSITES):
        for old, new in ((one, other), (other, one)):
            if old in text and re.search(_word(old), text) and not re.search(_word(new), text):
                found, pairs = re.sub(_word(old), new, found), pairs + 1
    if pairs > 1:
        yield found


def _word(word: str) -> str:
    """A whole word, or a part of a name between underscores; not in front of a quote."""
    return rf"(?<![A-Za-z0-9]){word}(?![A-Za-z0-9])"


def _likely(target: Target, text: str) -> list[str]:
    """The text for the other side of up to two pairs whose words the file knows, else of the first pair."""
    found = list(_mirrored(text))
    return [one for one in found if set(WORD.findall(one)) <= _words(target.source)][:2] or found[:1]


def _sides(target: Target, text: str, start: int) -> list[str]:
    """`if x > high: x = high` as `if x < low: x = low`: the other end, less for more, pairs also the other way round;
    `right -= 1` for `left += 1`."""
    if isinstance(target.stmt, ast.AugAssign) and isinstance(target.stmt.op, (ast.Add, ast.Sub)):
        sign = "+=" if isinstance(target.stmt.op, ast.Add) else "-="
        return _likely(target, text.replace(sign, "-=" if sign == "+=" else "+=", 1))
    test = target.stmt.test if isinstance(target.stmt, ast.If) and not target.stmt.orelse else None
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or type(test.ops[0]) not in LESS_MORE:
        return []
    left, right = target.source.span(test.left)[1] - start, target.source.span(test.comparators[0])[0] - start
    flipped = f"{text[:left]} {LESS_MORE[type(test.ops[0])]} {text[right:]}"
    found = [*_likely(target, flipped), *_all_at_once(flipped)]
    return [*found, *(turned for one in found if (turned := PAIR.sub(r"(\2, \1)", one)) != one)]


def _less_for_more(target: Target, text: str, start: int) -> Iterator[str]:
    """`if a > b: return 1` as `if a < b: return -1`."""
    stmt = target.stmt
    test = stmt.test if isinstance(stmt, ast.If) and not stmt.orelse and len(stmt.body) == 1 else None
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or type(test.ops[0]) not in LESS_MORE:
        return
    assert isinstance(stmt, ast.If)
    value = getattr(stmt.body[0], "value", None)
    left, right = target.source.span(test.left)[1] - start, target.source.span(test.comparators[0])[0] - start
    flipped = f"{text[:left]} {LESS_MORE[type(test.ops[0])]} {text[right:]}"
    if isinstance(value, ast.Constant) and type(value.value) in (int, float) and value.value:
        shown = target.text(value)
        yield f"-{shown}".join(flipped.rsplit(shown, 1))
    elif isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        yield target.text(value.operand).join(flipped.rsplit(target.text(value), 1))
