"""Expressions that may have been meant in the place of parts of a statement: the enumerator's values, in the usual
forms, combined with each other and with what stands there."""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Iterator, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite, parenthesized
from testfix_pipeline.repair.languages.python.analysis.operations import operations
from testfix_pipeline.repair.languages.python.ingredients.condition_values import NEARNESS, Term, terms
from testfix_pipeline.repair.languages.python.ingredients.enumerate import closed, pool
from testfix_pipeline.repair.languages.python.ingredients.forms import usual
from testfix_pipeline.repair.languages.python.ingredients.mined import Form, likeliest, mined, module_reach
from testfix_pipeline.repair.languages.python.ingredients.predicates import predicates
from testfix_pipeline.repair.languages.python.ingredients.static_types import compatible
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import remembered

MOST_EXPRESSIONS, MOST_CONDITIONS = 800, 100
ATOMS, PAIRED, FORMS = 16, 9, 16
"""How many terms are put in how many forms, and how many are combined with each other."""
LONGEST = 60
OPERATION, CONSTANT, SPOKEN, ELSEWHERE = 0.7, 0.5, 0.7, 0.8
"""How likely an operation of the function is meant, a constant, a name that it uses; any other expression, as a share
of its nearness."""
FLATNESS = 0.3
"""The power of a form's share among all that is its likelihood here: rare ones are missed as well."""
BINARY = (
    ("{} + {}", 0.45), ("{} - {}", 0.45), ("{} * {}", 0.3), ("{} // {}", 0.2), ("{} % {}", 0.25), ("max({}, {})", 0.35),
    ("min({}, {})", 0.35), ("{}[{}]", 0.45), ("{}.get({})", 0.2), ("{} / {}", 0.3),
)  # fmt: skip
SIZED = (("{} - {}", 0.45), ("{} + {}", 0.3), ("{} % {}", 0.3), ("{} / {}", 0.3))
"""What is made of two values, and of a value and the size of another, about how often."""
SYMMETRIC = {"{} + {}", "{} * {}", "{} & {}", "{} | {}", "max({}, {})", "min({}, {})"}
OF_BITS = {ast.BitAnd: ("{} & {}", 0.4), ast.BitOr: ("{} | {}", 0.4)}
"""Of sets and bits: only where the file speaks of such."""
PURE = (
    ast.Name, ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Call, ast.Constant, ast.Tuple, ast.Slice,
    ast.Compare, ast.BoolOp, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop,
)  # fmt: skip

Weighed = Iterator[tuple[str, float]]


def expressions(target: PythonEditSite, parts: Sequence[ast.expr], inner: ast.expr | None = None) -> dict[str, float]:
    """Texts with how likely each is what was meant instead of one of the `parts` of the statement.

    inner: the value within the statement that they are parts of, with variables of its own.
    """
    return _best(_all(target, parts, inner), MOST_EXPRESSIONS)


def conditions(target: PythonEditSite) -> dict[str, float]:
    """Conditions that may have been meant instead of one of the statement's."""
    found = predicates(target)
    sides = ((one.text, one.weight) for one in found), ((one.negation, one.negation_weight) for one in found)
    return _best(itertools.chain(*sides), MOST_CONDITIONS)


def _best(found: Weighed, most: int) -> dict[str, float]:
    weights: dict[str, float] = {}
    for text, weight in found:
        weights[text] = max(weight, weights.get(text, 0.0))
    return dict(sorted(weights.items(), key=lambda item: -item[1])[:most])


def is_pure(node: ast.expr) -> bool:
    """Whether an expression is made of parts that the probe can evaluate (calls: as far as they turn out native)."""
    return all(isinstance(part, PURE) for part in ast.walk(node))


def _all(target: PythonEditSite, parts: Sequence[ast.expr], inner: ast.expr | None) -> Weighed:
    atoms = _atoms(target, inner)
    near, binary = atoms[:ATOMS], _binary(target.source)
    yield from ((one.text, one.weight) for one in atoms)
    made = operations(target.function.node) if target.function is not None else {}
    yield from ((text, OPERATION) for text in made)
    for one in pool(target):
        if one.origin not in ("name", "constant") and is_pure(python_code.expression(f"({one.text})")):
            yield one.text, ELSEWHERE * NEARNESS[one.distance]
    forms = value_forms(target.source)
    for atom, (form, share) in itertools.product(near, forms):
        if not atom.is_literal and compatible(form.takes, atom.types):
            yield form.filled(closed(atom.text, form.needed)), atom.weight * share
    yield from _paired(atoms[:PAIRED], binary)
    for part in parts:
        if not isinstance(part, ast.Constant) and len(text := ast.unparse(part)) <= LONGEST:
            whole = parenthesized(target, part) if "\n" not in target.text(part) else f"({text})"
            yield from _extended(whole, [one for one in near if one.text != text], binary)
            yield from ((form.filled(closed(text, form.needed)), 0.6 * share) for form, share in forms)
            yield from _exchanged(part, near)


def _atoms(target: PythonEditSite, inner: ast.expr | None) -> list[Term]:
    """Names and simple expressions in reach, and numbers and short texts that the function has, likeliest first."""
    found = {term.text: term for term in terms(target)}
    for node in ast.walk(inner) if inner is not None else ():
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and is_pure(node):
            found[ast.unparse(node)] = Term(ast.unparse(node), 1.0)
    spoken = (
        {one.id for one in ast.walk(target.function.node) if isinstance(one, ast.Name)} if target.function else set()
    )
    for name in sorted((spoken & module_reach(target.source)) - {*vars(builtins)}):
        found.setdefault(name, Term(name, SPOKEN))
    for one in pool(target):
        if one.origin == "constant" and len(one.text) <= 5 and not one.types & {"NoneType", "bool"}:
            found.setdefault(one.text, Term(one.text, CONSTANT * NEARNESS[one.distance] / NEARNESS[2], one.types))
        elif one.origin == "name":
            found.setdefault(one.text, Term(one.text, NEARNESS[one.distance], one.types))
    for text in ("0", "1"):
        found.setdefault(text, Term(text, 0.45, frozenset({"int"})))
    return sorted(found.values(), key=lambda term: -term.weight)


@remembered(64)
def value_forms(source: SourceFile) -> list[tuple[Form, float]]:
    """The forms that make a value of a value, those of the file and those of any code, with how likely each is."""
    found: dict[tuple[str, str], tuple[Form, float]] = {}
    for form, share in (*likeliest(mined(source).forms)[:FORMS], *usual("value")[:FORMS]):
        if form.of not in ("Compare", "Await") and "isinstance" not in form.before and not form.needs_self:
            found.setdefault((form.before, form.after), (form, share**FLATNESS))
    return sorted(found.values(), key=lambda one: -one[1])


@remembered(64)
def _binary(source: SourceFile) -> tuple[tuple[str, float], ...]:
    """The forms of two operands, as often as values are made into that in such a file."""
    seen = {type(node.op) for node in ast.walk(source.tree) if isinstance(node, (ast.BinOp, ast.AugAssign))}
    return (*BINARY, *(form for kind, form in OF_BITS.items() if kind in seen))


def _paired(atoms: Sequence[Term], binary: Sequence[tuple[str, float]]) -> Weighed:
    for one, other in itertools.permutations(atoms, 2):
        for form, share in () if one.is_literal and other.is_literal else binary:
            if form not in SYMMETRIC or one.text < other.text:
                yield form.format(one.text, other.text), share * one.weight * other.weight


def _extended(text: str, atoms: Sequence[Term], binary: Sequence[tuple[str, float]]) -> Weighed:
    """What stands there now, put together with something else: `max(x, y)` for x, `a + b - c` for `a + b`."""
    for other in atoms:
        yield from ((form.format(text, other.text), min(1.0, 1.2 * share) * other.weight) for form, share in binary)
        if not other.is_literal and not other.text.startswith("len("):
            yield from ((form.format(text, f"len({other.text})"), share * other.weight) for form, share in SIZED)
        yield from ((form.format(other.text, text), 0.3 * other.weight) for form in ("{} - {}", "{}[{}]"))


def _exchanged(part: ast.expr, atoms: Sequence[Term]) -> Weighed:
    """An operation with another operand, whose result may agree where the operand itself does not."""
    for other in atoms if isinstance(part, ast.BinOp) else ():
        for text, share in ((other.text, 0.7), (f"len({other.text})", 0.5)):
            if not (other.is_literal and text != other.text):
                new = python_code.expression(f"({text})")
                for made in (ast.BinOp(part.left, part.op, new), ast.BinOp(new, part.op, part.right)):  # type: ignore[attr-defined]
                    yield ast.unparse(made), share * other.weight
