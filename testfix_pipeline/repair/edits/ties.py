"""What decides between equals: a further part of a sort key, or of what `__lt__` compares."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.keys import ORDERING, is_true, keys_written, with_its_comma
from testfix_pipeline.repair.edits.scope import attributes_of_namesakes, class_attributes
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

KIND, MOST = "tie-broken", 5
IN_FRONT = 0.6
"""How likely the further part is the one that decides first, against the last."""
GIVEN = (*ORDERING, "range", "enumerate", "zip", "reversed")
"""What gives things in the order that was meant."""
IN_TIME = ("start", "time", "date", "day", "at", "when", "order", "position", "rank", "number", "priority")
NAMING = ("name", "title", "id", "key", "label", "code")
"""What things are put in order by where nothing else decides."""


def further_parts(target: Target) -> Iterator[Edit]:
    """`lambda x: -x.score` made `lambda x: (-x.score, x.name)`; a tuple gets one more part."""
    for value in keys_written(target):
        root = _thing(target, value) if not isinstance(value, ast.Compare) else ""
        for rank, part in enumerate(_parts(target, value, root) if root else ()):
            yield from _with(target, value, part, 0.5 / (1 + 0.25 * rank))
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        given = [keyword.value for keyword in node.keywords if keyword.arg == "key"] if called(node) in ORDERING else []
        for key in given:
            if isinstance(key, ast.Call) and called(key) in ("attrgetter", "itemgetter") and key.args:
                yield from _gotten_too(target, key)
            if isinstance(key, (ast.Name, ast.Attribute)):
                text = f"lambda one: ({target.text(key)}(one), one)"
                yield target.replace(key, text, KIND, 0.35, text)
            yield from _upwards(target, node, key)


def _upwards(target: Target, node: ast.Call, key: ast.expr) -> Iterator[Edit]:
    """The same of an order that is reversed: `key=lambda x: (-x.score, x.name)`, and nothing reversed."""
    turned = [one for one in node.keywords if one.arg == "reverse" and is_true(one.value)]
    body = key.body if isinstance(key, ast.Lambda) else None
    if not turned or isinstance(body, ast.Tuple):
        return
    texts: list[str] = []
    if body is not None and (root := _thing(target, body)):
        texts += [f"(-{wrapped(target, body)}, {part})" for part in _parts(target, body, root)]
    elif isinstance(key, (ast.Name, ast.Attribute)):
        texts.append(f"lambda one: (-{target.text(key)}(one), one)")
    more = ((*with_its_comma(target, node, turned[0]), ""),)
    for rank, text in enumerate(texts):
        yield replace(target.replace(body or key, text, KIND, 0.5 / (1 + 0.25 * rank), text), more=more)


def _gotten_too(target: Target, key: ast.Call) -> Iterator[Edit]:
    """One more name for `attrgetter`, one more key or place for `itemgetter`."""
    said = [getattr(one, "value", None) for one in key.args]
    texts = all(isinstance(one, str) for one in said)
    if called(key) == "attrgetter" and not texts:
        return
    further: list[str] = [str(place) for place in (0, 1, 2) if place not in said]
    if texts:
        names = _fields_with(target.source, {str(one) for one in said})
        names = names if called(key) == "attrgetter" else _keys_said(target.source)
        further = [repr(name) for name in names if name not in said]
    at = target.source.span(key.args[-1])[1]
    for rank, text in enumerate(further[:MOST]):
        yield target.splice(at, at, f", {text}", KIND, 0.5 / (1 + 0.25 * rank), text)


def _fields_with(source: SourceFile, asked: set[str]) -> list[str]:
    """The fields of the things that have all of these, those that name a thing first."""
    known = attributes_of_namesakes(source).values()
    fields = dict.fromkeys(itertools.chain(*(names for names in known if asked <= set(names))))
    return [name for name in sorted(fields, key=_naming) if name not in asked]


def compared_further(target: Target) -> Iterator[Edit]:
    """`self.a < other.a` made `(self.a, self.b) < (other.a, other.b)` in the methods that order."""
    function = target.function
    if function is None or function.owner is None or function.name not in ("__lt__", "__gt__", "__le__", "__ge__"):
        return
    for node in target.expressions(ast.Compare):
        assert isinstance(node, ast.Compare)
        sides = (node.left, node.comparators[0])
        roots = [one.value.id for one in sides if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name)]
        if len(roots) != 2 or roots[0] == roots[1] or last_name(sides[0]) != last_name(sides[1]):
            continue
        mine = last_name(sides[0])
        data = [name for name in class_attributes(target.source, function.owner)[0] if name != mine]
        sign = target.source.text[target.source.span(sides[0])[1] : target.source.span(sides[1])[0]]
        for rank, name in enumerate(sorted(data, key=_naming)[:MOST]):
            one, other = (f"({root}.{mine}, {root}.{name})" for root in roots)
            yield target.replace(node, f"{one}{sign}{other}", KIND, 0.5 / (1 + 0.25 * rank), name)


def in_order(target: Target) -> Iterator[Edit]:
    """What is gone over put in the order of a field that the round asks for: `sorted(xs, key=lambda x: x.start)`."""
    loops: list[tuple[ast.expr, ast.expr, ast.AST]] = []
    if isinstance(target.stmt, ast.For):
        loops.append((target.stmt.target, target.stmt.iter, target.stmt))
    for node in target.expressions(ast.ListComp, ast.GeneratorExp, ast.DictComp):
        loops += [(one.target, one.iter, node) for one in node.generators]  # type: ignore[attr-defined]
    for variable, walked, inside in loops:
        if not isinstance(variable, ast.Name) or (isinstance(walked, ast.Call) and called(walked) in GIVEN):
            continue
        nodes = [one for one in ast.walk(inside) if isinstance(one, ast.Attribute)]
        asked = dict.fromkeys(one.attr for one in nodes if getattr(one.value, "id", "") == variable.id)
        fields = [name for name in asked if not any(one.attr == name and target.source.is_called(one) for one in nodes)]
        for rank, name in enumerate(sorted(fields, key=lambda one: not one.endswith(IN_TIME))[:MOST]):
            text = f"sorted({target.text(walked)}, key=lambda one: one.{name})"
            yield target.replace(walked, text, "order.changed", 0.35 / (1 + 0.3 * rank), name)


def answer_in_order(target: Target) -> Iterator[Edit]:
    """`return sorted(found, key=lambda one: one.start)` for `return found`, which the function has filled: by a field
    that it asks such a thing for. And the greatest or least by a field for the first or last: `found[0]`."""
    value, function = getattr(target.stmt, "value", None), target.function
    if function is None or not isinstance(target.stmt, (ast.Return, ast.Assign)) or not isinstance(value, ast.expr):
        return
    first = isinstance(value, ast.Subscript) and target.text(value.slice) in ("0", "-1")
    walked = value.value if isinstance(value, ast.Subscript) and first else value
    if not isinstance(walked, (ast.Name, ast.ListComp)) or (isinstance(target.stmt, ast.Assign) and not first):
        return
    listed = target.text(walked)
    for rank, name in enumerate(_fields_of_elements(target, walked)[:MOST]):
        key = f"key=lambda one: one{name}"
        for text in [f"{best}({listed}, {key})" for best in ("max", "min")] if first else [f"sorted({listed}, {key})"]:
            yield target.replace(value, text, "order.changed", 0.35 / (1 + 0.3 * rank), name)


def _fields_of_elements(target: Target, walked: ast.expr) -> list[str]:
    """The fields, as `.name` or `["name"]`, that the file asks the elements of a list for, by the variables that loops
    go over it by, or that the function puts into a list: the keys of mappings put there first, then those fields that
    tell a time or an order, then the function's own."""
    assert target.function is not None
    nodes, name = list(ast.walk(target.function.node)), target.text(walked)
    added = [n.args[0] for n in nodes if isinstance(n, ast.Call) and called(n) == "append" and n.args]
    made = [n.elt for n in nodes if isinstance(n, ast.ListComp)]
    loops = [n.target for n in nodes if isinstance(n, (ast.For, ast.comprehension)) and target.text(n.iter) == name]
    names = {one.id for one in (*added, *made, *loops) if isinstance(one, ast.Name)}
    known = attributes_of_namesakes(target.source)
    fields = [field for one in sorted(names) for field in known.get(one, ())]
    asked = {n.attr for n in nodes if isinstance(n, ast.Attribute)}
    ordered = sorted(dict.fromkeys(fields), key=lambda one: (not one.endswith(IN_TIME), one not in asked))
    keys = [key for one in (*added, *made) if isinstance(one, ast.Dict) for key in one.keys]
    said = [key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    keyed = sorted(dict.fromkeys(said), key=lambda one: not one.endswith((*IN_TIME, *NAMING)))
    return [*(f"[{one!r}]" for one in keyed), *(f".{one}" for one in ordered)]


def _thing(target: Target, value: ast.expr) -> str:
    """The parameter of the function whose answer a key is; "" where it is no function's."""
    parent = target.source.parents[value]
    if isinstance(parent, ast.Lambda):
        return parent.args.args[0].arg if parent.args.args else ""
    given = target.function.arguments if target.function is not None and isinstance(parent, ast.Return) else ()
    others = [one for one in given if one.arg not in ("self", "cls")]
    return (others or given)[0].arg if given else ""


def _parts(target: Target, value: ast.expr, root: str) -> Iterator[str]:
    """What else there is to order by: other fields, the other part of a pair, the thing itself."""
    nodes = list(ast.walk(value))
    asked = {one.attr for one in nodes if isinstance(one, ast.Attribute) and getattr(one.value, "id", "") == root}
    places = {
        one.slice.value
        for one in nodes
        if isinstance(one, ast.Subscript)
        and getattr(one.value, "id", "") == root
        and isinstance(one.slice, ast.Constant)
    }
    found: list[str] = []
    if places and all(isinstance(place, str) for place in places):
        found += [f"{root}[{key!r}]" for key in _keys_said(target.source) if key not in places]
    elif places:
        found += [f"{root}[{place}]" for place in (0, 1, 2) if place not in places]
    if asked:
        found += [f"{root}.{name}" for name in _fields_with(target.source, asked)]
    if not places and not asked and not (isinstance(value, ast.Tuple) and root in map(target.text, value.elts)):
        found.append(root)
    yield from found[:MOST]


@remembered(64)
def _keys_said(source: SourceFile) -> list[str]:
    """The texts that the file looks up, those that name things first."""
    places = (node.slice for node in ast.walk(source.tree) if isinstance(node, ast.Subscript))
    said = [one.value for one in places if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return sorted(dict.fromkeys(said), key=_naming)


def _naming(name: str) -> bool:
    """False, and so first, for what names a thing."""
    return not name.endswith(NAMING)


def _with(target: Target, value: ast.expr, part: str, prior: float) -> Iterator[Edit]:
    for text, share in ((part, 1.0), (f"-{part}", 0.3)):
        if isinstance(value, ast.Tuple):
            at = target.source.span(value.elts[-1])[1]
            yield target.splice(at, at, f", {text}", KIND, prior * share, text)
        else:
            yield target.replace(value, f"({target.text(value)}, {text})", KIND, prior * share, text)
            yield target.replace(value, f"({text}, {target.text(value)})", KIND, IN_FRONT * prior * share, text)


def ahead(target: Target) -> Iterator[Edit]:
    """A further part in front of those of a key that a method answers: a field of the object, or whether it is none."""
    function, value = target.function, getattr(target.stmt, "value", None)
    if function is None or function.owner is None or not isinstance(target.stmt, ast.Return):
        return
    if not isinstance(value, ast.Tuple) or not value.elts:
        return
    data = class_attributes(target.source, function.owner)[0]
    for rank, name in enumerate(data[:MOST]):
        for text, share in ((f"not self.{name}", 1.0), (f"self.{name}", 0.7)):
            for place in value.elts if text not in map(target.text, value.elts) else ():
                at = target.source.span(place)[0]
                yield target.splice(at, at, f"{text}, ", KIND, 0.3 * share / (1 + 0.25 * rank), text)
