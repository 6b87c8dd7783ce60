"""The predicates that may guard a place: over names, attributes and parts of expressions in reach, likeliest first."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.edits.conditions import known_conditions
from testfix_pipeline.repair.languages.python.edits.donors import names_in_reach
from testfix_pipeline.repair.languages.python.edits.operations import operations
from testfix_pipeline.repair.languages.python.edits.opposites import negated
from testfix_pipeline.repair.languages.python.edits.pull import ends
from testfix_pipeline.repair.languages.python.edits.scope import (
    attributes_of_namesakes,
    bound_names,
    local_names,
    module_constants,
    self_attributes,
    with_defaults,
)
from testfix_pipeline.repair.languages.python.source import SourceFile, own_nodes, places_of
from testfix_pipeline.repair.languages.python.synthesis.facts import facts_of, is_short
from testfix_pipeline.repair.languages.python.synthesis.places import Place
from testfix_pipeline.repair.languages.python.synthesis.questions import questions
from testfix_pipeline.repair.languages.python.synthesis.terms import (
    MOST_OF_NAMESAKES,
    Term,
    in_reach,
    is_simple,
    roots,
    terms,
    within,
)
from testfix_pipeline.repair.remembered import remembered

MOST_PAIRED, MOST_PREDICATES = 9, 500
MOST_OPERATIONS, MOST_CONSTANTS = 4, 6
SIZE, OF_OPERATION = 0.85, 0.85
"""How likely the number of things, or the result of an operation, is compared with something, against a variable."""
OF_A_GRID = 0.6
DIVISOR, MULTIPLE = 0.5, 0.2
"""How likely what a function divides by has to divide something without a rest, and how likely any other number."""
LOOKED_UP = 0.75
VARIED = 0.6
"""How likely a condition is that the file has of another attribute, against that very one."""
BUILTIN_TYPES = (
    "str",
    "int",
    "list",
    "tuple",
    "dict",
    "(list, tuple)",
    "(int, float)",
    "float",
    "bytes",
    "bool",
    "set",
    "type",
)

# (form, how idiomatic it is, its negation, how idiomatic that is): how often such a test stands in an `if`, roughly.
UNARY = (
    ("{} is None", 0.9, "{} is not None", 0.8),
    ("{}", 0.8, "not {}", 0.9),
    ("{} < 0", 0.6, "{} >= 0", 0.35),
    ("{} <= 0", 0.4, "{} > 0", 0.5),
    ("{} == 0", 0.5, "{} != 0", 0.4),
    ("{} == 1", 0.35, "{} != 1", 0.25),
    ("len({}) == 1", 0.4, "len({}) != 1", 0.35),
    ("len({}) > 1", 0.35, "len({}) <= 1", 0.3),
    ("len({}) == 0", 0.25, "len({}) > 0", 0.25),
    ("callable({})", 0.4, "not callable({})", 0.4),
)
# (form, how idiomatic it is, and its negation): a text without anything in it is seldom wanted.
TEXT = (
    ("{}.strip()", 0.5, 0.8),
    ("{}.isdigit()", 0.25, 0.25),
    ("{}.isspace()", 0.25, 0.25),
    ("{}.isalpha()", 0.2, 0.2),
    ("{}.isupper()", 0.15, 0.15),
)


@dataclass(frozen=True)
class Predicate:
    """A condition with its negation, each with how likely it is to be the one that is missing (0..1).

    known: the file has this condition elsewhere, if of another attribute. container: what is searched by `in`, "" for
    other conditions.
    """

    text: str
    weight: float
    negation: str
    negation_weight: float
    known: bool = False
    container: str = ""


def predicates(place: Place) -> list[Predicate]:
    """Each text once, likeliest first, at most MOST_PREDICATES."""
    found: dict[str, Predicate] = {}
    for predicate in _all(place):
        text = ast.unparse(python_code.expression(f"({predicate.text})")) if predicate.known else predicate.text
        known = found.get(text)
        if known is None or known.weight < predicate.weight:
            found[text] = predicate
    ordered = sorted(found.values(), key=lambda p: -max(p.weight, p.negation_weight))
    return ordered[:MOST_PREDICATES]


def _all(place: Place) -> Iterator[Predicate]:
    found = terms(place)
    yield from _known(place)
    constants, kinds = _constants(place), _classes(place)
    sentinels = _sentinels(place)
    optional = _optional(place)
    asked, members = facts_of(place.target.source).asked, _members(place.target.source)
    yield from _taken_for_granted(place)
    for term in found:
        if term.text in optional:
            yield Predicate(f"{term.text} is None", 1.0, f"{term.text} is not None", 0.9)
        for text, weight, negation, other in UNARY:
            yield _made(term, text, weight, negation, other)
        for kind, share in kinds.items() if asked or term.text.isidentifier() else ():
            test = f"isinstance({{}}, {kind})"
            yield _made(term, test, 0.55 * share, f"not {test}", 0.5 * share)
        for text, weight, other in TEXT:
            yield _made(term, text, weight, f"not {text}", other)
        for value, share in constants.items():
            constant = value.replace("{", "{{").replace("}", "}}")
            yield _made(term, f"{{}} == {constant}", 0.45 * share, f"{{}} != {constant}", 0.4 * share)
            if constant[0] in "'\"":
                for test in (f"{{}}.startswith({constant})", f"{{}}.endswith({constant})"):
                    yield _made(term, test, 0.3 * share, f"not {test}", 0.3 * share)
                yield _made(term, f"{constant} in {{}}", 0.25 * share, f"{constant} not in {{}}", 0.25 * share)
        for member in members.get(term.text.rpartition(".")[2], ()):
            yield _made(term, f"{{}} == {member}", 0.6, f"{{}} != {member}", 0.55)
        for name in sentinels:
            yield _made(term, f"{{}} is {name}", 0.5, f"{{}} is not {name}", 0.45)
    yield from _measured(place, found[:MOST_PAIRED])
    yield from _divisible(place, found[:MOST_PAIRED])
    yield from _in_a_grid(place)
    for constant, weight in _module_constants(place.target.source).items():
        yield from _pairs((term, Term(constant, weight)) for term in found[:MOST_PAIRED])
    loose = ends(place.target)
    yield from _pairs(itertools.combinations(found[:MOST_PAIRED], 2))
    yield from _pairs((one, other) for one in found if one.text in loose for other in found[MOST_PAIRED:])


def _made(term: Term, text: str, weight: float, negation: str, other: float) -> Predicate:
    inner = term.text
    return Predicate(text.format(inner), weight * term.weight, negation.format(inner), other * term.weight)


def _optional(place: Place) -> set[str]:
    """Parameters that are None by default."""
    assert place.target.function is not None
    pairs = with_defaults(place.target.function.node.args)
    return {arg.arg for arg, default in pairs if isinstance(default, ast.Constant) and default.value is None}


@remembered(64)
def _members(source: SourceFile) -> Mapping[str, tuple[str, ...]]:
    """By the name of a variable or attribute: the members of the enumeration that the file gives it, or compares it
    with, as `Status.OPEN`."""
    found: dict[str, dict[str, None]] = {}
    for node in ast.walk(source.tree):
        pairs: list[tuple[ast.expr, ast.expr | None]] = []
        if isinstance(node, ast.Compare) and len(node.comparators) == 1:
            pairs = [(node.left, node.comparators[0]), (node.comparators[0], node.left)]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            pairs = [(one, node.value) for one in places_of(node)]
        for place, value in pairs:
            if not isinstance(value, ast.Attribute) or not value.attr.isupper():
                continue
            owner, name = value.value, last_name(place)
            if name and isinstance(owner, ast.Name) and owner.id[:1].isupper():
                cls = source.classes.get(owner.id)
                known = [one for one in bound_names(cls) if one.isupper()] if cls is not None else [value.attr]
                found.setdefault(name, {}).update((f"{owner.id}.{one}", None) for one in known[:MOST_OF_NAMESAKES])
    return {name: tuple(texts) for name, texts in found.items()}


def _taken_for_granted(place: Place) -> Iterator[Predicate]:
    """What a statement relies on: that a key is there, that there is enough to take off, or room."""
    stmt, reach = place.target.stmt, in_reach(place)
    for node in own_nodes(stmt):
        if isinstance(node, ast.Subscript) and roots(node) <= reach and is_simple(node.value):
            key, container = node.slice, ast.unparse(node.value)
            if isinstance(key, ast.Constant) or (isinstance(key, ast.expr) and is_simple(key)):
                text = ast.unparse(key)
                yield Predicate(
                    f"{text} in {container}", LOOKED_UP, f"{text} not in {container}", LOOKED_UP, container=container
                )
    for text, base in _grown(stmt):
        if roots(base) <= reach:
            for other, weight in _limits(place, stmt, base):
                if not within(other).search(text):
                    yield Predicate(f"{text} < {other}", weight, f"{text} >= {other}", weight)
                    yield Predicate(f"{text} > {other}", weight, f"{text} <= {other}", weight)


def _grown(stmt: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """What a statement counts on, adds to or takes from, as it is compared with a bound."""
    if isinstance(stmt, ast.AugAssign) and isinstance(stmt.op, (ast.Add, ast.Sub)):
        yield ast.unparse(stmt.target), stmt.target
    for node in own_nodes(stmt):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("append", "add", "insert")
        ):
            yield f"len({ast.unparse(node.func.value)})", node.func.value


def _limits(place: Place, stmt: ast.stmt, base: ast.expr) -> Iterator[tuple[str, float]]:
    """What the statement adds or takes off, then the other attributes of the same object."""
    value = stmt.value if isinstance(stmt, ast.AugAssign) else None
    if value is not None and is_simple(value) and roots(value) <= in_reach(place):
        yield ast.unparse(value), 0.6
    holder = base.value if isinstance(base, ast.Attribute) else None
    if isinstance(holder, ast.Name):
        own = self_attributes(place.target)[0] if holder.id == "self" else ()
        for name in (own or attributes_of_namesakes(place.target.source).get(holder.id, ()))[:MOST_OF_NAMESAKES]:
            yield f"{holder.id}.{name}", 0.4


def _pairs(found: Iterable[tuple[Term, Term]]) -> Iterator[Predicate]:
    for one, other in found:
        weight = one.weight * other.weight
        a, b = one.text, other.text
        yield Predicate(f"{a} == {b}", 0.4 * weight, f"{a} != {b}", 0.4 * weight)
        yield Predicate(f"{a} is {b}", 0.25 * weight, f"{a} is not {b}", 0.25 * weight)
        yield Predicate(f"{a} < {b}", 0.35 * weight, f"{a} >= {b}", 0.35 * weight)
        yield Predicate(f"{a} > {b}", 0.35 * weight, f"{a} <= {b}", 0.35 * weight)
        yield Predicate(f"{a} in {b}", 0.5 * weight, f"{a} not in {b}", 0.5 * weight, container=b)
        yield Predicate(f"{b} in {a}", 0.5 * weight, f"{b} not in {a}", 0.5 * weight, container=a)


def _measured(place: Place, found: Sequence[Term]) -> Iterator[Predicate]:
    """How many there are, and what the function adds up or takes off, against a bound."""
    made = [(text, OF_OPERATION) for text in _operations(place, in_reach(place))]
    sized = [name for name in _sized(place) if name in {term.text for term in found} | set(local_names(place.target))]
    for left, right in itertools.combinations(sized[:4], 2):
        yield Predicate(f"len({left}) == len({right})", 0.5, f"len({left}) != len({right})", 0.6)
    for text, weight in (*made, *_sizes(found)):
        for other in found:
            if not within(other.text).search(text):
                likely = 0.35 * weight * other.weight
                yield Predicate(f"{text} > {other.text}", likely, f"{text} <= {other.text}", likely)
                yield Predicate(f"{text} < {other.text}", likely, f"{text} >= {other.text}", likely)


def _sizes(found: Sequence[Term]) -> list[tuple[str, float]]:
    """The lengths of terms, those that are one left out."""
    return [(f"len({term.text})", SIZE * term.weight) for term in found if not term.text.startswith("len(")]


def _sized(place: Place) -> list[str]:
    """Parameters that the function goes through, measures or looks into by number."""
    assert place.target.function is not None
    found: dict[str, None] = {}
    for node in ast.walk(place.target.function.node):
        asked: Sequence[ast.expr] = ()
        if isinstance(node, (ast.For, ast.comprehension)):
            asked = [node.iter]
        elif isinstance(node, ast.Subscript):
            asked = [node.value]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("len", "zip", "enumerate"):
            asked = node.args
        found.update((one.id, None) for one in asked if isinstance(one, ast.Name))
    return [one.arg for one in place.target.function.arguments if one.arg in found]


def _divisible(place: Place, found: Sequence[Term]) -> Iterator[Predicate]:
    """Whether one number, or the length of something, is a multiple of another; likelier of what is divided by."""
    assert place.target.function is not None
    operations = [node for node in ast.walk(place.target.function.node) if isinstance(node, ast.BinOp)]
    by = {ast.unparse(node.right) for node in operations if isinstance(node.op, (ast.Mod, ast.FloorDiv, ast.Div))}
    for text, weight in [*((term.text, term.weight) for term in found), *_sizes(found)]:
        for other in found:
            if not within(other.text).search(text):
                likely = (DIVISOR if other.text in by else MULTIPLE) * weight * other.weight
                rest = f"{text} % {other.text}"
                yield Predicate(rest, likely, f"{rest} == 0", likely)


def _in_a_grid(place: Place) -> Iterator[Predicate]:
    """Whether both indices of a cell lie outside of what they are indices of: below, or on any side."""
    function, reach = place.target.function, set(local_names(place.target))
    seen: set[str] = set()
    for node in ast.walk(function.node) if function is not None else ():
        inner = node.value if isinstance(node, ast.Subscript) else None
        if not isinstance(node, ast.Subscript) or not isinstance(inner, ast.Subscript):
            continue
        row, column, grid = ast.unparse(inner.slice), ast.unparse(node.slice), ast.unparse(inner.value)
        if not {row, column} <= reach or f"{row} {column} {grid}" in seen:
            continue
        seen.add(f"{row} {column} {grid}")
        yield Predicate(f"{row} < 0 or {column} < 0", OF_A_GRID, f"{row} >= 0 and {column} >= 0", OF_A_GRID)
        inside = f"0 <= {row} < len({grid}) and 0 <= {column} < len({grid}[0])"
        yield Predicate(f"not ({inside})", OF_A_GRID, inside, OF_A_GRID)


@remembered(64)
def _module_constants(source: SourceFile) -> Mapping[str, float]:
    """The module's constants, those that nothing reads first: a condition may have read them."""
    read = {n.id for n in ast.walk(source.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    imports = (stmt.names for stmt in source.tree.body if isinstance(stmt, ast.ImportFrom))
    taken = [alias.asname or alias.name for names in imports for alias in names]
    named = [*module_constants(source), *(name for name in taken if name.isupper())]
    found = {name: 0.6 if name in read else 1.0 for name in named}
    return dict(sorted(found.items(), key=lambda item: -item[1])[:MOST_CONSTANTS])


def _operations(place: Place, reach: set[str]) -> list[str]:
    """Simple operations that the function makes."""
    assert place.target.function is not None
    found = operations(place.target.function.node)
    return [text for text, names in found.items() if names <= reach][:MOST_OPERATIONS]


def _known(place: Place) -> Iterator[Predicate]:
    """Conditions of the same file whose names are in reach, those of the same function and class first; what methods of
    the project answer."""
    for text, weight in questions(place.target):
        yield Predicate(text, weight, f"not {text}", weight, True)
    for rank, (text, near) in enumerate(known_conditions(place.target)):
        weight = (0.85, 0.65, 0.5)[near] / (1 + 0.02 * rank)
        negation = negated(text)
        yield Predicate(text, weight, negation, 0.8 * weight, True)
        for other in _with_other_attributes(place.target.source, text):
            yield Predicate(other, VARIED * weight, negated(other), VARIED * 0.8 * weight, True)


def _with_other_attributes(source: SourceFile, text: str) -> Iterator[str]:
    """The condition about each other attribute of the one object that it asks for an attribute."""
    asked = [node for node in ast.walk(python_code.expression(f"({text.strip()})")) if isinstance(node, ast.Attribute)]
    if len(asked) == 1 and isinstance(asked[0].value, ast.Name):
        name = asked[0].value.id
        for other in attributes_of_namesakes(source).get(name, ())[:MOST_OF_NAMESAKES]:
            if other != asked[0].attr:
                yield text.replace(f"{name}.{asked[0].attr}", f"{name}.{other}")


def _constants(place: Place) -> dict[str, float]:
    """Short constants of the function, then those that the file compares with; with how likely they are."""
    assert place.target.function is not None
    own = (node for node in ast.walk(place.target.function.node) if isinstance(node, ast.Constant))
    found = {repr(node.value): 1.0 for node in own if is_short(node.value)}
    for text in facts_of(place.target.source).compared:
        found.setdefault(text, 0.6)
    return dict(list(found.items())[:14])


def _classes(place: Place) -> dict[str, float]:
    """Types to ask for: those that the file asks for, its own classes, then the builtin ones."""
    facts, reach = facts_of(place.target.source), names_in_reach(place.target)
    found = {text: 1.0 for text, names in facts.asked.items() if names <= reach}
    for names, share in ((facts.classes[:8], 0.7), (BUILTIN_TYPES, 0.75)):
        for name in names:
            found.setdefault(name, share)
    return dict(list(found.items())[:24])


def _sentinels(place: Place) -> list[str]:
    """Names that the file compares with by identity."""
    reach = names_in_reach(place.target) | {"True", "False"}
    return [name for name in facts_of(place.target.source).identical if name.split(".")[0] in reach][:5]
