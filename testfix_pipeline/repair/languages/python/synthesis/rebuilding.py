"""Parts of a statement rebuilt by value: other expressions that agree with the part where tests pass.

The probe shows the value of a part at each hit of failing and passing tests, and the value there of every expression
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
from testfix_pipeline.repair.languages.python.ingredients.condition_values import within
from testfix_pipeline.repair.languages.python.ingredients.expressions import conditions, expressions, is_pure
from testfix_pipeline.repair.languages.python.source import own_nodes
from testfix_pipeline.repair.languages.python.synthesis.action_stages import PRODUCER, Written
from testfix_pipeline.repair.languages.python.synthesis.kinds import kind_of_replacement
from testfix_pipeline.repair.languages.python.synthesis.observation import Sight, looked_at
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint, inside, places_at
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.validation.validator import Validator

KIND, KIND_OF_CONDITION = "expression.rebuilt", "condition.replaced"
MOST_PARTS = 14
MOST_OF_PART, MOST_ALIKE, MOST_GROWN = 14, 2, 24
# Prior of an expression that agrees with the part at all hits of passing tests, and of one without any such hit.
AGREEING, UNSUPPORTED = 0.85, 0.3
# Prior of one that contains the part and differs from it there: a passing test may not look at the value.
GROWN = 0.2
# How much of the doubt is left after one more value of the part that an expression agrees with.
DOUBT = 0.55
# So many expressions may agree before that says less, and how far agreement evens out how likely they were before.
FEW, EVENED = 10, 0.7
# How much of the doubt goes where an expression has just the value that a failing assertion expects.
EXPLAINING = 0.6
NUMBERS = {"int", "float", "bool"}
INNER = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.JoinedStr)
NO_VALUES = (ast.match_case, ast.ExceptHandler)
"""Parts of a statement that are no values where it starts: patterns with what they bind, types of exceptions."""


@dataclass(frozen=True)
class ExpressionPart:
    """An expression of the statement with its text as the probe knows it.

    rank: among the parts whose values can only be seen passing by (calls), None for those that the probe evaluates.
    """

    node: ast.expr
    text: str
    is_condition: bool
    rank: int | None


@dataclass(frozen=True)
class ProbeQuestion:
    """What the probe is asked at a place. `weights`: by text of an expression, how likely it was meant."""

    place: ProbePoint
    parts: Sequence[ExpressionPart]
    weights: Mapping[str, float]
    for_conditions: Mapping[str, float]

    @property
    def texts(self) -> list[str]:
        """The expressions that are evaluated, each once."""
        return list(dict.fromkeys([*(part.text for part in self.parts), *self.weights, *self.for_conditions]))

    def pool(self, part: ExpressionPart) -> Mapping[str, float]:
        """What may have been meant instead of one of the parts."""
        return self.for_conditions if part.is_condition else self.weights


@dataclass
class ProbeHits:
    """The hits of a place, and the name of each value at each hit: by expression, and by rank of a part."""

    sights: list[Sight] = field(default_factory=list)
    keys: dict[str, list[str]] = field(default_factory=dict)
    passed: dict[int, list[str]] = field(default_factory=dict)

    def of(self, part: ExpressionPart) -> Sequence[str]:
        """The names of a part's values, hit by hit."""
        return self.keys.get(part.text, ()) if part.rank is None else self.passed.get(part.rank, ())


def asked(target: PythonEditSite, score: float) -> list[ProbeQuestion]:
    """What to ask in front of a statement and inside its comprehensions; only where parts could be rebuilt."""
    own = next((place for place in places_at(target, score) if place.side == "before"), None)
    found = []
    for place in [*([own] if own is not None else []), *inside(target, score)]:
        parts = parts_of(place)
        if not parts:
            continue
        unknown = tuple(part.node for part in parts if part.rank is not None)
        plain = [part.node for part in parts if not part.is_condition]
        of_conditions = conditions(target) if len(plain) < len(parts) else {}
        inner = place.value if place.side == "inside" else None
        of_values = expressions(target, plain, inner) if plain else {}
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
        hidden = {id(n) for node in _below(whole) if isinstance(node, INNER) for n in ast.walk(node)}
    found: list[ExpressionPart] = []
    unknown = 0
    for node in _below(whole):
        if not isinstance(node, ast.expr) or (id(node) in hidden and not isinstance(node, ast.JoinedStr)):
            continue
        if not _is_value(target, node) or not target.source.is_real(node):
            continue
        asks = isinstance(node, (ast.Compare, ast.BoolOp)) or (isinstance(node, ast.UnaryOp) and _negates(node))
        pure = is_pure(node) and not any(isinstance(part, ast.Call) for part in ast.walk(node))
        found.append(ExpressionPart(node, ast.unparse(node), asks, None if pure else unknown))
        unknown += not pure
    return found[:MOST_PARTS]


def _below(node: ast.AST) -> list[ast.AST]:
    return list(own_nodes(node)) if isinstance(node, ast.stmt) else list(ast.walk(node))


def _negates(node: ast.UnaryOp) -> bool:
    return isinstance(node.op, ast.Not)


def _is_value(target: PythonEditSite, node: ast.expr) -> bool:
    """Whether another expression may stand there: it is read, not called, and no plain constant truth."""
    parent = target.source.parents[node]
    if target.source.is_called(node):
        return False
    if isinstance(parent, (ast.keyword, ast.Attribute)) and isinstance(node, ast.Constant):
        return False
    if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bool)):
        return False
    if (
        isinstance(node, (ast.Slice, ast.Starred))
        or isinstance(parent, ast.FormattedValue)
        or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    ):
        return False
    return not isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr, *INNER))


def observed(validator: Validator, every: Sequence[ProbeQuestion], failing: Sequence[TestId]) -> Iterator[Written]:
    """Looks at places of one file in one run, and yields what may be rebuilt there. Raises ServerLost."""
    orders = [{"conditions": [], "values": [], "variables": [], "parts": one.texts} for one in every]
    reports = looked_at(validator, [one.place for one in every], orders, failing)
    for number, one in enumerate(every):
        seen = merged(one, [(sights[number], report[number]) for sights, report in reports])
        if any(sight.failing for sight in seen.sights):
            yield from rebuilt(one, seen)


def rebuilt(one: ProbeQuestion, seen: ProbeHits) -> Iterator[Written]:
    """The statement with one part rebuilt, for every expression that agrees with the part where tests pass."""
    place = one.place
    expected = expectations(place.target.failure_evidence.values)
    for part in one.parts:
        other = KIND_OF_CONDITION if part.is_condition else KIND
        for text, weight in _fitting(part, one.pool(part), seen, expected):
            kind = kind_of_replacement(part.node, text, other)
            edit = place.target.replace(part.node, _as_operand(place.target, part.node, text), kind, weight, text[:50])
            candidate = Candidate.single(place.target.source, edit, place.score * weight, PRODUCER)
            yield Written(candidate.score, place, candidate, (place.key, part.text, text), under_condition=False)


def _fitting(
    part: ExpressionPart, pool: Mapping[str, float], seen: ProbeHits, expected: Mapping[str, frozenset[str]]
) -> list[tuple[str, float]]:
    """(text, how likely it was meant) of the pool's expressions that suit the part's place."""
    own = seen.of(part)
    if not own:
        return []
    other = [text for text in pool if text != part.text and _may_matter(own, seen.keys.get(text, ()), seen.sights)]
    agreeing = [text for text in other if _agrees(own, seen.keys[text], seen.sights)]
    known = set(agreeing)
    own_text = within(part.text)
    found = _unlike([(text, pool[text]) for text in agreeing], seen)
    grown = [(text, GROWN * pool[text]) for text in other if text not in known and own_text.search(text)]
    support = _support(own, seen.sights) * min(1.0, FEW / len(found)) ** 0.5 if found else 0.0
    share = UNSUPPORTED + (AGREEING - UNSUPPORTED) * support
    weighed = [(text, share * weight ** (1 - EVENED * support)) for text, weight in found]
    rated = [(text, _rated(weight, own, seen.keys[text], seen.sights, expected)) for text, weight in weighed]
    return [*sorted(rated, key=lambda item: -item[1])[:MOST_OF_PART], *_unlike(grown, seen)[:MOST_GROWN]]


def _unlike(found: Sequence[tuple[str, float]], seen: ProbeHits) -> list[tuple[str, float]]:
    """Of expressions in the order of their weights: each form once, and few with the same value at all hits."""
    alike: dict[tuple[str, ...], int] = {}
    forms: set[str] = set()
    kept = []
    for text, weight in found:
        if (form := _without_order(text)) not in forms:
            forms.add(form)
            vector = tuple(seen.keys[text])
            alike[vector] = alike.get(vector, 0) + 1
            if alike[vector] <= MOST_ALIKE:
                kept.append((text, weight / (1 + 0.5 * (alike[vector] - 1))))
    return kept


def _without_order(text: str) -> str:
    """What is equal for `max(a, b)` and `max(b, a)`, and for `a + b` and `b + a`."""
    node = python_code.expression(f"({text})")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
        return f"{node.func.id} {sorted(map(ast.dump, node.args))}"
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mult)):
        return f"{type(node.op).__name__} {sorted(map(ast.dump, (node.left, node.right)))}"
    return text


def _rated(
    weight: float,
    own: Sequence[str],
    keys: Sequence[str],
    sights: Sequence[Sight],
    expected: Mapping[str, frozenset[str]],
) -> float:
    """The weight of an expression, more where it makes of an actual value of a failing assertion the expected one."""
    pairs = zip(own, keys, sights, strict=True)
    explains = any(sight.relevant and new in expected.get(old, ()) for old, new, sight in pairs)
    return 1 - (1 - weight) * (1 - EXPLAINING) if explains else weight


def _support(own: Sequence[str], sights: Sequence[Sight]) -> float:
    """How much it says that an expression agrees with the part at all hits of passing tests (0..1)."""
    values = {key for key, sight in zip(own, sights, strict=True) if not sight.failing and is_known(key)}
    return float(1 - DOUBT ** len(values))


def _may_matter(own: Sequence[str], keys: Sequence[str], sights: Sequence[Sight]) -> bool:
    """A value of the part's type at all hits of failing tests that matter, another one at some."""
    hits = [(old, new) for old, new, sight in zip(own, keys, sights, strict=False) if sight.failing and sight.relevant]
    return all(is_known(new) and _alike(old, new) for old, new in hits) and any(old != new for old, new in hits)


def _agrees(own: Sequence[str], keys: Sequence[str], sights: Sequence[Sight]) -> bool:
    """The same value at every hit of a passing test where the part's is known."""
    hits = [(old, new) for old, new, sight in zip(own, keys, sights, strict=True) if not sight.failing]
    return all(old == new for old, new in hits if is_known(old))


def is_known(key: str) -> bool:
    """Whether a key stands for a value, rather than for one that is unknown or an error."""
    return not key.startswith(("U:", "E:"))


def _alike(old: str, new: str) -> bool:
    """Whether one value could stand for another by its type; anything for what is no value, or None."""
    one, other = (key.partition(":")[0].partition("@")[0] for key in (old, new))
    return one in ("U", "E", "NoneType", other) or (one in NUMBERS and other in NUMBERS)


def _as_operand(target: PythonEditSite, node: ast.expr, text: str) -> str:
    """The text, in brackets where what is around could take it apart."""
    made = python_code.expression(f"({text})")
    loose = isinstance(made, (ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp))
    parent = target.source.parents[node]
    inside = isinstance(parent, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.Attribute, ast.Subscript))
    held = isinstance(parent, ast.Subscript) and parent.slice is node
    if not (loose and inside) or held or _binds_tighter(made, parent):
        return text
    return f"({text})"


def _binds_tighter(made: ast.expr, parent: ast.AST) -> bool:
    """Whether an operand needs no brackets: arithmetic in a comparison, anything but another word in and/or."""
    if isinstance(parent, ast.Compare):
        return isinstance(made, (ast.BinOp, ast.UnaryOp)) and not (
            isinstance(made, ast.UnaryOp) and isinstance(made.op, ast.Not)
        )
    if isinstance(parent, ast.BoolOp):
        return not isinstance(made, (ast.BoolOp, ast.IfExp))
    if isinstance(parent, ast.BinOp) and isinstance(made, ast.BinOp):
        strong = (ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)
        return isinstance(made.op, strong) and isinstance(parent.op, (ast.Add, ast.Sub))
    return False


def merged(one: ProbeQuestion, reports: Sequence[tuple[Sequence[Sight], Mapping[str, Any]]]) -> ProbeHits:
    """What several tests showed of a place; `reports`: each test's sights and the probe's report of them."""
    texts = one.texts
    seen = ProbeHits(keys={text: [] for text in texts})
    for sights, report in reports:
        seen.sights += sights
        for keys, numbers in report["parts"]:
            for number in numbers:
                seen.keys[texts[number]] += [_plain(key) for key in keys]
        found = {rank: dict(hits) for rank, hits in report["passed"]}
        for rank in range(len(one.place.parts)):
            known = found.get(rank, {})
            seen.passed.setdefault(rank, []).extend(_plain(known.get(hit, "U:")) for hit in range(len(sights)))
    return seen


def _plain(key: str) -> str:
    """One name for numbers that compare equal."""
    kind, _, text = key.partition(":")
    return f"{kind if kind != 'float' else 'int'}:{text.removesuffix('.0')}" if kind in ("int", "float") else key


def expectations(values: Sequence[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """By the name of an actual value, those of the values expected for it; also of the elements where they differ.

    `values`: source texts of (actual, expected), as failing assertions have them.
    """
    found: dict[str, set[str]] = {}
    for actual, wanted in values:
        for old, new in _differing(value_of(actual), value_of(wanted)):
            found.setdefault(named(old), set()).add(named(new))
    return {old: frozenset(new) for old, new in found.items()}


def _differing(old: object, new: object) -> Iterator[tuple[object, object]]:
    """The two values, and within containers of one form the elements that are not the same."""
    yield old, new
    if isinstance(old, (list, tuple)) and isinstance(new, type(old)) and len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            if one != other:
                yield from _differing(one, other)
    elif isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in old:
            if old[key] != new[key]:
                yield from _differing(old[key], new[key])


def named(value: object) -> str:
    """The name that the probe gives to a value (`in_target/warm_probe.py`), with equal numbers under one name."""
    kind = type(value).__name__
    if isinstance(value, (list, tuple, set)):
        parts = [_of_probe(part) for part in value]
        return f"{kind}:({','.join(sorted(parts) if isinstance(value, set) else parts)})"
    return _plain(_of_probe(value))


def _of_probe(value: object) -> str:
    if isinstance(value, dict):
        parts = [f"{_of_probe(key)}={_of_probe(item)}" for key, item in value.items()]
        return f"dict:({','.join(parts)})"
    if isinstance(value, (list, tuple, set)):
        return named(value)
    return f"{type(value).__name__}:{value!r}"
