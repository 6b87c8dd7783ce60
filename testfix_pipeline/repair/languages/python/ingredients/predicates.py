"""Conditions that may be missing at a statement, with their negations: those of the file, common forms filled with
values in reach, and comparisons of these values."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import assignment_targets, read_names, with_defaults
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.operations import operations
from testfix_pipeline.repair.languages.python.analysis.opposites import negate_condition
from testfix_pipeline.repair.languages.python.analysis.scope import (
    attributes_by_name,
    bound_names,
    local_names,
    module_constants,
    names_in_scope,
    self_attributes,
)
from testfix_pipeline.repair.languages.python.edits.dataflow_bonus import unused_definition_strengths
from testfix_pipeline.repair.languages.python.ingredients.condition_calls import condition_calls
from testfix_pipeline.repair.languages.python.ingredients.condition_values import (
    MOST_ATTRIBUTES_PER_NAME,
    Term,
    is_simple,
    terms,
    variables_in,
    whole_expression_pattern,
)
from testfix_pipeline.repair.languages.python.ingredients.enumerate import (
    condition_forms,
    parenthesized_if_needed,
    pool,
)
from testfix_pipeline.repair.languages.python.ingredients.static_types import are_compatible
from testfix_pipeline.repair.languages.python.source import SourceFile, own_nodes
from testfix_pipeline.repair.model.source_cache import cached_per_search

MOST_PREDICATES, MOST_KNOWN, MOST_PAIRED = 500, 24, 9
MOST_OPERATIONS, MOST_CONSTANTS, MOST_NAMED = 4, 14, 6
READ_CONSTANT_RELEVANCE = 0.6
"""The relevance of a module constant that other code reads."""
KNOWN = (0.85, 0.85, 0.85, 0.65, 0.5)
"""The weight of a condition of the file by its distance; VARIED, OPPOSITE: the factors for one on another attribute,
and for the negation."""
VARIED, OPPOSITE, OPTIONAL, LOOKED_UP, MEMBER, DERIVED_RELEVANCE = 0.6, 0.8, 1.0, 0.75, 0.6, 0.85
FLATNESS = 0.15
"""The exponent that turns a form's share into its weight: rare forms are missing as well."""
PAIRS = (("==", 0.4), ("<", 0.35), (">", 0.35), ("in", 0.5), ("is", 0.25))
MEASURES = ((">", 0.35), ("<", 0.35), ("==", 0.3), ("%", 0.3))
TRUTH = {"bool"}
CONSTANT_FORMS = (("{0} == {1}", 0.45), ("{0}.startswith({1})", 0.3), ("{0}.endswith({1})", 0.3), ("{1} in {0}", 0.25))
"""(form, approximate frequency) of comparisons with constants."""


@dataclass(frozen=True)
class Predicate:
    """A condition with its negation, each with the likelihood that it is the missing one (0..1).

    known: the file has this condition elsewhere, perhaps on another attribute. container: the right operand of `in`, ""
    for other conditions.
    """

    text: str
    weight: float
    negation: str
    negation_weight: float
    known: bool = False
    container: str = ""


def predicates(target: PythonEditSite) -> list[Predicate]:
    """The predicates at a statement, each text once, likeliest first, at most MOST_PREDICATES."""
    weighed: dict[str, tuple[float, str, bool]] = {}
    for text, weight, container, is_known in _weighed_predicates(target):
        text = ast.unparse(python_code.expression(f"({text})")) if is_known else text
        if text not in weighed or weighed[text][0] < weight:
            weighed[text] = weight, container, is_known
    found: dict[str, Predicate] = {}
    for text, (weight, container, is_known) in sorted(weighed.items(), key=lambda item: -item[1][0]):
        opposite = negate_condition(text)
        if opposite in found:
            found[opposite] = replace(found[opposite], negation_weight=weight)
        elif len(found) < MOST_PREDICATES:
            likely = OPPOSITE * weight if is_known else weight
            found[text] = Predicate(text, weight, opposite, likely, is_known, container)
    return list(found.values())


Weighed = tuple[str, float, str, bool]


def _weighed_predicates(target: PythonEditSite) -> Iterator[Weighed]:
    found = terms(target)
    yield from ((text, weight, "", True) for text, weight in _known_conditions(target))
    yield from _preconditions(target)
    yield from ((f"{name} is None", OPTIONAL, "", False) for name in _parameters_none_by_default(target))
    yield from (
        (text, weight, "", False)
        for text, weight in (*_conditions_of_forms(target, found), *_comparisons_with_constants(target, found))
    )
    yield from _comparisons(target, found)
    yield from ((text, weight, "", False) for text, weight in _size_comparisons(target, found))


def _known_conditions(target: PythonEditSite) -> Iterator[tuple[str, float]]:
    """Yields conditions of the file whose names are in reach, the nearest first, after calls of methods that return a
    condition."""
    yield from condition_calls(target)
    known = (one for one in pool(target) if one.is_condition and one.origin != "constant")
    for rank, one in enumerate(itertools.islice(known, MOST_KNOWN)):
        weight = KNOWN[one.distance] / (1 + 0.02 * rank)
        yield one.text, weight
        yield from ((other, VARIED * weight) for other in _with_other_attributes(target.source, one.text))


def _with_other_attributes(source: SourceFile, text: str) -> Iterator[str]:
    """Yields the condition with each other attribute of the object, if it reads a single attribute."""
    attributes = [node for node in ast.walk(python_code.expression(f"({text})")) if isinstance(node, ast.Attribute)]
    if len(attributes) == 1 and isinstance(attributes[0].value, ast.Name):
        name = attributes[0].value.id
        for other in attributes_by_name(source).get(name, ())[:MOST_ATTRIBUTES_PER_NAME]:
            if other != attributes[0].attr:
                yield text.replace(f"{name}.{attributes[0].attr}", f"{name}.{other}")


def _parameters_none_by_default(target: PythonEditSite) -> list[str]:
    """Parameters that are None by default."""
    pairs = with_defaults(target.function.node.args) if target.function is not None else ()
    return [arg.arg for arg, default in pairs if isinstance(default, ast.Constant) and default.value is None]


def _conditions_of_forms(target: PythonEditSite, found: Sequence[Term]) -> Iterator[tuple[str, float]]:
    """Yields values in forms of conditions, those of the file and common ones, by their types."""
    forms = condition_forms(target.source, "self" in names_in_scope(target))
    for term, (form, share) in itertools.product(found, forms):
        if are_compatible(form.takes, term.types):
            yield form.filled(parenthesized_if_needed(term.text, form.needed)), term.weight * share**FLATNESS
    own = itertools.product(found[:MOST_PAIRED], target.source.classes)
    yield from ((f"isinstance({term.text}, {name})", 0.4 * term.weight) for term, name in own)


def _comparisons_with_constants(target: PythonEditSite, found: Sequence[Term]) -> Iterator[tuple[str, float]]:
    """Yields comparisons of values with short constants of the function and with members of enumerations."""
    known = (one for one in pool(target) if one.origin == "constant" and len(one.text) <= 14)
    constants = [one for one in known if one.text not in ("None", "True", "False", "0", "1")][:MOST_CONSTANTS]
    for term, one in itertools.product(found, constants):
        for form, weight in CONSTANT_FORMS[: len(CONSTANT_FORMS) if one.types == {"str"} else 1]:
            if are_compatible(term.types, one.types):
                yield form.format(term.text, one.text), weight * term.weight
    members = _enumeration_members(target.source)
    for term in found:
        yield from ((f"{term.text} == {one}", MEMBER) for one in members.get(term.text.rpartition(".")[2], ()))


@cached_per_search(64)
def _enumeration_members(source: SourceFile) -> Mapping[str, tuple[str, ...]]:
    """For each variable or attribute name, the enumeration members that the file assigns to or compares with it:
    `Status.OPEN`."""
    found: dict[str, dict[str, None]] = {}
    for node in ast.walk(source.tree):
        pairs: list[tuple[ast.expr, ast.expr | None]] = []
        if isinstance(node, ast.Compare) and len(node.comparators) == 1:
            pairs = [(node.left, node.comparators[0]), (node.comparators[0], node.left)]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            pairs = [(one, node.value) for one in assignment_targets(node)]
        for place, value in pairs:
            name = last_name(place)
            if isinstance(value, ast.Attribute) and value.attr.isupper() and isinstance(value.value, ast.Name) and name:
                cls = source.classes.get(value.value.id)
                known = [one for one in bound_names(cls) if one.isupper()] if cls is not None else [value.attr]
                members = [f"{value.value.id}.{one}" for one in known[:MOST_ATTRIBUTES_PER_NAME]]
                found.setdefault(name, {}).update(dict.fromkeys(members))
    return {name: tuple(texts) for name, texts in found.items()}


def _preconditions(target: PythonEditSite) -> Iterator[Weighed]:
    """Yields preconditions of the statement: a key exists, an index is within bounds, a value is below or above a
    limit."""
    reach = names_in_scope(target)
    for node in own_nodes(target.stmt):
        chain = _subscript_chain(node)
        if chain and all(variables_in(key) <= reach and is_simple(key) for _, key in chain):
            container, key = (ast.unparse(one) for one in chain[-1])
            yield f"{key} in {container}", LOOKED_UP, container, False
            bounds = [f"0 <= {ast.unparse(key)} < len({ast.unparse(of)})" for of, key in chain]
            yield " and ".join(bounds), LOOKED_UP, "", False
            yield " or ".join(f"{ast.unparse(key)} < 0" for _, key in chain), LOOKED_UP, "", False
    for text, base in _changed_sizes(target.stmt):
        for other, weight in _limits(target, base) if variables_in(base) <= reach else ():
            if not whole_expression_pattern(other).search(text):
                yield from ((f"{text} {sign} {other}", weight, "", False) for sign in "<>")


def _subscript_chain(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """(container, key) pairs of `rows[i][j]`, the outermost container first; empty for other code."""
    found: list[tuple[ast.expr, ast.expr]] = []
    while isinstance(node, ast.Subscript) and not isinstance(node.slice, (ast.Slice, ast.Tuple)):
        found.insert(0, (node.value, node.slice))
        node = node.value
    return found if found and is_simple(found[0][0]) else []


def _changed_sizes(stmt: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yields (text to compare with a bound, variable) for what the statement increases, decreases or appends to."""
    if isinstance(stmt, ast.AugAssign) and isinstance(stmt.op, (ast.Add, ast.Sub)):
        yield ast.unparse(stmt.target), stmt.target
    for node in own_nodes(stmt):
        method = node.func if isinstance(node, ast.Call) else None
        if isinstance(method, ast.Attribute) and method.attr in ("append", "add", "insert"):
            yield f"len({ast.unparse(method.value)})", method.value


def _limits(target: PythonEditSite, base: ast.expr) -> Iterator[tuple[str, float]]:
    """Yields (limit, weight): the amount that the statement adds or subtracts, then other attributes of the same
    object."""
    value = target.stmt.value if isinstance(target.stmt, ast.AugAssign) else None
    if value is not None and is_simple(value):
        yield ast.unparse(value), 0.6
    holder = base.value if isinstance(base, ast.Attribute) else None
    if isinstance(holder, ast.Name):
        own = self_attributes(target)[0] if holder.id == "self" else ()
        known = own or attributes_by_name(target.source).get(holder.id, ())
        yield from ((f"{holder.id}.{name}", 0.4) for name in known[:MOST_ATTRIBUTES_PER_NAME])


def _comparisons(target: PythonEditSite, found: Sequence[Term]) -> Iterator[Weighed]:
    """Yields comparisons of the nearest values with each other, and of unused definitions with all values."""
    unused, nearest = unused_definition_strengths(target), found[:MOST_PAIRED]
    rest = ((one, other) for one in found if one.text in unused for other in found[MOST_PAIRED:])
    for one, other in (
        *itertools.combinations(nearest, 2),
        *rest,
        *itertools.product(nearest, _constants(target.source)),
    ):
        for sign, weight in PAIRS:
            sides = (one, other), (other, one)
            for a, b in sides if sign == "in" else sides[:1]:
                if sign == "in" or (
                    are_compatible(a.types, b.types) and not (sign in "<>" and TRUTH & (a.types | b.types))
                ):
                    container = b.text if sign == "in" else ""
                    yield f"{a.text} {sign} {b.text}", weight * a.weight * b.weight, container, False


@cached_per_search(64)
def _constants(source: SourceFile) -> Sequence[Term]:
    """The module's constants, unread ones first."""
    read = read_names(ast.walk(source.tree))
    taken = [one.name for one in imported_names(source.tree.body) if one.member]
    named = [*module_constants(source), *(name for name in taken if name.isupper())]
    found = [Term(name, READ_CONSTANT_RELEVANCE if name in read else 1.0) for name in named]
    return sorted(found, key=lambda one: -one.weight)[:MOST_NAMED]


def _size_comparisons(target: PythonEditSite, found: Sequence[Term]) -> Iterator[tuple[str, float]]:
    """Yields comparisons of lengths and of the function's operations with other values, and remainders."""
    reach = {*local_names(target), "self"}
    own_operations = operations(target.function.node) if target.function is not None else {}
    computed = [text for text, names in own_operations.items() if names <= reach][:MOST_OPERATIONS]
    sizes = [
        Term(f"len({one.text})", DERIVED_RELEVANCE * one.weight) for one in found if not one.text.startswith("len(")
    ]
    measures = [*(Term(text, DERIVED_RELEVANCE) for text in computed), *sizes[:MOST_PAIRED]]
    for one, other in itertools.product(measures, found[:MOST_PAIRED]):
        if not whole_expression_pattern(other.text).search(one.text):
            yield from (
                (f"{one.text} {sign} {other.text}", share * one.weight * other.weight) for sign, share in MEASURES
            )
    for one, other in itertools.permutations(found[:MOST_PAIRED], 2):
        yield f"{one.text} % {other.text}", 0.2 * one.weight * other.weight
    for one, other in itertools.combinations(sizes[:MOST_PAIRED], 2):
        yield f"{one.text} == {other.text}", 0.5 * one.weight * other.weight
