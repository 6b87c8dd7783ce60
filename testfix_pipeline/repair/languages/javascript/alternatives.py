"""One more of the constants that are treated alike: a label of a `switch`, an element of a list of texts."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_CONSTANTS, _MOST_GROUPS = 6, 6
_LISTS = ("union_type", "array", "object", "object_pattern", "switch_body", "enum_body")
_LITERALS = ("string", "number")


def alternatives(target: JsTarget) -> Iterator[Edit]:
    """A further label in front of the statements of a case, and a further text in a list of texts."""
    yield from _labels(target)
    for node in target.of_type("array"):
        parts = node.named_children
        if parts and all(one.type in _LITERALS for one in parts):
            for more in _constants_beside(target, [text(one) for one in parts]):
                yield target.insert(parts[-1], "", f", {more}", "constant.listed", 0.5)
        elif not parts and (pair := target.source.syntax.parent(node)) is not None and pair.type == "pair":
            for more in _constants_of(target.source.syntax.parent(pair) or pair)[:_MOST_CONSTANTS]:
                yield target.edit(node, f"['{more}']", "constant.listed", 0.4)


def _labels(target: JsTarget) -> Iterator[Edit]:
    """`case 'b':` behind `case 'a':`, of all cases where the statement lies in the default one, or is the `switch`."""
    switch = next((one for one in (target.stmt.node, *_around(target)) if one.type == "switch_statement"), None)
    body = field(switch, "body")
    if body is None:
        return
    cases = [one for one in body.named_children if one.type == "switch_case"]
    known = [text(field(one, "value")) for one in cases]
    own = next((one for one in (target.stmt.node, *_around(target)) if one in cases), None)
    groups = [one for one in cases if field(one, "body") is not None and own in (None, one)]
    beside = _constants_beside(target, known) if groups else []
    for case in groups[:_MOST_GROUPS]:
        colon = next(one for one in case.children if one.type == ":")
        indent = target.source.newline + target.indent_at(target.source.span(case)[0])
        for more in beside:
            yield target.insert(colon, "", f"{indent}case {more}:", "constant.case", 0.5)


def _around(target: JsTarget) -> Iterator[Node]:
    """The nodes around the statement within its function."""
    for one in target.source.syntax.above(target.stmt.node):
        if one == target.function:
            return
        yield one


def _constants_beside(target: JsTarget, known: list[str]) -> list[str]:
    """The constants that a type, a list, the keys of an object or a `switch` has beside known ones, then those of the
    failing tests; quoted as the known ones are."""
    quote = next((one[0] for one in known if one[0] in "'\""), "")
    bare = {one.strip("'\"") for one in known}
    found: dict[str, int] = {}
    for source in (target.source, *(one for one in target.project if isinstance(one, JsSource))):
        for node in source.syntax.of_type(*_LISTS):
            names = _constants_of(node)
            for name in names if bare & set(names) else ():
                found[name] = max(found.get(name, 0), len(bare & set(names)))
    observed = [value[1:-1] for _, value in target.failure_evidence.values if quote and value[:1] in "'\""]
    ordered = (*sorted(found, key=lambda name: -found[name]), *observed)
    return [f"{quote}{one}{quote}" for one in dict.fromkeys(ordered) if one not in bare][:_MOST_CONSTANTS]


def _constants_of(node: Node) -> list[str]:
    """The constants that a list or a type has directly, without quotes."""
    if node.type == "union_type":
        parts = [one for one in descendants(node) if one.type in _LITERALS]
    else:
        parts = [field(one, "key") or field(one, "value") or field(one, "name") or one for one in node.named_children]
        plain = (*_LITERALS, "property_identifier", "shorthand_property_identifier")
        parts = [one for one in parts if one.type in plain]
    return [text(one).strip("'\"") for one in parts]
