"""Values that an action may return or assign at a place, as source text with weights."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.python_code import assignment_targets, names_in, read_names
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.related_statements import names_in_reach, related_statements
from testfix_pipeline.repair.languages.python.analysis.scope import (
    FACTORIES,
    local_names,
    module_constants,
    names_in_scope,
    own_attribute,
    self_attributes,
    walk_scope,
)
from testfix_pipeline.repair.languages.python.failure_evidence import is_literal, value_of
from testfix_pipeline.repair.languages.python.ingredients.condition_values import is_simple
from testfix_pipeline.repair.languages.python.ingredients.expressions import value_forms
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile, own_nodes
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint
from testfix_pipeline.repair.model.source_cache import cached_per_search

MOST_RETURNED, MOST_ASSIGNED, MOST_DISPLAYED = 60, 60, 4
MOST_MEASURES, LONGEST_MEASURE = 8, 24
BINARY_METHODS = re.compile(r"__(eq|ne|[lg][te]|r?(add|sub|mul|truediv|floordiv|mod|and|or|xor))__")
CONTAINER_FORMS = (("[{}]", 0.45), ("({},)", 0.35))
COMMON_VALUES = (("[]", 0.4), ("{}", 0.4), ("None", 0.35), ("''", 0.35), ("0", 0.3), ("()", 0.3), ("True", 0.25),
         ("False", 0.25), ("1", 0.2), ("set()", 0.2))  # fmt: skip
EMPTY_VALUES = ("None", "0", "''", "[]", "{}", "False", "0.0")


def values_to_return(place: ProbePoint) -> dict[str, float]:
    """The values that the function may return here with their weights, the likeliest first."""
    function = place.target.function
    assert function is not None
    found: dict[str, float] = {}
    for text, weight in _weighed_return_values(place, function):
        found[text] = max(weight, found.get(text, 0.0))
    return dict(sorted(found.items(), key=lambda item: -item[1])[:MOST_RETURNED])


def _weighed_return_values(place: ProbePoint, function: PythonFunction) -> Iterator[tuple[str, float]]:
    target = place.target
    returns = [node for node in walk_scope(function.node) if isinstance(node, ast.Return)]
    old_values = [node.value for node in returns if node.value is not None]
    reach = set(local_names(target)) | names_in_reach(target)
    for value in old_values:
        text = target.source.segment(value)
        names = read_names(ast.walk(value))
        if names <= reach and len(text) < 60 and "\n" not in text:
            yield text, 0.65
    yield from _usual_values(place, function, old_values)
    yield from _names_and_expressions(place, function)
    for _, expected in target.failure_evidence.values:
        if is_literal(expected) and len(expected) < 20 and not _is_filled(expected):
            yield expected, 0.3
    yield from (
        (text, 0.4)
        for text in _containers_of_arguments(target.failure_evidence, [one.arg for one in function.arguments])
    )


def _usual_values(
    place: ProbePoint, function: PythonFunction, old_values: Sequence[ast.expr]
) -> Iterator[tuple[str, float]]:
    target = place.target
    for rank, text in enumerate(_early_return_values(target)):
        yield text, (0.7 if old_values else 0.4) / (1 + 0.12 * rank)
    yield "None", 0.7 if any(isinstance(v, ast.Constant) and v.value is None for v in old_values) else 0.5
    if _returns_boolean(function, old_values):
        yield from (("True", 0.7), ("False", 0.7))
    else:
        yield from (("True", 0.3), ("False", 0.35))
    if BINARY_METHODS.fullmatch(function.name):
        yield "NotImplemented", 0.8
    if function.owner is not None:
        yield from _values_for_methods(place, function)


def _names_and_expressions(place: ProbePoint, function: PythonFunction) -> Iterator[tuple[str, float]]:
    target = place.target
    for argument in function.arguments:
        if argument.arg not in ("self", "cls"):
            yield argument.arg, 0.5
    for name in local_names(target):
        yield name, 0.35
    yield from (
        (text, 0.4 / (1 + 0.1 * rank))
        for rank, text in enumerate(_computed_expressions(function, set(local_names(target))))
    )
    for text, near in related_statements(target):
        if text.startswith("return ") and "\n" not in text:
            yield text.removeprefix("return ").strip(), 0.45 if near else 0.3
    for rank, name in enumerate(_variables_read(place)[:3]):
        for form, weight in forms_of_value(place):
            yield form.format(name), 0.7 * weight / (1 + 0.4 * rank)


def _computed_expressions(function: PythonFunction, names: set[str]) -> list[str]:
    """Expressions that the function computes from its variables: lengths and other calls, results of operations."""
    kinds = (ast.Call, ast.BinOp)
    parts = [node for node in walk_scope(function.node) if isinstance(node, kinds) and _reads_only(node, names)]
    texts = (ast.unparse(node) for node in parts if isinstance(node, ast.BinOp) or is_simple(node))
    return [text for text in dict.fromkeys(texts) if len(text) <= LONGEST_MEASURE][:MOST_MEASURES]


def _reads_only(node: ast.expr, names: set[str]) -> bool:
    """Whether an expression reads no other variables; names of called functions, such as `len`, do not count."""
    called = {id(part.func) for part in ast.walk(node) if isinstance(part, ast.Call)}
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and id(n) not in called} <= names


def _is_filled(expected: str) -> bool:
    """Whether an expected value is a container with elements: the value for one input, not for all."""
    return expected[:1] in "[({" and len(expected) > 2


def _containers_of_arguments(failure_evidence: FailureEvidence, arguments: Sequence[str]) -> Iterator[str]:
    """Yields containers of the function's arguments, of the type and length of containers that failing tests expect."""
    names = [name for name in arguments if name not in ("self", "cls")][:MOST_DISPLAYED]
    for node in dict.fromkeys(text for _, text in failure_evidence.values if is_literal(text) and _is_filled(text)):
        value = value_of(node)
        if isinstance(value, dict) and len(value) == 1:
            yield from (f"{{{one}: {other}}}" for one, other in itertools.permutations(names, 2))
        elif isinstance(value, (list, tuple, set)) and len(value) in (1, 2):
            form = "[{}]" if isinstance(value, list) else "({})" if isinstance(value, tuple) else "{{{}}}"
            end = "," if isinstance(value, tuple) and len(value) == 1 else ""
            yield from (form.format(", ".join(some) + end) for some in itertools.permutations(names, len(value)))


def _returns_boolean(function: PythonFunction, values: Sequence[ast.expr]) -> bool:
    is_named_as_question = function.name.lstrip("_").startswith(("is_", "has_", "can_", "should_", "contains", "match"))
    return is_named_as_question or any(
        isinstance(v, ast.Compare) or (isinstance(v, ast.Constant) and isinstance(v.value, bool)) for v in values
    )


def _values_for_methods(place: ProbePoint, function: PythonFunction) -> Iterator[tuple[str, float]]:
    yield "self", 0.35
    for name in self_attributes(place.target)[0][:6]:
        yield f"self.{name}", 0.25
    if function.owner and function.owner.bases:
        given = ", ".join(argument.arg for argument in function.arguments[1:])
        yield f"super().{function.name}({given})", 0.3


def returns_nothing(function: PythonFunction) -> bool:
    """Whether callers get None: no return has a value, and the function does not end with a raise."""
    returns_value = any(isinstance(node, ast.Return) and node.value is not None for node in walk_scope(function.node))
    return not returns_value and not isinstance(function.node.body[-1], ast.Raise)


def values_to_assign(place: ProbePoint) -> dict[tuple[str, str], float]:
    """The weights of (variable, value) pairs: variables that the place reads, with a changed value or a default."""
    found: dict[tuple[str, str], float] = {}
    names = _updated_attributes(place.target.stmt) if place.side == "behind" else _variables_read(place)
    for rank, name in enumerate(names[:4]):
        share = 1 / (1 + 0.3 * rank)
        for form, weight in forms_of_value(place):
            found[(name, form.format(name))] = weight * share
        for text, weight in COMMON_VALUES:
            found[(name, text)] = weight * share
        for other in local_names(place.target)[:8]:
            if other != name:
                found[(name, other)] = 0.3 * share
        for other in _limits(place):
            if other != name:
                found[(name, other)] = 0.4 * share
    return dict(sorted(found.items(), key=lambda item: -item[1])[:MOST_ASSIGNED])


LIMIT = re.compile(
    r"(^|_)(max|min|most|least|limit|cap|capacity|lowest|highest|size|maximum|minimum)(_|$)", re.IGNORECASE
)


def _updated_attributes(stmt: ast.stmt) -> list[str]:
    """The attributes of the object that a statement sets or updates: after it they may be out of bounds."""
    places = assignment_targets(stmt) if isinstance(stmt, (ast.Assign, ast.AugAssign)) else []
    return [f"self.{name}" for name in map(own_attribute, places) if name]


def _limits(place: ProbePoint) -> list[str]:
    """Constants of the module and attributes of the object whose names say that they are bounds."""
    own = (
        [f"self.{name}" for name in self_attributes(place.target)[0]] if "self" in names_in_scope(place.target) else []
    )
    return [name for name in (*module_constants(place.target.source), *own) if LIMIT.search(name.rpartition(".")[2])]


def forms_of_value(place: ProbePoint) -> list[tuple[str, float]]:
    """(format, weight) of expressions on a value: those that the file uses, common ones, and containers of
    the value."""
    known = [
        one for one in value_forms(place.target.source) if one[0].of != "Attribute" and "{" not in one[0].filled("")
    ]
    return [*((form.filled("{}"), share) for form, share in known), *CONTAINER_FORMS]


def _variables_read(place: ProbePoint) -> list[str]:
    """The names and attributes of self that the statement reads, then the parameters."""
    target, source = place.target, place.target.source
    locals_ = set(local_names(target))
    found: dict[str, None] = {}
    for node in own_nodes(target.stmt):
        if not isinstance(getattr(node, "ctx", None), ast.Load):
            continue
        if isinstance(node, ast.Name) and node.id in locals_:
            found.setdefault(node.id)
        elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "self" and not source.is_called(node):
            found.setdefault(f"self.{node.attr}")
    assert target.function is not None
    found.update((a.arg, None) for a in target.function.arguments if a.arg not in ("self", "cls"))
    return list(found)


def _early_return_values(target: PythonEditSite) -> list[str]:
    """Values that the function could return early: simple values it returns elsewhere, then common empty ones."""
    return list(_values_of_function(target.source, target.function)) if target.function else []


@cached_per_search(1024)
def _values_of_function(source: SourceFile, function: PythonFunction) -> Sequence[str]:
    found: dict[str, None] = {}
    for node in ast.walk(function.node):
        if isinstance(node, ast.Return) and node.value is not None:
            text = source.segment(node.value)
            names = names_in(node.value)
            if len(text) < 30 and names <= {a.arg for a in function.arguments}:
                found.setdefault(text)
            found.update(dict.fromkeys(_empty_like(node.value)))
            if isinstance(node.value, ast.Name):
                found.update(dict.fromkeys(_empty_for_variable(function, node.value.id)))
    return [*found, *(value for value in EMPTY_VALUES if value not in found)]


def _empty_for_variable(function: PythonFunction, name: str) -> list[str]:
    """The empty value of a variable's type, by the values bound to it."""
    stmts = [node for node in walk_scope(function.node) if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value]
    places = [(one, stmt.value) for stmt in stmts for one in assignment_targets(stmt)]
    bound = [value for one, value in places if getattr(one, "id", "") == name and value is not None]
    return [text for value in bound for text in _empty_like(value)]


def _empty_like(node: ast.expr) -> list[str]:
    """The empty values of an expression's type, as far as its syntax shows it."""
    kinds: list[tuple[tuple[type[ast.expr], ...], str]] = [
        ((ast.List, ast.ListComp), "[]"),
        ((ast.Dict, ast.DictComp), "{}"),
        ((ast.JoinedStr,), "''"),
        ((ast.Compare,), "False"),
        ((ast.Set, ast.SetComp), "set()"),
    ]
    found = [text for types, text in kinds if isinstance(node, types)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Mult, ast.Sub, ast.Add)):
        found += ["0", "0.0"]
    elif isinstance(node, ast.BinOp):
        found += _empty_like(node.left)
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in FACTORIES:
        found.append(FACTORIES[node.func.id])  # type: ignore[attr-defined]
    elif isinstance(node, ast.Tuple) and len(node.elts) > 1:
        found += [", ".join([value] * len(node.elts)) for value in ("0", "None", "[]")]
    return found
