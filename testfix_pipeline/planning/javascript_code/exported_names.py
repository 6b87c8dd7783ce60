"""The names that a JavaScript or TypeScript module exports, by ES modules and CommonJS."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, text
from testfix_pipeline.core.patch_policy.syntax_nodes import field as part
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS

DEFAULT = "default"
_DEFINITIONS = (
    *("function_declaration", "generator_function_declaration", "class_declaration", "abstract_class_declaration"),
    *("enum_declaration", "interface_declaration", "type_alias_declaration", "function_signature", "internal_module"),
)


@dataclass
class Exports:
    """The exports of a module. names: exported name -> the name in the file, "" if it has none.

    style: "module" or "commonjs"; is_whole: CommonJS exports one value, whose local name is names["default"].
    """

    names: dict[str, str] = field(default_factory=dict)
    is_open: bool = False
    style: str = "module"
    is_whole: bool = False

    def exported_as(self, name: str) -> list[str]:
        """The names under which a name of the file is exported."""
        return [exported for exported, own in self.names.items() if own == name]


def exports_of(tree: SyntaxNodes) -> Exports:
    """The exports of a module; `is_open` is set where some are only known at run time."""
    found = Exports()
    for node in tree.of_type("export_statement"):
        _add_statement(node, found)
    if not found.names and not found.is_open:
        for node in tree.of_type("assignment_expression"):
            _add_assignment(node, found)
    return found


def _add_statement(node: Node, found: Exports) -> None:
    if part(node, "source") is not None and not any(one.type == "export_clause" for one in node.named_children):
        found.is_open = True  # export * from
    is_default = any(one.type == "default" for one in node.children)
    declared = part(node, "declaration")
    if is_default:
        value = declared or part(node, "value")
        own = text(part(value, "name")) or (text(value) if value is not None and value.type == "identifier" else "")
        found.names[DEFAULT] = own
    elif declared is not None:
        found.names |= {name: name for name in declared_names(declared)}
    for clause in node.named_children:
        if clause.type == "export_clause":
            for one in clause.named_children:
                own, given = text(part(one, "name")), text(part(one, "alias"))
                found.names[given or own] = own if part(node, "source") is None else ""


def declared_names(node: Node) -> Iterator[str]:
    """Yield the names that a declaration binds."""
    if node.type in _DEFINITIONS:
        yield text(part(node, "name"))
    for one in node.named_children:
        if one.type == "variable_declarator":
            name = part(one, "name")
            if name is not None and name.type == "identifier":
                yield text(name)
            elif name is not None:
                yield from (text(leaf) for leaf in name.named_children if "identifier" in leaf.type)


def _add_assignment(node: Node, found: Exports) -> None:
    left, right = text(part(node, "left")).replace(" ", ""), part(node, "right")
    if left.startswith(("module.exports", "exports")) and right is not None:
        found.style = "commonjs"
        name = left.removeprefix("module.").removeprefix("exports")
        if not name:
            _add_whole_export(right, found)
        elif name.startswith(".") and name[1:].isidentifier():
            found.names[name[1:]] = _local_name(right, name[1:])
        else:
            found.is_open = True


def _add_whole_export(right: Node, found: Exports) -> None:
    """Add the exports of `module.exports = ...`."""
    if right.type == "object":
        for one in right.named_children:
            if one.type == "shorthand_property_identifier":
                found.names[text(one)] = text(one)
            elif one.type == "method_definition":
                found.names[text(part(one, "name"))] = text(part(one, "name"))
            elif one.type == "pair":
                key = text(part(one, "key"))
                found.names[key] = _local_name(part(one, "value"), key)
            else:
                found.is_open = found.is_open or one.type == "spread_element"
    else:
        found.is_whole = True
        found.is_open = found.is_open or right.type not in (
            "identifier",
            "function_expression",
            "arrow_function",
            "class",
        )
        found.names[DEFAULT] = text(part(right, "name")) or (text(right) if right.type == "identifier" else "")


def _local_name(value: Node | None, exported: str) -> str:
    """The name in the file of an exported value; for an unnamed function its exported name."""
    if value is None:
        return ""
    if value.type in FUNCTIONS:
        return text(part(value, "name")) or exported
    return text(value) if value.type == "identifier" else ""
