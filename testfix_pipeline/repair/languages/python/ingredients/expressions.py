"""Expressions that may replace parts of a statement: values in reach, in common forms, combined with each other and
with the part."""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Iterator, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import names_in
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite, parenthesized
from testfix_pipeline.repair.languages.python.analysis.operations import operations
from testfix_pipeline.repair.languages.python.ingredients.condition_values import NEARNESS, Term, terms
from testfix_pipeline.repair.languages.python.ingredients.enumerate import parenthesized_if_needed, pool
from testfix_pipeline.repair.languages.python.ingredients.forms import common_forms
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import Form, likeliest, mined, module_reach
from testfix_pipeline.repair.languages.python.ingredients.predicates import predicates
from testfix_pipeline.repair.languages.python.ingredients.static_types import are_compatible
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

MOST_EXPRESSIONS, MOST_CONDITIONS = 800, 100
ATOMS, MOST_PAIRED, FORMS = 16, 9, 16
"""The number of terms and of forms that are combined, and of terms that are combined with each other."""
LONGEST = 60
OPERATION, CONSTANT, MODULE_NAME, ELSEWHERE = 0.7, 0.5, 0.7, 0.8
"""The weight of an operation of the function, of a constant, of a module's name that it uses, and of any other
expression as a share of its relevance."""
FLATNESS = 0.3
"""The exponent that turns a form's share into its weight: rare forms are missing as well."""
BINARY_FORMS = (
    ("{} + {}", 0.45), ("{} - {}", 0.45), ("{} * {}", 0.3), ("{} // {}", 0.2), ("{} % {}", 0.25), ("max({}, {})", 0.35),
    ("min({}, {})", 0.35), ("{}[{}]", 0.45), ("{}.get({})", 0.2), ("{} / {}", 0.3),
)  # fmt: skip
FORMS_WITH_LENGTH = (("{} - {}", 0.45), ("{} + {}", 0.3), ("{} % {}", 0.3), ("{} / {}", 0.3))
"""(form of two values, or of a value and the length of another one; its approximate frequency)."""
SYMMETRIC = {"{} + {}", "{} * {}", "{} & {}", "{} | {}", "max({}, {})", "min({}, {})"}
BIT_FORMS = {ast.BitAnd: ("{} & {}", 0.4), ast.BitOr: ("{} | {}", 0.4)}
"""Forms for sets and bits, only for files that use these operators."""
PURE_NODES = (
    ast.Name, ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Call, ast.Constant, ast.Tuple, ast.Slice,
    ast.Compare, ast.BoolOp, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop,
)  # fmt: skip

WeighedTexts = Iterator[tuple[str, float]]


def expressions(target: PythonEditSite, parts: Sequence[ast.expr], inner: ast.expr | None = None) -> dict[str, float]:
    """The weights of texts that may replace one of the `parts` of the statement.

    inner: the value within the statement that contains the parts, with variables of its own.
    """
    return _best(_weighed_expressions(target, parts, inner), MOST_EXPRESSIONS)


def conditions(target: PythonEditSite) -> dict[str, float]:
    """The weights of conditions that may replace one of the statement's."""
    found = predicates(target)
    sides = ((one.text, one.weight) for one in found), ((one.negation, one.negation_weight) for one in found)
    return _best(itertools.chain(*sides), MOST_CONDITIONS)


def _best(found: WeighedTexts, most: int) -> dict[str, float]:
    """The `most` texts with the highest weights."""
    weights: dict[str, float] = {}
    for text, weight in found:
        weights[text] = max(weight, weights.get(text, 0.0))
    return dict(sorted(weights.items(), key=lambda item: -item[1])[:most])


def is_pure(node: ast.expr) -> bool:
    """Whether the probe can evaluate an expression without side effects (calls only if the function is builtin)."""
    return all(isinstance(part, PURE_NODES) for part in ast.walk(node))


def _weighed_expressions(target: PythonEditSite, parts: Sequence[ast.expr], inner: ast.expr | None) -> WeighedTexts:
    atoms = _atoms(target, inner)
    nearest, binary = atoms[:ATOMS], _binary_forms(target.source)
    yield from ((one.text, one.weight) for one in atoms)
    own_operations = operations(target.function.node) if target.function is not None else {}
    yield from ((text, OPERATION) for text in own_operations)
    for one in pool(target):
        if one.origin not in ("name", "constant") and is_pure(python_code.expression(f"({one.text})")):
            yield one.text, ELSEWHERE * NEARNESS[one.distance]
    forms = value_forms(target.source)
    for atom, (form, share) in itertools.product(nearest, forms):
        if not atom.is_literal and are_compatible(form.takes, atom.types):
            yield form.filled(parenthesized_if_needed(atom.text, form.needed)), atom.weight * share
    yield from _pairs_of_atoms(atoms[:MOST_PAIRED], binary)
    for part in parts:
        if not isinstance(part, ast.Constant) and len(text := ast.unparse(part)) <= LONGEST:
            whole = parenthesized(target, part) if "\n" not in target.text(part) else f"({text})"
            yield from _extensions(whole, text, [one for one in nearest if one.text != text], binary)
            yield from ((form.filled(parenthesized_if_needed(text, form.needed)), 0.6 * share) for form, share in forms)
            yield from _with_other_operand(part, nearest)


def _atoms(target: PythonEditSite, inner: ast.expr | None) -> list[Term]:
    """Names and simple expressions in reach, and numbers and short texts of the function, likeliest first."""
    found = {term.text: term for term in terms(target)}
    for node in ast.walk(inner) if inner is not None else ():
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and is_pure(node):
            found[ast.unparse(node)] = Term(ast.unparse(node), 1.0)
    used_names = names_in(target.function.node) if target.function else set()
    for name in sorted((used_names & module_reach(target.source)) - {*vars(builtins)}):
        found.setdefault(name, Term(name, MODULE_NAME))
    for one in pool(target):
        if one.origin == "constant" and len(one.text) <= 5 and not one.types & {"NoneType", "bool"}:
            found.setdefault(one.text, Term(one.text, CONSTANT * NEARNESS[one.distance] / NEARNESS[2], one.types))
        elif one.origin == "name":
            found.setdefault(one.text, Term(one.text, NEARNESS[one.distance], one.types))
    for text in ("0", "1"):
        found.setdefault(text, Term(text, 0.45, frozenset({"int"})))
    return sorted(found.values(), key=lambda term: -term.weight)


@cached_per_search(64)
def value_forms(source: SourceFile) -> list[tuple[Form, float]]:
    """(form, weight) of the forms that turn a value into another one, those of the file and common ones."""
    found: dict[tuple[str, str], tuple[Form, float]] = {}
    for form, share in (*likeliest(mined(source).forms)[:FORMS], *common_forms("value")[:FORMS]):
        if form.of not in ("Compare", "Await") and "isinstance" not in form.before and not form.needs_self:
            found.setdefault((form.before, form.after), (form, share**FLATNESS))
    return sorted(found.values(), key=lambda one: -one[1])


@cached_per_search(64)
def _binary_forms(source: SourceFile) -> tuple[tuple[str, float], ...]:
    """(form, frequency) of the forms of two operands in such a file."""
    seen = {type(node.op) for node in ast.walk(source.tree) if isinstance(node, (ast.BinOp, ast.AugAssign))}
    return (*BINARY_FORMS, *(form for kind, form in BIT_FORMS.items() if kind in seen))


def _pairs_of_atoms(atoms: Sequence[Term], binary: Sequence[tuple[str, float]]) -> WeighedTexts:
    for one, other in itertools.permutations(atoms, 2):
        for form, share in () if one.is_literal and other.is_literal else binary:
            if form not in SYMMETRIC or one.text < other.text:
                yield form.format(one.text, other.text), share * one.weight * other.weight


def _extensions(text: str, bare: str, atoms: Sequence[Term], binary: Sequence[tuple[str, float]]) -> WeighedTexts:
    """Yields combinations of an expression with another one: `max(x, y)` for x, `a + b - c` for `a + b`.

    text: the expression as an operand. bare: without the brackets that this needs.
    """
    for other in atoms:
        for form, share in binary:
            own = text if form.startswith("{}") else bare
            yield form.format(own, other.text), min(1.0, 1.2 * share) * other.weight
        if not other.is_literal and not other.text.startswith("len("):
            yield from (
                (form.format(text, f"len({other.text})"), share * other.weight) for form, share in FORMS_WITH_LENGTH
            )
        yield f"{other.text} - {text}", 0.3 * other.weight
        yield f"{other.text}[{bare}]", 0.3 * other.weight


def _with_other_operand(part: ast.expr, atoms: Sequence[Term]) -> WeighedTexts:
    """Yields an operation with another operand; its result may agree where the operand itself does not."""
    for other in atoms if isinstance(part, ast.BinOp) else ():
        for text, share in ((other.text, 0.7), (f"len({other.text})", 0.5)):
            if not (other.is_literal and text != other.text):
                new = python_code.expression(f"({text})")
                for operation in (ast.BinOp(part.left, part.op, new), ast.BinOp(new, part.op, part.right)):  # type: ignore[attr-defined]
                    yield ast.unparse(operation), share * other.weight
