"""Conditions of values in reach: of what a container holds, of the constants that a name stands for, of two numbers."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.guards import subjects, written
from testfix_pipeline.repair.languages.javascript.ingredients import expressions_in_reach, own_fields
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.state_updates import containers, keys_of
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.source_cache import cached_per_search
from testfix_pipeline.repair.model.source_text import SourceText

_HELD = {"Map": "{0}.has({1})", "Set": "{0}.has({1})", "array": "{0}.includes({1})", "object": "{1} in {0}"}
_SIGNS = ("<", "<=", ">", ">=")
_COUNTING = frozenset({*_SIGNS, "+", "-", "*", "/", "%"})
_SIZES = (".length", ".size")
_OF_LISTS = frozenset({"push", "map", "filter", "forEach", "join", "splice", "some", "every", "shift"})
_TEXTS = ("string", "template_string")
_MOST_CONTAINERS, _MOST_KEYS, _MOST_CONSTANTS, _MOST_NUMBERS, _MOST_OTHERS = 4, 4, 4, 10, 8
_MOST_UNKNOWN, _MOST_READ, _MOST_SAME, _MOST_OF_SORT, _MOST_TRUTHS = 4, 2, 6, 80, 8
_LONGEST = 60


def conditions_in_reach(target: JsTarget) -> list[str]:
    """The conditions that values in reach make, some of each sort in turn; none twice."""
    sorts = (_memberships, _constants, _numbers_compared, _sameness, _of_other_files, _property_truths)
    found = (itertools.islice(sort(target), _MOST_OF_SORT) for sort in sorts)
    in_turn = itertools.chain.from_iterable(itertools.zip_longest(*found))
    return list(dict.fromkeys(one for one in in_turn if one is not None))


def _memberships(target: JsTarget) -> Iterator[str]:
    """What containers hold: a subject of the statement, or what they are asked for elsewhere."""
    for name, sort in itertools.islice(containers(target).items(), _MOST_CONTAINERS):
        keys = dict.fromkeys((*keys_of(target, name), *(one for one in subjects(target) if "(" not in one)))
        for key in [one for one in keys if one != name and not name.startswith(f"{one}.")][:_MOST_KEYS]:
            held = _HELD[sort].format(name, key)
            yield held
            yield f"!{held}" if sort != "object" else f"!({held})"


def _constants(target: JsTarget) -> Iterator[str]:
    """Values compared with texts that the project gives names like theirs: `this.state === 'open'`."""
    known = _constants_by_name((target.source, *(one for one in target.project if one.path != target.source.path)))
    found = dict.fromkeys((*subjects(target), *target.read_in_reach, *own_fields(target)))
    for one in [one for one in found if "(" not in one]:
        for value in known.get(one.rpartition(".")[2], [])[:_MOST_CONSTANTS]:
            yield f"{one} === {value}"
            yield f"{one} !== {value}"


@cached_per_search(16)
def _constants_by_name(sources: Sequence[SourceText]) -> Mapping[str, Sequence[str]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for source in sources:
        for name, value in _named_constants(source) if isinstance(source, JsSource) else ():
            found[name][value] = None
    return {name: list(values) for name, values in found.items()}


def _named_constants(source: JsSource) -> Iterator[tuple[str, str]]:
    """The texts and members of enumerations that a file assigns to names, compares them with, or allows as types."""
    members = [one for one in source.syntax.of_type("member_expression") if _ENUMERATED.fullmatch(text(one))]
    for one in (*source.syntax.of_type("string"), *members):
        holder = source.syntax.parent(one)
        while holder is not None and holder.type in _AROUND:
            holder = source.syntax.parent(holder)
        if holder is not None and holder.type == "switch_case" and field(holder, "value") == one:
            around = source.syntax.parent(holder)
            whole = source.syntax.parent(around) if around is not None else None
            yield written(field(whole, "value")).rpartition(".")[2], text(one)
        elif holder is not None and (name := _name_of(holder, one)):
            yield name, text(one)


def _name_of(holder: Node, value: Node) -> str:
    named = next((one for name in _NAMES if (one := field(holder, name)) is not None and one != value), None)
    is_compared = holder.type != "binary_expression" or text(field(holder, "operator")) in ("===", "!==", "==", "!=")
    return text(named).rpartition(".")[2] if named is not None and is_compared else ""


_AROUND = ("literal_type", "union_type", "type_annotation", "ternary_expression")
_ENUMERATED = re.compile(r"[A-Z]\w*\.[A-Z]\w*")
_NAMES = ("key", "name", "left", "pattern", "property", "right")


def _numbers_compared(target: JsTarget) -> Iterator[str]:
    """How two numbers compare, those first that the statement has to do with; of sizes, whether they are the same."""
    numbers = list(_numbers(target))[:_MOST_NUMBERS]
    bounds = [name for name in target.names if name.isupper()][:2]
    for one, other in _nearest_pairs([*numbers, *bounds]):
        signs = (*_SIGNS, "===", "!==") if one.endswith(_SIZES) and other.endswith(_SIZES) else _SIGNS
        yield from (f"{one} {sign} {other}" for sign in signs if not one.isupper())
    for one in numbers[:3]:
        yield from (f"{one} {asked}" for asked in ("> 0", "< 1", "> 1"))


def _sameness(target: JsTarget) -> Iterator[str]:
    """Whether a value that the statement reads is the same as another one in reach."""
    found = [one for one in expressions_in_reach(target, 2 * _MOST_SAME) if not one.endswith(")")]
    for one, other in itertools.product(subjects(target)[:_MOST_READ], found[:_MOST_SAME]):
        if one != other and not one.startswith(f"{other}.") and not other.startswith(f"{one}."):
            yield f"{one} === {other}"
            yield f"{one} !== {other}"


def _property_truths(target: JsTarget) -> Iterator[str]:
    """Whether a property is true or false that other statements of the function read."""
    here = {text(one) for one in target.of_type("member_expression")}
    parts = [one for one in target.read_in_reach if "." in one and "(" not in one and not one.endswith(_SIZES)]
    for one in itertools.islice((one for one in parts if one not in here), _MOST_TRUTHS):
        yield from (one, f"!{one}")


def _nearest_pairs(values: Sequence[str]) -> list[tuple[str, str]]:
    """All pairs, those of the first values first."""
    pairs = itertools.combinations(enumerate(values), 2)
    return [(one[1], other[1]) for one, other in sorted(pairs, key=lambda pair: pair[0][0] + pair[1][0])]


def _numbers(target: JsTarget) -> dict[str, None]:
    """The values in reach that are numbers by what the file does with their names, sizes of lists, then values of which
    nothing is known."""
    known, lists, called = _counted(target.source), _listed(target.source), _called(target.source)
    found = (*subjects(target), *target.read_in_reach, *target.local_names, *own_fields(target), *_calls(target))
    numbers: dict[str, None] = {}
    unknown: list[str] = []
    for one in [one for one in dict.fromkeys(found) if len(one) <= _LONGEST and one not in called]:
        name = _last_name(one)
        if one.endswith(_SIZES) or name in known:
            numbers[one] = None
        elif name in lists and "(" not in one:
            numbers[f"{one}.length"] = None
        elif "(" not in one and not any(other.startswith((f"{one}.", f"{one}[")) for other in found):
            unknown.append(one)
    return numbers | dict.fromkeys(unknown[:_MOST_UNKNOWN])


def _calls(target: JsTarget) -> Iterator[str]:
    """The calls of the file whose arguments are in reach too."""
    known = {*target.names, "this"}
    for one in target.source.syntax.of_type("call_expression"):
        names = [text(each) for each in descendants(one) if each.type == "identifier"]
        if len(text(one)) <= _LONGEST // 2 and all(name in known for name in names) and "=>" not in text(one):
            yield text(one)


@cached_per_search(64)
def _called(source: JsSource) -> frozenset[str]:
    """The functions and methods that a file calls."""
    return frozenset(text(field(one, "function")) for one in source.syntax.of_type("call_expression"))


def _last_name(code: str) -> str:
    """The name that stands for the sort of a value: `costs[]` for `this.costs[node.id]`."""
    owner, bracket, _ = code.partition("(")[0].partition("[")
    return owner.rpartition(".")[2] + ("[]" if bracket else "")


_GIVEN = (
    *("variable_declarator", "assignment_expression", "pair", "assignment_pattern", "object_assignment_pattern"),
    *("field_definition", "public_field_definition", "required_parameter"),
)


@cached_per_search(64)
def _counted(source: JsSource) -> frozenset[str]:
    """The last names of values that the file orders, counts with, or gives numbers."""
    nodes: list[Node | None] = []
    for one in source.syntax.of_type("binary_expression", "augmented_assignment_expression", "update_expression"):
        sign = text(field(one, "operator"))
        sides = [field(one, name) for name in ("left", "right", "argument")]
        is_text = "+" in sign and any(side is not None and side.type in _TEXTS for side in sides)
        if not is_text and (sign in _COUNTING or one.type != "binary_expression"):
            nodes += sides
    for one in source.syntax.of_type(*_GIVEN):
        value = field(one, "value") or field(one, "right")
        if value is not None and value.type == "number":
            nodes.append(next(filter(None, (field(one, name) for name in _NAMES)), None))
    for one in source.syntax.of_type("required_parameter", "property_signature", "public_field_definition"):
        if text(field(one, "type")).removeprefix(":").strip() == "number":
            nodes.append(field(one, "pattern") or field(one, "name"))
    return frozenset(_last_name(text(one)) for one in nodes if one is not None and "\n" not in text(one)) - {""}


@cached_per_search(64)
def _listed(source: JsSource) -> frozenset[str]:
    """The last names of values that the file uses as lists."""
    calls = source.syntax.of_type("call_expression")
    found = {receiver_of(one) for one in calls if method_of(one) in _OF_LISTS}
    for one in source.syntax.of_type("variable_declarator"):
        value = field(one, "value")
        if value is not None and (value.type == "array" or method_of(value) in (*_OF_LISTS, "split")):
            found.add(text(field(one, "name")))
    return frozenset(_last_name(one) for one in found) - {""}


def _of_other_files(target: JsTarget) -> Iterator[str]:
    """What other files of the project ask of variables that are in reach here."""
    others = [one for one in target.project if isinstance(one, JsSource) and one.path != target.source.path]
    found = {code: names for other in others for code, names in _asked_in(other)}
    known = {*target.names, *_GLOBALS}
    yield from itertools.islice((code for code, names in found.items() if names <= known), _MOST_OTHERS)


_GLOBALS = ("Array", "Number", "Object", "String", "Math", "Date", "undefined", "RegExp", "Set", "Map", "JSON")


@cached_per_search(64)
def _asked_in(source: JsSource) -> Sequence[tuple[str, frozenset[str]]]:
    """The short conditions of a file with the variables that they read, without those of objects of a class."""
    found = []
    for one in source.syntax.of_type("if_statement"):
        condition = field(one, "condition")
        names = (
            frozenset(text(each) for each in descendants(condition) if each.type == "identifier") if condition else ()
        )
        code = written(condition)
        if names and len(code) <= _LONGEST and "\n" not in code and "this." not in code:
            found.append((code, frozenset(names)))
    return found
