"""Members that a program reads of local values and that no package declares, with the reader of type declarations."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.execution.project_files import read_json
from testfix_pipeline.repair.languages.javascript.libraries import lost_names
from testfix_pipeline.repair.languages.javascript.libraries.member_exports import NO_METHOD
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import imported_names
from testfix_pipeline.repair.languages.javascript.source import JsSource

_LARGEST = 3_000_000
_NAMES = ("property_identifier", "private_property_identifier", "identifier")
_MEMBERS = ("property_signature", "method_signature", "public_field_definition", "abstract_method_signature")
MOST_DECLARATIONS, LARGEST_BYTES = 300, 500_000
_ENDINGS = (".d.ts", ".d.mts", ".d.cts")
_NAMED = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)['"](\.{1,2}(?:/[^'"]*)?)['"]""")


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
    lost: lost_names.LostPackageName, declared: Collection[str], builtin: Collection[str]
) -> Iterator[lost_names.LostPackageName]:
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


def _defined(program: lost_names.PackageProgram) -> set[str]:
    """The names that the project gives to members of its own objects, or takes out of others by a pattern."""
    found = set[str]()
    for source in program.files.values():
        for node in source.syntax.of_type("property_identifier", "private_property_identifier"):
            above = source.syntax.parent(node)
            if above is None or above.type != "member_expression" or lost_names.is_assigned(source, above):
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


def declared_types(place: Path, specifier: str, package: str) -> str:
    """The text of a package's type declarations, or of those of `@types`, for one of its entry points."""
    modules = place / "node_modules"
    folders = (modules / package, modules / "@types" / package.removeprefix("@").replace("/", "__"))
    for folder in folders:
        entries = [*_entries(folder, specifier.removeprefix(package).lstrip("/"))]
        if found := _texts(_reached(entries) if entries else _all(folder)):
            return "\n".join(dict.fromkeys(found))
    return ""


def _texts(files: Iterator[Path]) -> list[str]:
    found = []
    for file in itertools.islice(files, MOST_DECLARATIONS):
        with contextlib.suppress(OSError):
            if file.stat().st_size <= LARGEST_BYTES:
                found.append(file.read_text(encoding="utf-8", errors="replace"))
    return found


def _entries(folder: Path, entry: str) -> Iterator[Path]:
    """The first declaration file that the manifest names for an entry point, "" for the main one."""
    manifest = read_json(folder / "package.json")
    exports = manifest.get("exports")
    paths = exports if isinstance(exports, dict) and any(one.startswith(".") for one in exports) else {".": exports}
    main = [entry] if entry else [manifest.get(key) for key in ("types", "typings", "main")]
    named = [*_strings(paths.get(f"./{entry}" if entry else ".")), *main]
    for one in [*named, "" if entry else "index"]:
        found = _declaration(folder / one) if isinstance(one, str) and one else None
        if found is not None and found.resolve().is_relative_to(folder.resolve()):
            yield found
            return


def _strings(mapped: Any) -> Iterator[str]:
    """The files in a map of conditions, those of types first."""
    if isinstance(mapped, dict):
        for _, inner in sorted(mapped.items(), key=lambda one: one[0] != "types"):
            yield from _strings(inner)
    elif isinstance(mapped, str):
        yield mapped


def _declaration(path: Path) -> Path | None:
    """The declaration file that a path leads to, which may be a script's, or have no suffix."""
    if path.name.endswith(_ENDINGS):
        return path if path.is_file() else None
    by_suffix = {".js": ".d.ts", ".mjs": ".d.mts", ".cjs": ".d.cts"}
    stem = path.with_suffix("") if path.suffix in by_suffix else path
    ending = by_suffix.get(path.suffix, ".d.ts")
    named = [Path(f"{stem}{one}") for one in (ending, *_ENDINGS)] + [path / f"index{one}" for one in _ENDINGS]
    return next((one for one in named if one.is_file()), None)


def _reached(pending: list[Path]) -> Iterator[Path]:
    seen = set[Path]()
    while pending:
        file = pending.pop(0)
        if file in seen:
            continue
        seen.add(file)
        yield file
        with contextlib.suppress(OSError):
            for named in _NAMED.findall(file.read_text(encoding="utf-8", errors="replace")):
                found = _declaration((file.parent / named).resolve())
                pending += [found] if found is not None else []


def _all(folder: Path) -> Iterator[Path]:
    """The declaration files of a package, without those of packages in it."""
    inside = (file for ending in _ENDINGS for file in sorted(folder.rglob(f"*{ending}")))
    return (file for file in inside if "node_modules" not in file.relative_to(folder).parts)
