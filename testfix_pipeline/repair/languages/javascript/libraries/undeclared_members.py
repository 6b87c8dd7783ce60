"""Members that a program reads of local values and that nobody declares: no package, no own file, not JavaScript."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import (
    LostPackageName,
    PackageProgram,
    is_assigned,
)
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import imported_names
from testfix_pipeline.repair.languages.javascript.libraries.similar_names import NO_METHOD
from testfix_pipeline.repair.languages.javascript.source import JsSource


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
