"""Statements that change what a function or an object keeps and nothing changes: a sum, a place in a walk, an entry."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.insertions import changeable
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.javascript.unread_names import unread_of_function
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.source_cache import cached_per_search

KIND = "update.missing"
_MOST, _MOST_GIVEN, _MOST_LINKS, _MOST_OWNERS = 50, 3, 3, 3
_FORMS: Mapping[str, Sequence[str]] = {
    "number": ("{0} += {1}", "{0} -= {1}", "{0} = Math.max({0}, {1})", "{0} = {1} + 1", "{0} = Math.min({0}, {1})"),
    "text": ("{0} += {1}", "{0} = {1}"),
    "array": ("{0}.push({1})", "{0}.push(...{1})"),
    "": ("{0} -= {1}", "{0} += {1}", "{0} = {1}", "{0} = {0}[{1}]", "{0} = {1} + 1", "{0} = {1} - 1"),
}
_ALONE: Mapping[str, Sequence[str]] = {
    "number": ("{0} += 1", "{0} -= 1", "{0} = -{0}"),
    "array": ("{0}.pop()", "{0}.shift()", "{0}.sort()", "{0}.sort((a, b) => a - b)", "{0}.reverse()"),
}
_KEYED = ("{0}[{1}] = {2}", "{0}[{1}] += 1", "delete {0}[{1}]")


def missing_updates(target: JsTarget) -> Iterator[Edit]:
    """A change of each thing that the function or its object keeps, beside a statement or in a block that is empty."""
    empty = [one for one in target.of_type("statement_block") if not one.named_children]
    if target.function is None or not (is_in_block(target) or empty):
        return
    given = _given(target)
    forms = [list(_changes(target, place, start, given)) for place, start in _places(target).items()]
    rounds = itertools.zip_longest(*forms, list(_of_others(target, given)))
    codes = list(dict.fromkeys(code for each in rounds for code in each if code is not None))[:_MOST]
    for rank, code in enumerate(codes):
        prior = 0.4 / (1 + 0.05 * rank)
        yield from (target.edit(block, f"{{ {code}; }}", KIND, prior) for block in empty)
        if is_in_block(target):
            yield target.insert_line(target.stmt.node, f"{code};", KIND, prior)
            yield target.insert_line(target.stmt.node, f"{code};", KIND, prior, behind=True)


def _places(target: JsTarget) -> dict[str, str]:
    """What may change, with the value that it begins with: variables, fields, constants that hold something."""
    found = {name: start for name, start in changeable(target).items() if not name.endswith("]")}
    nodes = list(descendants(target.function)) if target.function is not None else []
    declared = (one for one in nodes if one.type == "variable_declarator")
    held = {text(field(one, "name")): text(field(one, "value")) for one in declared}
    walked = dict.fromkeys(target.parameters, "?")
    asked = {text(field(one, "object")): "{}" for one in nodes if one.type == "subscript_expression"}
    return {**walked, **asked, **{name: start for name, start in held.items() if name in target.names}, **found}


def _sort(start: str) -> str:
    if start.lstrip("-").replace(".", "").isdigit() or start.endswith("Infinity"):
        return "number"
    return {"[": "array", "{": "object", "'": "text", '"': "text", "`": "text"}.get(start[:1], "")


def _given(target: JsTarget) -> list[str]:
    """What a change may take: what nothing reads, then what was bound last."""
    unread = unread_of_function(target.source, target.function) if target.function is not None else ()
    names = [*reversed([one for one in target.local_names if one not in target.parameters]), *target.parameters]
    return list(dict.fromkeys((*unread, *names)))


def _changes(target: JsTarget, place: str, start: str, every: Sequence[str]) -> Iterator[str]:
    sort, given = _sort(start), [one for one in every if one != place][:_MOST_GIVEN]
    if sort == "object":
        nodes = descendants(target.function) if target.function is not None else ()
        asked = [one for one in nodes if one.type == "subscript_expression" and text(field(one, "object")) == place]
        for key in list(dict.fromkeys(text(field(one, "index")) for one in asked))[:2] or given[:2]:
            yield from (form.format(place, key, one) for one in given for form in _KEYED if one != key)
        return
    yield from (form.format(place, one) for one in given for form in _FORMS.get(sort, ()))
    if sort == "number":
        yield from (f"{place} += {one} * {other}" for one, other in itertools.combinations(given, 2))
    if sort == "array":
        fields = [name for name in changeable(target) if name.startswith("this.") and name != place]
        yield from (f"{place}.push({name})" for name in fields[:_MOST_GIVEN])
    yield from (form.format(place) for form in _ALONE.get(sort, ()))
    if not sort and "." not in place:
        yield from (f"{place} = {place}.{name}" for name in _links(target.source)[:_MOST_LINKS])


@cached_per_search(64)
def _links(source: JsSource) -> list[str]:
    """The properties that the file reads or sets without calling them, the most frequent first."""
    members = source.syntax.of_type("member_expression")
    plain = [one for one in members if field(source.syntax.parent(one), "function") != one]
    counts = Counter(text(field(one, "property")) for one in plain)
    return [name for name, _ in counts.most_common() if name != "length"]


def _of_others(target: JsTarget, every: Sequence[str]) -> Iterator[str]:
    """Properties of other objects set: `child.parent = this`."""
    inside = any(one.type == "method_definition" for one in target.source.syntax.above(target.stmt.node))
    given = [one for one in every if one in target.local_names]
    around = [one for one in target.source.syntax.above(target.stmt.node) if one.type in FUNCTIONS]
    for owner in given[:_MOST_OWNERS] if around else ():
        values = ["this", *given] if inside else given
        for name in _links(target.source)[:_MOST_LINKS]:
            yield from (f"{owner}.{name} = {value}" for value in values[:_MOST_GIVEN] if value != owner)
