"""The types that declaration files give names to: their members, what their functions take, and what they return.

A type is a name here, `NAME[]` for a list of it; a promise of a type counts as the type.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, text
from testfix_pipeline.core.patch_policy.syntax_nodes import field as field_of
from testfix_pipeline.repair.languages.javascript.libraries.similar_names import NO_METHOD

OPEN = "[]"
"""The member of a type that has any member."""
_LARGEST = 3_000_000
_HOLDERS = frozenset({"interface_declaration", "class_declaration", "abstract_class_declaration"})
_WRAPPERS = frozenset({"Promise", "PromiseLike", "Partial", "Required", "Readonly", "Omit", "Pick", "NonNullable"})
_LISTS = frozenset({"Array", "ReadonlyArray"})
_MEMBERS = ("property_signature", "method_signature", "public_field_definition", "abstract_method_signature")


@dataclass
class _Shape:
    bases: list[str] = field(default_factory=list)
    members: dict[str, list[Node]] = field(default_factory=dict)


class DeclaredShapes:
    """What declaration files say of types, by the last part of their names."""

    def __init__(self, declarations: str) -> None:
        self._shapes = dict[str, _Shape]()
        self._functions = dict[str, list[Node]]()
        self._tree = parse("types.d.ts", declarations)
        for node in self._tree.of_type(*_HOLDERS, "type_alias_declaration"):
            self._add(self._shapes.setdefault(text(field_of(node, "name")), _Shape()), node)
        for node in self._tree.of_type("function_signature", "variable_declarator"):
            self._functions.setdefault(text(field_of(node, "name")), []).append(node)

    @classmethod
    def of(cls, declarations: str) -> DeclaredShapes:
        """The types of declarations; of very long ones none."""
        return _shapes(declarations if len(declarations) <= _LARGEST else "")

    def _add(self, shape: _Shape, node: Node) -> None:
        body = field_of(node, "body") or field_of(node, "value")
        heads = [one for one in node.children if one.type in ("class_heritage", "extends_type_clause")]
        shape.bases += [name for head in heads for one in _parts(head) if (name := type_name(one))]
        bodies = [body] if body is not None and body.type != "union_type" else []
        if node.type == "type_alias_declaration" and body is not None:
            parts = [*_parts(body)]
            bodies = [one for one in parts if one.type == "object_type"]
            shape.bases += [name for one in parts if one.type != "object_type" and (name := type_name(one))]
            if body.type == "generic_type" and text(body).startswith("Record<string"):
                shape.members[OPEN] = [body]
        for one in (member for body in bodies for member in body.named_children):
            if one.type in _MEMBERS:
                shape.members.setdefault(text(field_of(one, "name")).strip("'\"#"), []).append(one)
            elif one.type == "index_signature":
                shape.members[OPEN] = [one]

    def members(self, name: str) -> Mapping[str, list[Node]]:
        """The declared members of a type and of what it extends; empty where it is not known."""
        found, pending, seen = dict[str, list[Node]](), [name], set[str]()
        while pending:
            shape = self._shapes.get(one := pending.pop())
            if shape is not None and one not in seen:
                pending += shape.bases
                for member, nodes in shape.members.items():
                    found.setdefault(member, []).extend(nodes)
            seen.add(one)
        return found

    @cached_property
    def names(self) -> frozenset[str]:
        """All names that the declarations have of anything."""
        return frozenset(
            map(text, self._tree.of_type("property_identifier", "private_property_identifier", "identifier"))
        )

    @cached_property
    def needed_arguments(self) -> Mapping[str, int]:
        """By name of each member or function the fewest arguments that it needs, `NO_METHOD` for what takes none."""
        found = dict[str, int]()
        for node in self._tree.of_type(*_MEMBERS, "function_signature", "variable_declarator"):
            name, needed = text(field_of(node, "name")), _needed(node)
            known = found.get(name, NO_METHOD)
            found[name] = needed if known == NO_METHOD else min(known, needed) if needed != NO_METHOD else known
        return found

    def has(self, name: str) -> bool:
        """Whether a type of this name is declared."""
        return name in self._shapes

    def signatures(self, name: str, is_new: bool = False) -> list[Node]:
        """What may be called by a name: functions, or constructors of a class."""
        return self.members(name).get("constructor", []) if is_new else self._functions.get(name, [])

    def returned(self, nodes: Collection[Node], owner: str = "") -> str:
        """The type that callables return, or that members have; `owner` for `this`."""
        for node in nodes:
            kind = field_of(node, "return_type") or field_of(node, "type")
            inner = next((one for one in descendants(kind) if one.type == "function_type"), None) if kind else None
            kind = field_of(inner, "return_type") if inner is not None and _is_function(kind) else kind
            found = owner if kind is not None and text(kind).lstrip(": ") == "this" else type_name(kind)
            if found:
                return found
        return ""

    def opened(self, method: Node) -> bool:
        """Whether a method takes nothing and returns an object with any members."""
        parameters = field_of(method, "parameters")
        kind = field_of(method, "return_type")
        if parameters is None or parameters.named_children or re.search(r"\bthis\b", text(kind)):
            return False
        returned, generic = type_name(kind), re.findall(r"[\w$]+", text(field_of(method, "type_parameters")))
        named = generic if returned in generic else [returned]
        return any(OPEN in self.members(one) for one in named)


def _needed(signature: Node) -> int:
    listed = field_of(signature, "parameters")
    if listed is None:
        return NO_METHOD
    needed = [one for one in listed.named_children if one.type == "required_parameter"]
    return sum(text(field_of(one, "pattern")) != "this" and not text(one).startswith("...") for one in needed)


def parameter_types(signature: Node) -> list[str]:
    """The types of a callable's parameters, in order."""
    if signature.type in ("variable_declarator", "property_signature", "public_field_definition"):
        signature = next((one for one in descendants(signature) if one.type == "function_type"), signature)
    listed = field_of(signature, "parameters")
    return [type_name(field_of(one, "type")) for one in listed.named_children] if listed is not None else []


@lru_cache(maxsize=8)
def _shapes(declarations: str) -> DeclaredShapes:
    return DeclaredShapes(declarations)


def _is_function(kind: Node | None) -> bool:
    return kind is not None and any(one.type == "function_type" for one in kind.named_children)


def _parts(node: Node) -> Iterator[Node]:
    """The parts of unions, intersections and lists of bases."""
    if node.type in ("union_type", "intersection_type", "parenthesized_type", "class_heritage", "extends_clause"):
        for one in node.named_children:
            yield from _parts(one)
    elif node.type == "extends_type_clause":
        yield from node.named_children
    else:
        yield node


def type_name(node: Node | None) -> str:
    """The name of a type; of a union the first that is no value's; "" for what has none."""
    if node is None:
        return ""
    if node.type in ("type_identifier", "identifier"):
        return text(node)
    if node.type == "array_type" and node.named_children:
        found = type_name(node.named_children[0])
        return f"{found}[]" if found else ""
    if node.type in ("nested_type_identifier", "member_expression"):
        return text(node).rpartition(".")[2]
    if node.type == "generic_type":
        head, given = text(field_of(node, "name")).rpartition(".")[2], node.named_children[-1].named_children
        inner = type_name(given[0]) if given and head in _WRAPPERS | _LISTS else ""
        return f"{inner}[]" * bool(inner) if head in _LISTS else inner if head in _WRAPPERS else head
    if node.type in ("type_annotation", "union_type", "intersection_type", "parenthesized_type", "readonly_type"):
        return next((name for one in node.named_children if (name := type_name(one))), "")
    return ""
