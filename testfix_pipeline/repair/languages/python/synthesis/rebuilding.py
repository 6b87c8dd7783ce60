"""Replaces parts of a statement by other expressions with the same value in passing tests.

The probe records the value of a part at each hit of failing and passing tests, and there the value of every expression
that may replace it. An expression is a candidate if its value is the same at all hits of passing tests and differs at a
hit of a failing one. Expressions with the same values at all hits represent each other (observational equivalence), and
only the likeliest are tried.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.failure_evidence import value_of
from testfix_pipeline.repair.languages.python.ingredients.condition_values import whole_expression_pattern
from testfix_pipeline.repair.languages.python.ingredients.expressions import conditions, expressions, is_pure
from testfix_pipeline.repair.languages.python.source import own_nodes
from testfix_pipeline.repair.languages.python.synthesis.action_stages import PRODUCER, WrittenAction
from testfix_pipeline.repair.languages.python.synthesis.observation import Sight, probe_places
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint, places_at, places_inside
from testfix_pipeline.repair.languages.python.synthesis.replacement_kinds import kind_of_replacement
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.validation.validator import Validator

KIND, KIND_OF_CONDITION = "expression.rebuilt", "condition.replaced"
MOST_PARTS = 14
MOST_OF_PART, MOST_EQUIVALENT, MOST_GROWN = 14, 2, 24
# Prior of an expression that agrees with the part at all hits of passing tests, and of one without any such hit.
AGREEING, UNSUPPORTED = 0.85, 0.3
# Prior of one that contains the part and differs from it there: a passing test may not check the value.
GROWN = 0.2
# The share of the doubt that remains after each further value of the part with which an expression agrees.
DOUBT = 0.55
# The number of agreeing expressions above which agreement counts less, and how far agreement levels the prior weights.
FEW, LEVELLED = 10, 0.7
# The share of the doubt that is removed if an expression has the value that a failing assertion expects.
EXPLAINING = 0.6
NUMBERS = {"int", "float", "bool"}
INNER = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.JoinedStr)
NO_VALUES = (ast.match_case, ast.ExceptHandler)
"""Parts of a statement that are not evaluated at its start: patterns with their names, types of exceptions."""


@dataclass(frozen=True)
class ExpressionPart:
    """An expression of the statement with its text as the probe knows it.

    rank: the index among the parts whose values can only be recorded during evaluation (calls); None for those that the
    probe evaluates.
    """

    node: ast.expr
    text: str
    is_condition: bool
    rank: int | None


@dataclass(frozen=True)
class ProbeQuestion:
    """The request to the probe for one place. `weights`: for the text of an expression, the likelihood that it was
    meant."""

    place: ProbePoint
    parts: Sequence[ExpressionPart]
    weights: Mapping[str, float]
    for_conditions: Mapping[str, float]

    @property
    def texts(self) -> list[str]:
        """The expressions that are evaluated, each once."""
        return list(dict.fromkeys([*(part.text for part in self.parts), *self.weights, *self.for_conditions]))

    def pool(self, part: ExpressionPart) -> Mapping[str, float]:
        """The expressions that may replace one of the parts, with their weights."""
        return self.for_conditions if part.is_condition else self.weights


@dataclass
class ProbeHits:
    """The hits of a place, and the key of each value at each hit: by expression, and by rank of a part."""

    sights: list[Sight] = field(default_factory=list)
    keys: dict[str, list[str]] = field(default_factory=dict)
    passed: dict[int, list[str]] = field(default_factory=dict)

    def of(self, part: ExpressionPart) -> Sequence[str]:
        """The keys of a part's values, hit by hit."""
        return self.keys.get(part.text, ()) if part.rank is None else self.passed.get(part.rank, ())


def probe_questions(target: PythonEditSite, score: float) -> list[ProbeQuestion]:
    """The requests for the place before a statement and for those inside its comprehensions; only where parts could be
    rebuilt."""
    place_before = next((place for place in places_at(target, score) if place.side == "before"), None)
    found = []
    for place in [*([place_before] if place_before is not None else []), *places_inside(target, score)]:
        parts = parts_of(place)
        if not parts:
            continue
        unknown = tuple(part.node for part in parts if part.rank is not None)
        value_nodes = [part.node for part in parts if not part.is_condition]
        of_conditions = conditions(target) if len(value_nodes) < len(parts) else {}
        inner_value = place.value if place.side == "inside" else None
        of_values = expressions(target, value_nodes, inner_value) if value_nodes else {}
        found.append(ProbeQuestion(replace(place, parts=unknown), parts, of_values, of_conditions))
    return found


def parts_of(place: ProbePoint) -> list[ExpressionPart]:
    """The values of the place's own code that may be rebuilt, the larger ones first."""
    target = place.target
    if isinstance(target.stmt, (ast.Import, ast.ImportFrom, ast.Raise, ast.Assert)):
        return []
    whole: ast.AST = target.stmt if place.side == "before" else place.value or target.stmt
    hidden = {
        id(n) for node in own_nodes(target.stmt) if isinstance(node, (*INNER, *NO_VALUES)) for n in ast.walk(node)
    }
    if isinstance(target.stmt, ast.AnnAssign):
        hidden |= {id(n) for n in ast.walk(target.stmt.annotation)}
    if place.side == "inside":
        hidden = {id(n) for node in _nodes_within(whole) if isinstance(node, INNER) for n in ast.walk(node)}
    found: list[ExpressionPart] = []
    call_count = 0
    for node in _nodes_within(whole):
        if not isinstance(node, ast.expr) or (id(node) in hidden and not isinstance(node, ast.JoinedStr)):
            continue
        if not _is_replaceable(target, node) or not target.source.is_real(node):
            continue
        is_test = isinstance(node, (ast.Compare, ast.BoolOp)) or (isinstance(node, ast.UnaryOp) and _negates(node))
        is_evaluated = is_pure(node) and not any(isinstance(part, ast.Call) for part in ast.walk(node))
        found.append(ExpressionPart(node, ast.unparse(node), is_test, None if is_evaluated else call_count))
        call_count += not is_evaluated
    return found[:MOST_PARTS]


def _nodes_within(node: ast.AST) -> list[ast.AST]:
    return list(own_nodes(node)) if isinstance(node, ast.stmt) else list(ast.walk(node))


def _negates(node: ast.UnaryOp) -> bool:
    return isinstance(node.op, ast.Not)


def _is_replaceable(target: PythonEditSite, node: ast.expr) -> bool:
    """Whether another expression may replace this one: it is read, not called, and no literal True, False or None."""
    parent = target.source.parents[node]
    if target.source.is_called(node):
        return False
    if isinstance(parent, (ast.keyword, ast.Attribute)) and isinstance(node, ast.Constant):
        return False
    if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bool)):
        return False
    is_sliced = isinstance(node, ast.Tuple) and any(isinstance(one, ast.Slice) for one in node.elts)
    if (
        is_sliced  # is no expression outside of an index
        or isinstance(node, (ast.Slice, ast.Starred))
        or isinstance(parent, ast.FormattedValue)
        or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    ):
        return False
    return not isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr, *INNER))


def observe_and_rebuild(
    validator: Validator, questions: Sequence[ProbeQuestion], failing: Sequence[TestId]
) -> Iterator[WrittenAction]:
    """Observes places of one file in one run, and yields the rebuilt statements. Raises ServerLost."""
    orders = [{"conditions": [], "values": [], "variables": [], "parts": question.texts} for question in questions]
    reports = probe_places(validator, [question.place for question in questions], orders, failing)
    for number, question in enumerate(questions):
        seen = merge_reports(question, [(sights[number], report[number]) for sights, report in reports])
        if any(sight.failing for sight in seen.sights):
            yield from rebuild_parts(question, seen)


def rebuild_parts(question: ProbeQuestion, seen: ProbeHits) -> Iterator[WrittenAction]:
    """Yields the statement with one part replaced, for every expression that agrees with the part in passing tests."""
    place = question.place
    expected = expectations(place.target.failure_evidence.values)
    for part in question.parts:
        default_kind = KIND_OF_CONDITION if part.is_condition else KIND
        for text, weight in _fitting_expressions(part, question.pool(part), seen, expected):
            kind = kind_of_replacement(part.node, text, default_kind)
            edit = place.target.replace(part.node, _as_operand(place.target, part.node, text), kind, weight, text[:50])
            candidate = Candidate.single(place.target.source, edit, place.score * weight, PRODUCER)
            yield WrittenAction(candidate.score, place, candidate, (place.key, part.text, text), under_condition=False)


def _fitting_expressions(
    part: ExpressionPart, pool: Mapping[str, float], seen: ProbeHits, expected: Mapping[str, frozenset[str]]
) -> list[tuple[str, float]]:
    """(text, weight) of the pool's expressions that suit the part's place."""
    own_keys = seen.of(part)
    if not own_keys:
        return []
    different = [
        text
        for text in pool
        if text != part.text and _may_change_failure(own_keys, seen.keys.get(text, ()), seen.sights)
    ]
    agreeing = [text for text in different if _agrees(own_keys, seen.keys[text], seen.sights)]
    agreeing_texts = set(agreeing)
    own_text = whole_expression_pattern(part.text)
    found = _distinct([(text, pool[text]) for text in agreeing], seen)
    extended = [
        (text, GROWN * pool[text]) for text in different if text not in agreeing_texts and own_text.search(text)
    ]
    support = _support(own_keys, seen.sights) * min(1.0, FEW / len(found)) ** 0.5 if found else 0.0
    share = UNSUPPORTED + (AGREEING - UNSUPPORTED) * support
    weighed = [(text, share * weight ** (1 - LEVELLED * support)) for text, weight in found]
    rated = [
        (text, _weight_by_assertion(weight, own_keys, seen.keys[text], seen.sights, expected))
        for text, weight in weighed
    ]
    return [*sorted(rated, key=lambda item: -item[1])[:MOST_OF_PART], *_distinct(extended, seen)[:MOST_GROWN]]


def _distinct(found: Sequence[tuple[str, float]], seen: ProbeHits) -> list[tuple[str, float]]:
    """The expressions in the order of their weights: each form once, and few with the same value at all hits."""
    counts: dict[tuple[str, ...], int] = {}
    forms: set[str] = set()
    distinct = []
    for text, weight in found:
        if (form := _commutative_form(text)) not in forms:
            forms.add(form)
            vector = tuple(seen.keys[text])
            counts[vector] = counts.get(vector, 0) + 1
            if counts[vector] <= MOST_EQUIVALENT:
                distinct.append((text, weight / (1 + 0.5 * (counts[vector] - 1))))
    return distinct


def _commutative_form(text: str) -> str:
    """A text that is equal for `max(a, b)` and `max(b, a)`, and for `a + b` and `b + a`."""
    node = python_code.expression(f"({text})")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
        return f"{node.func.id} {sorted(map(ast.dump, node.args))}"
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mult)):
        return f"{type(node.op).__name__} {sorted(map(ast.dump, (node.left, node.right)))}"
    return text


def _weight_by_assertion(
    weight: float,
    own_keys: Sequence[str],
    keys: Sequence[str],
    sights: Sequence[Sight],
    expected: Mapping[str, frozenset[str]],
) -> float:
    """The weight of an expression; higher if it turns an actual value of a failing assertion into the expected one."""
    pairs = zip(own_keys, keys, sights, strict=True)
    explains = any(sight.relevant and new in expected.get(old, ()) for old, new, sight in pairs)
    return 1 - (1 - weight) * (1 - EXPLAINING) if explains else weight


def _support(own_keys: Sequence[str], sights: Sequence[Sight]) -> float:
    """The evidence in an expression's agreement with the part at all hits of passing tests (0..1)."""
    values = {key for key, sight in zip(own_keys, sights, strict=True) if not sight.failing and is_known(key)}
    return float(1 - DOUBT ** len(values))


def _may_change_failure(own_keys: Sequence[str], keys: Sequence[str], sights: Sequence[Sight]) -> bool:
    """Whether the value has the part's type at all relevant hits of failing tests, and differs at one of them."""
    hits = [
        (old, new) for old, new, sight in zip(own_keys, keys, sights, strict=False) if sight.failing and sight.relevant
    ]
    return all(is_known(new) and _are_interchangeable(old, new) for old, new in hits) and any(
        old != new for old, new in hits
    )


def _agrees(own_keys: Sequence[str], keys: Sequence[str], sights: Sequence[Sight]) -> bool:
    """Whether the value is the same at every hit of a passing test at which the part's value is known."""
    hits = [(old, new) for old, new, sight in zip(own_keys, keys, sights, strict=True) if not sight.failing]
    return all(old == new for old, new in hits if is_known(old))


def is_known(key: str) -> bool:
    """Whether a key stands for a value, and not for an unknown one or an error."""
    return not key.startswith(("U:", "E:"))


def _are_interchangeable(old: str, new: str) -> bool:
    """Whether the types allow one value to replace another; always for errors, unknown values and None."""
    one, other = (key.partition(":")[0].partition("@")[0] for key in (old, new))
    return one in ("U", "E", "NoneType", other) or (one in NUMBERS and other in NUMBERS)


def _as_operand(target: PythonEditSite, node: ast.expr, text: str) -> str:
    """The text, in parentheses where the surrounding expression could take it apart."""
    new = python_code.expression(f"({text})")
    is_operation = isinstance(new, (ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp))
    parent = target.source.parents[node]
    is_inside_operation = isinstance(
        parent, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.Attribute, ast.Subscript)
    )
    is_index = isinstance(parent, ast.Subscript) and parent.slice is node
    if not (is_operation and is_inside_operation) or is_index or _needs_no_parentheses(new, parent):
        return text
    return f"({text})"


def _needs_no_parentheses(node: ast.expr, parent: ast.AST) -> bool:
    """Whether an operand needs no parentheses: arithmetic in a comparison, anything but another operator in and/or."""
    if isinstance(parent, ast.Compare):
        return isinstance(node, (ast.BinOp, ast.UnaryOp)) and not (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        )
    if isinstance(parent, ast.BoolOp):
        return not isinstance(node, (ast.BoolOp, ast.IfExp))
    if isinstance(parent, ast.BinOp) and isinstance(node, ast.BinOp):
        strong = (ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)
        return isinstance(node.op, strong) and isinstance(parent.op, (ast.Add, ast.Sub))
    return False


def merge_reports(question: ProbeQuestion, reports: Sequence[tuple[Sequence[Sight], Mapping[str, Any]]]) -> ProbeHits:
    """Combines what several tests showed of a place; `reports`: each test's sights and the probe's report."""
    texts = question.texts
    seen = ProbeHits(keys={text: [] for text in texts})
    for sights, report in reports:
        seen.sights += sights
        for keys, numbers in report["parts"]:
            for number in numbers:
                seen.keys[texts[number]] += [_number_key(key) for key in keys]
        found = {rank: dict(hits) for rank, hits in report["passed"]}
        for rank in range(len(question.place.parts)):
            known = found.get(rank, {})
            seen.passed.setdefault(rank, []).extend(_number_key(known.get(hit, "U:")) for hit in range(len(sights)))
    return seen


def _number_key(key: str) -> str:
    """One key for numbers that compare equal."""
    kind, _, text = key.partition(":")
    return f"{kind if kind != 'float' else 'int'}:{text.removesuffix('.0')}" if kind in ("int", "float") else key


def expectations(values: Sequence[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """For the key of an actual value, the keys of the values expected for it; also for the elements in which they
    differ.

    `values`: source texts of (actual, expected), as failing assertions have them.
    """
    found: dict[str, set[str]] = {}
    for actual, expected in values:
        for old, new in _differing_pairs(value_of(actual), value_of(expected)):
            found.setdefault(key_of_value(old), set()).add(key_of_value(new))
    return {old: frozenset(new) for old, new in found.items()}


def _differing_pairs(old: object, new: object) -> Iterator[tuple[object, object]]:
    """Yields the two values, and the elements that differ within containers of the same form."""
    yield old, new
    if isinstance(old, (list, tuple)) and isinstance(new, type(old)) and len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            if one != other:
                yield from _differing_pairs(one, other)
    elif isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in old:
            if old[key] != new[key]:
                yield from _differing_pairs(old[key], new[key])


def key_of_value(value: object) -> str:
    """The key that the probe gives to a value (`in_target/warm_probe.py`), with one key for equal numbers."""
    kind = type(value).__name__
    if isinstance(value, (list, tuple, set)):
        parts = [_probe_key(part) for part in value]
        return f"{kind}:({','.join(sorted(parts) if isinstance(value, set) else parts)})"
    return _number_key(_probe_key(value))


def _probe_key(value: object) -> str:
    if isinstance(value, dict):
        parts = [f"{_probe_key(key)}={_probe_key(item)}" for key, item in value.items()]
        return f"dict:({','.join(parts)})"
    if isinstance(value, (list, tuple, set)):
        return key_of_value(value)
    return f"{type(value).__name__}:{value!r}"
