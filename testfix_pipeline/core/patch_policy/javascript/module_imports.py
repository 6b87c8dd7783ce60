"""The imports of JavaScript and TypeScript files, of other files and of packages."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.grammar import SUFFIXES
from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, field, line, text

_ENDINGS = ("", *SUFFIXES)
_COMPILED = {".js": (".ts", ".tsx"), ".mjs": (".mts",), ".cjs": (".cts",), ".jsx": (".tsx",)}


@dataclass(frozen=True)
class Import:
    """One import. names: imported name -> the name in the file; "default" and "*" for default and namespace imports."""

    module: str
    line: int
    names: tuple[tuple[str, str], ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether the import names a file, not a package."""
        return self.module.startswith(".")

    @property
    def package(self) -> str:
        """The package that is imported, "" for a file and for modules of Node itself."""
        if self.is_own or self.module.startswith(("/", "#", "node:")):
            return ""
        parts = self.module.split("/")
        return "/".join(parts[:2] if self.module.startswith("@") else parts[:1])


def imports_of(tree: SyntaxNodes) -> list[Import]:
    """The imports of a file, with `require` of a literal name and without imports of types."""
    found = []
    for node in tree.of_type("import_statement", "export_statement"):
        module = text(field(node, "source"))[1:-1]
        if module and not any(one.type == "type" for one in node.children):
            found.append(Import(module, line(node), tuple(_imported_names(node))))
    for node in tree.of_type("call_expression"):
        function, listed = field(node, "function"), field(node, "arguments")
        given = listed.named_children if listed is not None else []
        if function is not None and text(function) in ("require", "import") and given and given[0].type == "string":
            found.append(Import(text(given[0])[1:-1], line(node), tuple(_required_names(tree, node))))
    return found


def _imported_names(node: Node) -> Iterator[tuple[str, str]]:
    for clause in node.named_children:
        if clause.type == "import_clause":
            for one in clause.named_children:
                if one.type == "identifier":
                    yield "default", text(one)
                elif one.type == "namespace_import":
                    yield "*", text(one.named_children[-1])
                else:
                    yield from _specified_names(one)
        elif clause.type == "export_clause":
            yield from _specified_names(clause)


def _specified_names(clause: Node) -> Iterator[tuple[str, str]]:
    for one in clause.named_children:
        if one.type.endswith("specifier") and not any(each.type == "type" for each in one.children):
            name = text(field(one, "name"))
            yield name, text(field(one, "alias")) or name


def _required_names(tree: SyntaxNodes, call: Node) -> Iterator[tuple[str, str]]:
    """Yield the names bound by `const { a, b: c } = require(...)`, `const all = require(...)`, `require(...).a`."""
    holder = tree.parent(call)
    taken = text(field(holder, "property")) if holder is not None and holder.type == "member_expression" else ""
    declared = tree.parent(holder) if taken and holder is not None else holder
    name = field(declared, "name") if declared is not None and declared.type == "variable_declarator" else None
    if taken:
        yield taken, text(name) or taken
    elif name is not None and name.type == "object_pattern":
        for one in name.named_children:
            own = field(one, "value") or one
            yield text(field(one, "key") or one), text(own)
    elif name is not None:
        yield "*", text(name)


def resolve_import(path: str, module: str, files: Container[str]) -> str:
    """The file of the project that an import names, "" if there is none."""
    place = os.path.normpath(PurePosixPath(path).parent / module.partition("?")[0])
    suffix = PurePosixPath(place).suffix
    candidates = [place + ending for ending in _ENDINGS]
    candidates += [place.removesuffix(suffix) + ending for ending in _COMPILED.get(suffix, ())]
    candidates += [f"{place}/index{ending}".removeprefix("./") for ending in SUFFIXES]
    return next((one for one in candidates if one in files), "")
