"""Expressions that are in reach of a statement: variables, fields, and what the code around reads of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.target import JsTarget

_MOST_CONSTANTS = 6
_FIELD_PARAMETERS = ("accessibility_modifier", "readonly", "override_modifier")
_WITH_PROPERTIES = ("object_type", "interface_body", "object_pattern", "object", "class_body")


def expressions_in_reach(target: JsTarget, most: int) -> list[str]:
    """The likeliest values to stand in a statement: what is read near it, the variables around, then constants."""
    near, part = target.read_in_reach, most // 3
    constants = [name for name in target.names if name.isupper()][:_MOST_CONSTANTS]
    first = (*near[:part], *list(same_of_others(target))[:part], *target.local_names[:part])
    return list(dict.fromkeys((*first, *constants, *near, *target.local_names)))[:most]


def same_of_others(target: JsTarget) -> Iterator[str]:
    """The properties that the statement reads, of other variables of the functions around: `b.n` for `a.n`."""
    for node in target.of_type("member_expression"):
        owner, name = field(node, "object"), text(field(node, "property"))
        is_called = field(target.source.syntax.parent(node), "function") == node
        if owner is not None and not is_called and owner.type == "identifier" and text(owner) in target.local_names:
            yield from (f"{other}.{name}" for other in target.local_names if other != text(owner))


def own_fields(target: JsTarget) -> Iterator[str]:
    """The fields of the object around that its class reads, writes or declares as parameters: `this.name`."""
    found = descendants(target.class_body) if target.class_body is not None else ()
    names = dict[str, None]()
    for one in found:
        if one.type == "member_expression" and text(field(one, "object")) == "this":
            names[text(one)] = None
        elif one.type == "required_parameter" and one.children[0].type in _FIELD_PARAMETERS:
            names[f"this.{text(field(one, 'pattern'))}"] = None
    yield from names


def properties_beside(target: JsTarget, known: Collection[str]) -> list[str]:
    """The properties that stand beside some in a type, a pattern or an object of the project, the likeliest first."""
    others = [one for one in target.project if isinstance(one, JsSource) and one.path != target.source.path]
    found: dict[str, int] = {}
    for node in (node for source in (target.source, *others) for node in source.syntax.of_type(*_WITH_PROPERTIES)):
        names = [text(field(one, "name") or field(one, "key") or one) for one in node.named_children]
        shared = len({*known}.intersection(names))
        for name in names if shared else ():
            if name.isidentifier() and name not in known:
                found[name] = max(found.get(name, 0), shared)
    return sorted(found, key=lambda name: -found[name])
