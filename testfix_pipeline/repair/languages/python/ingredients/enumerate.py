"""Enumerates expressions for slots: what may be used at a statement, in order of distance."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.analysis.blocks import siblings_of
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.opposites import negate_condition
from testfix_pipeline.repair.languages.python.analysis.scope import (
    class_attributes,
    local_names,
    module_names,
    names_in_scope,
)
from testfix_pipeline.repair.languages.python.ingredients.forms import common_forms
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import (
    SELF,
    Form,
    Mention,
    likeliest,
    mined,
    usable,
)
from testfix_pipeline.repair.languages.python.ingredients.slots import precedence_of_text
from testfix_pipeline.repair.languages.python.ingredients.static_types import (
    ANY,
    NONE,
    NUMBERS,
    Types,
    are_compatible,
    typing_of,
)
from testfix_pipeline.repair.languages.python.source import SourceFile, header_end
from testfix_pipeline.repair.languages.python.templates import precedence
from testfix_pipeline.repair.model.source_cache import cached_per_search

STATEMENT, NEAR, FUNCTION, CLASS, MODULE = range(5)
MOST_MINED = 300
ATOMS, FORMS, MOST_COMPARED, MOST_CLASSES = 24, 60, 8, 8
"""The number of values and of forms that are combined to conditions, and of values compared with each other."""
_NONE = ("{value} is not None", "{value} is None", "{value}", "not {value}")
_EMPTY = ("{value}", "not {value}")
_IN = ("{key} in {value}", "{key} not in {value}")
CRASHES: dict[str, dict[type[ast.expr], Sequence[str]]] = {
    "AttributeError": {ast.Attribute: (*_NONE, "hasattr({value}, {key})", "not hasattr({value}, {key})")},
    "TypeError": dict.fromkeys((ast.Attribute, ast.Subscript, ast.BinOp), _NONE),
    "KeyError": {ast.Subscript: (*_IN, *_EMPTY)},
    "IndexError": {ast.Subscript: (*_EMPTY, "{key} < len({value})", "{key} >= len({value})")},
    "ZeroDivisionError": {ast.BinOp: (*_EMPTY, "{value} == 0", "{value} != 0")},
}
"""The checks of a value, or of a key or attribute of it, that prevent each exception, by what raises it."""
SHARE_OF_MINED, MOST_CONDITIONS = 0.5, 200
SYMMETRIC = ("==", "!=", "is", "is not")


@dataclass(frozen=True, slots=True)
class Ingredient:
    """An expression for a slot.

    origin: "name", "constant", "attribute" or "mined". distance: how far away it occurs (`STATEMENT` to `MODULE`).
    """

    text: str
    types: Types
    origin: str
    distance: int
    is_condition: bool = False


@cached_per_search(1024)
def _pool(
    source: SourceFile, stmt: ast.stmt, function: ast.AST | None, owner: ast.ClassDef | None, names: tuple[str, ...]
) -> tuple[Ingredient, ...]:
    """The ingredients in reach of a statement, the nearest first, each text once."""
    known, near = typing_of(source), _nearby_statements(source, stmt)
    found: dict[str, tuple[tuple[int, ...], Ingredient]] = {}
    own = (*_names_in_reach(source, stmt, names, function), *_attributes_of_self(source, owner, names))
    for text, origin, distance, line in own:
        types = known.of(python_code.expression(text), function)
        _keep_nearest(found, (distance, 0, line), Ingredient(text, types, origin, distance))
    for mention in usable(mined(source), frozenset(names)):
        distance = _distance(mention, stmt, near, function, owner)
        line = abs(mention.node.lineno - stmt.lineno)
        origin = _ORIGINS.get(type(mention.node), "mined")
        if origin == "attribute" and not mention.needs:
            origin = "member"
        if mention.needs & SELF and mention.owner is not owner and not _is_base(mention.owner, owner):
            continue
        key = (distance, len(mention.text) // 10, line)
        _keep_nearest(found, key, Ingredient(mention.text, mention.types, origin, distance, mention.is_condition))
    ordered = [one for _, one in sorted(found.values(), key=lambda pair: (pair[0], pair[1].text))]
    return tuple(ordered[: 3 * MOST_MINED])


def _is_base(one: ast.AST | None, owner: ast.ClassDef | None) -> bool:
    """Whether a class is among the bases of another one."""
    return isinstance(one, ast.ClassDef) and owner is not None and one.name in map(last_name, owner.bases)


_ORIGINS: dict[type[ast.AST], str] = {ast.Constant: "constant", ast.Attribute: "attribute"}


def _keep_nearest(found: dict[str, tuple[tuple[int, ...], Ingredient]], key: tuple[int, ...], one: Ingredient) -> None:
    """Keeps the nearest mention of a text; it is a condition if one of its mentions is."""
    if one.text in found:
        known, other = found[one.text]
        if one.is_condition and not other.is_condition:
            other = Ingredient(other.text, other.types, other.origin, other.distance, True)
        found[one.text] = (min(known, key), other if known <= key else one)
    else:
        found[one.text] = (key, one)


def _nearby_statements(source: SourceFile, stmt: ast.stmt) -> frozenset[ast.AST]:
    """The statements before and after this one and those around it."""
    block, at = siblings_of(source, stmt)
    around = [one for one in source.ancestors(stmt) if isinstance(one, ast.stmt)][:2]
    return frozenset([*block[max(0, at - 1) : at], *block[at + 1 : at + 2], *around])


def _distance(
    mention: Mention, stmt: ast.stmt, near: frozenset[ast.AST], function: ast.AST | None, owner: ast.AST | None
) -> int:
    if mention.function is not function:
        return CLASS if owner is not None and mention.owner is owner else MODULE
    line = mention.node.lineno
    if stmt.lineno <= line <= header_end(stmt):
        return STATEMENT
    beside = any(one.lineno <= line <= (one.end_lineno or line) for one in near)  # type: ignore[attr-defined]
    return NEAR if beside and function is not None else FUNCTION if function is not None else MODULE


def _names_in_reach(
    source: SourceFile, stmt: ast.stmt, names: tuple[str, ...], function: ast.AST | None
) -> Iterator[tuple[str, str, int, int]]:
    lines = _lines_of_names(function) if function is not None else {}
    for name in names:
        if name not in ("_", "self", "cls"):
            line = min((abs(one - stmt.lineno) for one in lines.get(name, ())), default=99)
            yield name, "name", STATEMENT if line == 0 else NEAR if line <= 2 else FUNCTION, line
    for name in module_names(source)[0]:
        if name not in names:
            line = min((abs(one - stmt.lineno) for one in lines.get(name, ())), default=99)
            yield name, "name", FUNCTION if line < 99 else MODULE, line


@cached_per_search(1024)
def _lines_of_names(function: ast.AST) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for node in ast.walk(function):
        if isinstance(node, (ast.Name, ast.arg)):
            found.setdefault(node.id if isinstance(node, ast.Name) else node.arg, []).append(node.lineno)
    return found


def _attributes_of_self(
    source: SourceFile, owner: ast.ClassDef | None, names: tuple[str, ...]
) -> Iterator[tuple[str, str, int, int]]:
    if owner is not None and "self" in names:
        yield from ((f"self.{name}", "attribute", CLASS, 0) for name in class_attributes(source, owner)[0])


def pool(target: PythonEditSite) -> tuple[Ingredient, ...]:
    """The ingredients in reach of a statement, the nearest first, each text once."""
    function = target.function
    names = tuple(dict.fromkeys([*local_names(target), *sorted(names_in_scope(target) & SELF)]))
    node, owner = (function.node, function.self_class) if function is not None else (None, None)
    return _pool(target.source, target.stmt, node, owner, names)


def values(target: PythonEditSite, accepts: Types = ANY, origins: Sequence[str] = ()) -> Iterator[Ingredient]:
    """Yields the ingredients of compatible types and these origins (any origin if none is given)."""
    for one in pool(target):
        if (not origins or one.origin in origins) and are_compatible(one.types, accepts):
            yield one


COMMON_CONSTANTS = ("None", "True", "False", "0", "1", "-1", '""', "[]", "{}", "()", "set()")


def constants(target: PythonEditSite, node: ast.expr | None, accepts: Types) -> Iterator[str]:
    """Yields constants that may replace one: neighbouring numbers, expected values of the tests, constants of the
    surrounding code, empty values."""
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, bool):
        yield str(not value)
        yield "None"
        return
    if isinstance(value, (int, float)):
        yield from (repr(value + 1), repr(value - 1), repr(-value))
    for _, expected in target.failure_evidence.values:
        yield expected
    yield from (one.text for one in itertools.islice(values(target, accepts, ["constant"]), 40))
    known = typing_of(target.source)
    for text in COMMON_CONSTANTS:
        types = known.of(python_code.expression(text))
        if value is None or types == frozenset({NONE}) or types & accepts or (types & NUMBERS and accepts & NUMBERS):
            yield text


def conditions(target: PythonEditSite) -> tuple[str, ...]:
    """Conditions on the ingredients in reach, likeliest first.

    The weight of a value falls with its rank; the weights of forms and operators are counted in the file and the
    standard library.
    """
    return tuple(dict.fromkeys([*_checks_against_crash(target), *_conditions(target.source, target.stmt)]))


def _checks_against_crash(target: PythonEditSite) -> Iterator[str]:
    """Yields checks of the values in the statement that a failing test crashed on."""
    forms = CRASHES.get(target.crash(), {})
    for node in target.expressions(*forms) if forms else ():
        match node:
            case ast.Subscript():
                value, key = target.text(node.value), target.text(node.slice)
            case ast.Attribute():
                value, key = target.text(node.value), f'"{node.attr}"'
            case ast.BinOp():
                value = key = target.text(node.right)
        yield from (form.format(value=value, key=key) for form in forms[type(node)] if "\n" not in value + key)


@cached_per_search(1024)
def _conditions(source: SourceFile, stmt: ast.stmt) -> tuple[str, ...]:
    target = PythonEditSite(source, stmt, source.function_of(stmt), FailureEvidence())
    found: dict[str, float] = {}
    for text, share in itertools.chain(
        _mined_conditions(target), _key_conditions(target), _conditions_of_forms(target), _comparisons_of_pairs(target)
    ):
        found[text] = max(found.get(text, 0.0), share)
    return tuple(sorted(found, key=lambda text: (-found[text], text)))[:MOST_CONDITIONS]


def _key_conditions(target: PythonEditSite) -> Iterator[tuple[str, float]]:
    """Yields conditions that a key of a lookup in the statement exists."""
    found = [one for one in target.expressions(ast.Subscript) if isinstance(one, ast.Subscript)]
    keys = [(target.text(one.slice), target.text(one.value)) for one in found if not isinstance(one.slice, ast.Slice)]
    for rank, (key, value) in enumerate(dict.fromkeys(keys)):
        for form in (*_IN, *_EMPTY) if "\n" not in key + value else ():
            yield form.format(key=key, value=value), SHARE_OF_MINED / (2 + rank)


def _mined_conditions(target: PythonEditSite) -> Iterator[tuple[str, float]]:
    """Yields the conditions of the surrounding code and their negations."""
    known = (one for one in pool(target) if one.is_condition and one.origin != "constant")
    for rank, one in enumerate(itertools.islice(known, MOST_MINED)):
        yield one.text, SHARE_OF_MINED / (1 + rank)
        yield negate_condition(one.text), SHARE_OF_MINED / (2 + 2 * rank)


def atoms(target: PythonEditSite) -> list[Ingredient]:
    """The variables and attributes in reach that conditions may use, the nearest first."""
    return [one for one in pool(target) if one.origin in ("name", "attribute")][:ATOMS]


def _conditions_of_forms(target: PythonEditSite) -> Iterator[tuple[str, float]]:
    """Yields values in the forms of conditions."""
    forms = condition_forms(target.source, "self" in names_in_scope(target))
    for rank, atom in enumerate(atoms(target)):
        for form, share in forms:
            if are_compatible(form.takes, atom.types):
                yield form.filled(parenthesized_if_needed(atom.text, form.needed)), share / (1 + rank)


@cached_per_search(128)
def condition_forms(source: SourceFile, with_self: bool) -> list[tuple[Form, float]]:
    """The forms of conditions, those of the file and common ones with equal weight."""
    found: dict[Form, float] = {}
    for form, share in [*likeliest(mined(source).conditions), *common_forms("condition")]:
        if with_self or not form.needs_self:
            known = next((one for one in found if (one.before, one.after) == (form.before, form.after)), form)
            found[known] = found.get(known, 0.0) + share / 2
    for kind, count in mined(source).classes.most_common(MOST_CLASSES):
        form = Form("isinstance(", f", {kind})", precedence.TEST, "Call")
        found.setdefault(form, 0.1 * count / mined(source).classes.total())
    return sorted(found.items(), key=lambda one: -one[1])[:FORMS]


def _comparisons_of_pairs(target: PythonEditSite) -> Iterator[tuple[str, float]]:
    """Yields comparisons of two values, by the operators with which the file compares variables."""
    self_value = [Ingredient("self", ANY, "name", NEAR)] if "self" in names_in_scope(target) else []
    near = [*atoms(target)[:MOST_COMPARED], *self_value]
    counts = mined(target.source).operators
    total = counts.total() + mined(target.source).conditions.total()
    for (rank, one), (other_rank, other) in itertools.permutations(enumerate(near), 2):
        for symbol, count in counts.most_common(6):
            fits = symbol in ("in", "not in") or are_compatible(one.types, other.types)
            if fits and (rank < other_rank or symbol not in SYMMETRIC):
                yield f"{one.text} {symbol} {other.text}", count / total / (1 + rank) / (1 + other_rank)


def parenthesized_if_needed(text: str, needed: int) -> str:
    """The code, in parentheses if it binds less tightly than needed."""
    return f"({text})" if precedence_of_text(text) < needed else text


def distinct_texts(texts: Iterable[str], excluded: str, most: int) -> Iterator[str]:
    """Yields at most `most` different texts, without `but`."""
    known = dict.fromkeys(texts)
    known.pop(excluded, None)
    yield from itertools.islice(known, most)
