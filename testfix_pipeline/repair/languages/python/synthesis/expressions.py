"""Expressions that may have been meant at a place, built bottom-up from what is in reach there, likeliest first."""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Iterator, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.edits.donors import donor_functions, names_in_reach
from testfix_pipeline.repair.languages.python.edits.edit import wrapped
from testfix_pipeline.repair.languages.python.edits.operations import operation
from testfix_pipeline.repair.languages.python.edits.scope import module_names
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.places import Place
from testfix_pipeline.repair.languages.python.synthesis.pool import predicates
from testfix_pipeline.repair.languages.python.synthesis.terms import terms
from testfix_pipeline.repair.remembered import remembered

MOST_EXPRESSIONS, MOST_CONDITIONS = 650, 100
ATOMS, PAIRED = 16, 9
"""How many terms are made into something else, and how many are combined with each other."""
LARGEST, LONGEST = 9, 60
"""Nodes and characters of an expression of the file that is taken over as it is."""
NEAR_DONORS = 6
# (form, how often a value is made into that): roughly.
UNARY = (
    ("{} + 1", 0.5), ("{} - 1", 0.5), ("len({})", 0.5), ("{}[0]", 0.3), ("{}[-1]", 0.3), ("-{}", 0.25),
    ("{}[1:]", 0.25), ("{}[:-1]", 0.2), ("abs({})", 0.25), ("len({}) - 1", 0.3), ("sum({})", 0.2), ("{} // 2", 0.15),
    ("{} * 2", 0.12), ("sorted({})", 0.15), ("max({})", 0.15), ("min({})", 0.15), ("set({})", 0.12),
    ("{}[::-1]", 0.15), ("str({})", 0.2), ("int({})", 0.2),
)  # fmt: skip
BINARY = (
    ("{} + {}", 0.45), ("{} - {}", 0.45), ("{} * {}", 0.3), ("{} // {}", 0.2), ("{} % {}", 0.25), ("max({}, {})", 0.35),
    ("min({}, {})", 0.35), ("{}[{}]", 0.45), ("{}.get({})", 0.2), ("{} / {}", 0.3),
)  # fmt: skip
SIZED = (
    ("{} - len({})", 0.45), ("{} + len({})", 0.3), ("{} % len({})", 0.3), ("{} / len({})", 0.3), ("{} * len({})", 0.15),
)  # fmt: skip
SYMMETRIC = {"{} + {}", "{} * {}", "{} & {}", "{} | {}", "max({}, {})", "min({}, {})"}
OF_BITS = {ast.BitAnd: "{} & {}", ast.BitOr: "{} | {}"}
OF_BITS_SHARE = 0.4
"""Of sets and bits: only where the file speaks of such."""
PURE = (
    ast.Name, ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Call, ast.Constant, ast.Tuple, ast.Slice,
    ast.Compare, ast.BoolOp, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop,
)  # fmt: skip


def expressions(place: Place, parts: Sequence[ast.expr]) -> dict[str, float]:
    """Texts with how likely each is what was meant instead of one of the `parts` of the place's statement."""
    found: dict[str, float] = {}
    for text, weight in _all(place, parts):
        found[text] = max(weight, found.get(text, 0.0))
    return dict(sorted(found.items(), key=lambda item: -item[1])[:MOST_EXPRESSIONS])


def conditions(place: Place) -> dict[str, float]:
    """Conditions that may have been meant instead of one of the place's."""
    found: dict[str, float] = {}
    for one in predicates(place):
        for text, weight in ((one.text, one.weight), (one.negation, one.negation_weight)):
            found[text] = max(weight, found.get(text, 0.0))
    return dict(sorted(found.items(), key=lambda item: -item[1])[:MOST_CONDITIONS])


def is_pure(node: ast.expr) -> bool:
    """Whether an expression is made of parts that the probe can evaluate (calls: as far as they turn out native)."""
    return all(isinstance(part, PURE) for part in ast.walk(node))


def _all(place: Place, parts: Sequence[ast.expr]) -> Iterator[tuple[str, float]]:
    atoms = _atoms(place)
    known = dict(_known(place))
    yield from atoms.items()
    yield from known.items()
    for text, weight in itertools.islice(atoms.items(), ATOMS):
        if not _is_number(text):
            yield from ((form.format(text), weight * share) for form, share in UNARY)
    binary = _binary(place.target.source)
    yield from _paired(list(atoms.items())[:PAIRED], binary)
    yield from _extended(place, parts, list(atoms.items())[:ATOMS], binary)
    yield from _exchanged(parts, list(atoms.items())[:ATOMS])


def _atoms(place: Place) -> dict[str, float]:
    """Names and simple expressions in reach, and numbers and short texts that the function has, likeliest first."""
    found = {term.text: term.weight for term in terms(place)}
    for node in ast.walk(place.value) if place.side == "inside" and place.value is not None else ():
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and is_pure(node):
            found[ast.unparse(node)] = 1.0
    function = place.target.function
    assert function is not None
    for node in ast.walk(function.node):
        if isinstance(node, ast.Constant) and _is_short(node.value):
            found.setdefault(repr(node.value), 0.5)
    spoken = {node.id for node in ast.walk(function.node) if isinstance(node, ast.Name)}
    for name in sorted((spoken & names_in_reach(place.target)) - {*vars(builtins), "self", "cls"}):
        found.setdefault(name, 0.7)
    for name in module_names(place.target.source)[0]:
        found.setdefault(name, 0.3)
    for text in ("0", "1"):
        found.setdefault(text, 0.45)
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _is_short(value: object) -> bool:
    return type(value) in (int, float) or (isinstance(value, str) and len(value) <= 3)


def _is_number(text: str) -> bool:
    return text[:1].isdigit()


def _known(place: Place) -> Iterator[tuple[str, float]]:
    """Expressions of the function and of those like it, whose names are in reach here."""
    target = place.target
    reach = names_in_reach(target)
    for rank, function in enumerate(donor_functions(target)[:NEAR_DONORS]):
        weight = 0.7 if function is target.function else 0.5 / (1 + 0.2 * rank)
        for node in ast.walk(function.node):
            made = operation(node) if isinstance(node, ast.AugAssign) else node
            if isinstance(made, (ast.BinOp, ast.Call, ast.Subscript, ast.Attribute)) and is_pure(made):
                names = {n.id for n in ast.walk(made) if isinstance(n, ast.Name)}
                text = ast.unparse(made)
                small = len(text) <= LONGEST and sum(1 for _ in ast.walk(made)) <= 3 * LARGEST
                if small and names <= reach and isinstance(getattr(made, "ctx", ast.Load()), ast.Load):
                    yield text, weight


@remembered(64)
def _binary(source: SourceFile) -> tuple[tuple[str, float], ...]:
    """The forms of two operands, as often as values are made into that in such a file."""
    seen = {type(node.op) for node in ast.walk(source.tree) if isinstance(node, (ast.BinOp, ast.AugAssign))}
    return (*BINARY, *((form, OF_BITS_SHARE) for kind, form in OF_BITS.items() if kind in seen))


def _paired(atoms: Sequence[tuple[str, float]], binary: Sequence[tuple[str, float]]) -> Iterator[tuple[str, float]]:
    for (one, first), (other, second) in itertools.permutations(atoms, 2):
        if _is_number(one) and _is_number(other):
            continue
        for form, share in binary:
            if form not in SYMMETRIC or one < other:
                yield form.format(one, other), share * first * second


def _extended(
    place: Place, parts: Sequence[ast.expr], atoms: Sequence[tuple[str, float]], binary: Sequence[tuple[str, float]]
) -> Iterator[tuple[str, float]]:
    """What stands there now, put together with something else: `max(x, y)` for x, `a + b - c` for `a + b`."""
    for part in parts:
        if isinstance(part, ast.Constant) or len(ast.unparse(part)) > LONGEST:
            continue
        text = ast.unparse(part)
        inner = wrapped(place.target, part) if "\n" not in place.target.text(part) else f"({text})"
        yield from ((form.format(inner), 0.6 * share) for form, share in UNARY)
        for other, weight in atoms:
            if other != text:
                for form, share in binary:
                    yield form.format(inner, other), min(1.0, 1.2 * share) * weight
                yield f"{other} - {inner}", 0.3 * weight
                yield f"{other}[{inner}]", 0.3 * weight
                if not _is_number(other) and not other.startswith("len("):
                    yield from ((form.format(inner, other), share * weight) for form, share in SIZED)


def _exchanged(parts: Sequence[ast.expr], atoms: Sequence[tuple[str, float]]) -> Iterator[tuple[str, float]]:
    """An operation with another operand, whose result may agree where the operand itself does not."""
    for part in parts:
        if not isinstance(part, ast.BinOp) or len(ast.unparse(part)) > LONGEST:
            continue
        for other, weight in atoms:
            for text, share in ((other, 0.7), (f"len({other})", 0.5)):
                if not (_is_number(other) and text != other):
                    new = python_code.expression(f"({text})")
                    for made in (ast.BinOp(part.left, part.op, new), ast.BinOp(new, part.op, part.right)):
                        yield ast.unparse(made), share * weight
