"""Members that a program reads of local values and that nobody declares: no package, no own file, not JavaScript."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import (
    LostPackageName,
    PackageProgram,
    is_assigned,
)
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import imported_names
from testfix_pipeline.repair.languages.javascript.libraries.similar_names import NO_METHOD
from testfix_pipeline.repair.languages.javascript.source import JsSource

_LARGEST = 3_000_000
_NAMES = ("property_identifier", "private_property_identifier", "identifier")
_MEMBERS = ("property_signature", "method_signature", "public_field_definition", "abstract_method_signature")


@dataclass(frozen=True)
class DeclaredNames:
    """All names that declaration files have of anything, and by name of each member or function the fewest arguments
    that it needs, `NO_METHOD` for what takes none."""

    names: frozenset[str]
    needed_arguments: Mapping[str, int]


@lru_cache(maxsize=8)
def declared_names(declarations: str) -> DeclaredNames:
    """The names of declarations; of very long ones none."""
    tree = parse("types.d.ts", declarations if len(declarations) <= _LARGEST else "")
    found = dict[str, int]()
    for node in tree.of_type(*_MEMBERS, "function_signature", "variable_declarator"):
        name, needed = text(field(node, "name")), _needed(node)
        known = found.get(name, NO_METHOD)
        found[name] = needed if known == NO_METHOD else min(known, needed) if needed != NO_METHOD else known
    return DeclaredNames(frozenset(map(text, tree.of_type(*_NAMES))), found)


def _needed(signature: Node) -> int:
    listed = field(signature, "parameters")
    if listed is None:
        return NO_METHOD
    needed = [one for one in listed.named_children if one.type == "required_parameter"]
    return sum(text(field(one, "pattern")) != "this" and not text(one).startswith("...") for one in needed)


def undeclared_members(
    lost: LostPackageName, declared: Collection[str], builtin: Collection[str]
) -> Iterator[LostPackageName]:
    """The members that the files with a package read and that are in none of these names."""
    known = {*declared, *builtin, *_defined(lost.program)}
    found = dict[str, list[tuple[str, Node]]]()
    for path in (path for path, uses in lost.uses.items() if uses):
        for name, node in _read_members(lost.program.files[path]):
            if name not in known:
                found.setdefault(name, []).append((path, node))
    return (lost.at(name, places) for name, places in found.items())


def _read_members(source: JsSource) -> Iterator[tuple[str, Node]]:
    """The members that a file reads of what no statement at its top imports, with the nodes of their names."""
    imported = imported_names(source)
    for node in source.syntax.of_type("member_expression"):
        owner, name = field(node, "object"), field(node, "property")
        while owner is not None and owner.type in ("member_expression", "call_expression"):
            owner = field(owner, "object") or field(owner, "function")
        if name is not None and owner is not None and text(owner) not in imported:
            yield text(name), name


def _defined(program: PackageProgram) -> set[str]:
    """The names that the project gives to members of its own objects, or takes out of others by a pattern."""
    found = set[str]()
    for source in program.files.values():
        for node in source.syntax.of_type("property_identifier", "private_property_identifier"):
            above = source.syntax.parent(node)
            if above is None or above.type != "member_expression" or is_assigned(source, above):
                found.add(text(node))
        found |= {text(node) for node in source.syntax.of_type("shorthand_property_identifier")}
    return found


def argument_count(source: JsSource, place: tuple[int, int]) -> int:
    """The number of arguments that the member which stands here is called with; `NO_METHOD` if it is not called."""
    for call in source.syntax.of_type("call_expression"):
        function, arguments = field(call, "function"), field(call, "arguments")
        if function is not None and arguments is not None and source.span(function)[1] == place[1]:
            return len(arguments.named_children)
    return NO_METHOD
