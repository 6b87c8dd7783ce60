"""What a file uses of npm packages: the names that it imports or reads of them, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource
from testfix_pipeline.repair.languages.javascript.target import bound_names

_PACKAGE = re.compile(r"(?:@[\w.-]+/)?[A-Za-z0-9][\w.-]*(?:/[\w./-]+)?")


@dataclass(frozen=True)
class PackageUse:
    """A name that a file uses of a package.

    specifier: as it is imported; name: "" for what `require` gives as a whole, "default" for a default import; a member
    of an export or of the default has its name before it, with a dot.
    place: where the name stands; is_local: whether it also names a variable of the file there. statement: where the
    specifier's string stands. required: by `require`. line: from 1. variable: what holds the name, if one does.
    is_called: whether that is called, or given to a function.
    """

    specifier: str
    name: str
    place: tuple[int, int]
    statement: tuple[int, int]
    line: int
    is_local: bool = False
    required: bool = False
    variable: str = ""
    is_called: bool = False

    @property
    def package(self) -> str:
        """The package's name without the entry point."""
        return package_of(self.specifier)


def package_of(specifier: str) -> str:
    """The name of the package that a specifier begins with: `@scope/name` of `@scope/name/entry`."""
    return "/".join(specifier.split("/")[: 2 if specifier.startswith("@") else 1])


def imported_names(source: JsSource) -> set[str]:
    """The names that imports and calls of `require` bind."""
    statements = source.syntax.of_type("import_clause", "variable_declarator")
    return {
        text(node)
        for one in statements
        if one.type == "import_clause" or text(field(one, "value")).startswith("require(")
        for node in descendants(one)
        if "identifier" in node.type
    }


def owner_of(name: str) -> str:
    """The export that a name is read of; "" for an export itself and for a member of the default."""
    owner = name.rpartition(".")[0]
    return "" if owner == "default" else owner


def package_uses(source: JsSource) -> list[PackageUse]:
    """All uses of npm packages in a file, in the order of its text."""
    found = [use for node in source.syntax.of_type("import_statement") for use in _imported(source, node)]
    found += [use for node in source.syntax.of_type("call_expression") for use in _required(source, node)]
    return sorted(found, key=lambda use: use.place)


def _specifier(node: Node | None) -> str:
    """The package that a string names; "" for own files and for what Node has itself."""
    named = text(node)[1:-1] if node is not None and node.type == "string" else ""
    return named if _PACKAGE.fullmatch(named) and not named.startswith("node:") else ""


def _imported(source: JsSource, node: Node) -> Iterator[PackageUse]:
    string = node.child_by_field_name("source")
    specifier = _specifier(string)
    clause = next((child for child in node.children if child.type == "import_clause"), None)
    if not specifier or string is None or clause is None:
        return
    statement = source.span(string)
    for child in clause.children:
        if child.type == "identifier":
            yield _whole(source, specifier, "default", child, statement, text(child))
            yield from _members(source, specifier, text(child), statement, "default.")
        if child.type == "namespace_import":
            (name,) = (one for one in child.children if one.type == "identifier")
            yield from _members(source, specifier, text(name), statement)
        for one in child.children if child.type == "named_imports" else ():
            name_node = one.child_by_field_name("name") if one.type == "import_specifier" else None
            if name_node is not None:
                alias = one.child_by_field_name("alias")
                use = _use(source, specifier, text(name_node), name_node, statement, is_local=alias is None)
                yield from _held(source, replace(use, variable=text(alias or name_node)))


def _required(source: JsSource, node: Node) -> Iterator[PackageUse]:
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or text(function) != "require" or len(arguments.named_children) != 1:
        return
    string = arguments.named_children[0]
    specifier = _specifier(string)
    if not specifier:
        return
    statement, above = source.span(string), source.syntax.parent(node)
    target = above.child_by_field_name("name") if above is not None and above.type == "variable_declarator" else None
    variable = text(target) if target is not None and target.type == "identifier" else ""
    if above is not None and above.type == "member_expression":
        holder, name = source.syntax.parent(above), above.child_by_field_name("property")
        held = (
            holder.child_by_field_name("name") if holder is not None and holder.type == "variable_declarator" else None
        )
        if name is not None:
            use = _use(source, specifier, text(name), name, statement, required=True)
            is_held = held is not None and held.type == "identifier"
            yield from _held(source, replace(use, variable=text(held) if is_held else ""))
        return
    yield _whole(source, specifier, "", node, statement, variable, required=True)
    if variable:
        yield from _members(source, specifier, variable, statement, required=True)
    for one in target.named_children if target is not None and target.type == "object_pattern" else ():
        key = one.child_by_field_name("key") if one.type == "pair_pattern" else one
        if key is not None and key.type in ("shorthand_property_identifier_pattern", "property_identifier"):
            value = one.child_by_field_name("value") if one.type == "pair_pattern" else one
            use = _use(source, specifier, text(key), key, statement, is_local=value is one, required=True)
            variable = text(value) if value is not None and not value.named_children else ""
            yield from _held(source, replace(use, variable=variable))


def _held(source: JsSource, use: PackageUse) -> Iterator[PackageUse]:
    """An export that a variable holds, and what is read of it; of a default that may be all of the package."""
    yield use
    if use.variable and use.name != "default":
        yield from _members(source, use.specifier, use.variable, use.statement, f"{use.name}.", use.required)


def _members(
    source: JsSource, specifier: str, local: str, statement: tuple[int, int], prefix: str = "", required: bool = False
) -> Iterator[PackageUse]:
    """The names that are read of a variable that holds a package."""
    for node in source.syntax.of_type("member_expression"):
        owner, name = node.child_by_field_name("object"), node.child_by_field_name("property")
        if name is not None and names_variable(source, owner, local, statement):
            yield _use(source, specifier, f"{prefix}{text(name)}", name, statement, required=required)


def names_variable(source: JsSource, node: Node | None, variable: str, statement: tuple[int, int]) -> bool:
    """Whether a node names the variable that a statement binds, and none of the same name that a function binds."""
    if node is None or node.type != "identifier" or text(node) != variable:
        return False
    functions = [one for one in source.syntax.above(node) if one.type in FUNCTIONS]
    below = [one for one in functions if not source.span(one)[0] <= statement[0] < source.span(one)[1]]
    return not any(variable in bound_names(one) for one in below)


def _whole(
    source: JsSource,
    specifier: str,
    name: str,
    node: Node,
    statement: tuple[int, int],
    variable: str,
    required: bool = False,
) -> PackageUse:
    """The use of all that a package gives, or of its default, by the variable that holds it."""
    calls = source.syntax.of_type("call_expression", "new_expression")
    called = [call.child_by_field_name("function") or call.child_by_field_name("constructor") for call in calls]
    called += [one for call in calls if (given := field(call, "arguments")) is not None for one in given.named_children]
    is_called = any(
        one is not None and (one.id == node.id or names_variable(source, one, variable, statement)) for one in called
    )
    found = _use(source, specifier, name, node, statement, required=required)
    return replace(found, variable=variable, is_called=is_called)


def _use(
    source: JsSource,
    specifier: str,
    name: str,
    node: Node,
    statement: tuple[int, int],
    is_local: bool = False,
    required: bool = False,
) -> PackageUse:
    return PackageUse(specifier, name, source.span(node), statement, node.start_point[0] + 1, is_local, required)
