"""Fixes for what a newer npm package broke: a renamed export, a moved entry point, ESM in place of CommonJS."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from testfix_pipeline.core.patch_policy.syntax_nodes import text
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.project_files import read_json
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.javascript.libraries.installed_packages import (
    PackageExports,
    PackageVersions,
    exports_of,
    offered_by_errors,
)
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import LostPackageName, PackageProgram, replaced
from testfix_pipeline.repair.languages.javascript.libraries.member_exports import (
    longer_names,
    member_exports,
    similar_names,
)
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import PackageUse, owner_of, package_of
from testfix_pipeline.repair.languages.javascript.libraries.undeclared_members import (
    argument_count,
    declared_names,
    declared_types,
    undeclared_members,
)
from testfix_pipeline.repair.languages.javascript.source import JsSource

MOST_FOLDERS = 8  # each takes one process
NEAR = 0.6
"""How alike two names have to be, by difflib's ratio, for one to be tried in place of the other."""
SAID, MOVED, INTEROP, ALIKE = 0.9, 0.85, 0.8, 0.6
"""How far the evidence alone is to be believed."""
_OF_INTERFACES = re.compile(
    r"is not a (?:function|constructor)|does not provide an export named|[Cc]annot find (?:module|package)"
    r"|outside a module|is not defined by \"exports\"|require\(\) of ES Module|\(reading '|of undefined|is undefined"
    r"|is not (?:iterable|exported)|not a module|named export"
)
_NAMES = frozenset({"identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"})
_BINDING = frozenset({"formal_parameters", "variable_declarator", "function_declaration", "class_declaration"})
MOST_NAMED = 3
_MODULE_SYNTAX = re.compile(
    r"import statement outside a module|Unexpected token '?export|import\.meta.*outside a module"
)


def library_fixes(question: LibraryQuestion) -> Sequence[LibraryFix]:
    """What could fix failures that a package may have caused, the likeliest first; starts no process without any."""
    said = " ".join(failure.error for failure in question.failures)
    is_asked = _OF_INTERFACES.search(said) or any(one.test == one.test.file_id for one in question.failures)
    found = list[LibraryFix]()
    for folder, program in _by_folder(question, PackageProgram.of(question)) if is_asked or question.earlier else ():
        used = [use for uses in program.uses.values() for use in uses]
        place, specifiers = question.files / folder, {use.specifier for use in used}
        versions = {one: PackageVersions.of(place, package_of(one), question.earlier) for one in specifiers}
        changed = sorted(one for one in specifiers if is_asked or versions[one].is_update)
        members = {one: [use.name for use in used if owner_of(use.name) and use.specifier == one] for one in changed}
        answer = exports_of(question, members, folder) if changed else {}
        builtin = answer.pop("").names if answer else []
        for one, exports in answer.items():
            uses = {path: [use for use in uses if use.specifier == one] for path, uses in program.uses.items()}
            lost = LostPackageName(place, program, one, "", exports, versions[one], uses)
            found += _of_package(question, lost, builtin)
        if not found:
            found += updated_packages(program, versions, question.failures)
    found.sort(key=lambda fix: (not re.search(rf"\b{re.escape(fix.symbol)}\b", said), -fix.likelihood))
    unique = dict[tuple[object, ...], LibraryFix]()
    for fix in found:
        unique.setdefault((*sorted(fix.texts.items()), "" if fix.texts else fix.note), fix)
    return [*unique.values()]


def _by_folder(question: LibraryQuestion, program: PackageProgram) -> list[tuple[str, PackageProgram]]:
    """The program's uses by the folder whose `node_modules` has their package, folders above failing tests first."""
    found = dict[str, dict[str, list[PackageUse]]]()
    for path, uses in program.uses.items():
        folders = {package: _folder(question, path, package) for package in {use.package for use in uses}}
        for use in uses:
            if (folder := folders[use.package]) is not None:
                found.setdefault(folder, {}).setdefault(path, []).append(use)
    above = {str(folder) for one in question.failures for folder in PurePosixPath(one.test.file).parents}
    chosen = sorted(found, key=lambda folder: folder not in above)[:MOST_FOLDERS]
    return [(folder, PackageProgram(program.files, found[folder])) for folder in chosen]


def _folder(question: LibraryQuestion, path: str, package: str) -> str | None:
    """The folder whose `node_modules` Node finds a package in from a file: the nearest above it; None if none."""
    above = map(str, PurePosixPath(path).parents)
    return next((one for one in above if (question.files / one / "node_modules" / package).exists()), None)


def _of_package(question: LibraryQuestion, lost: LostPackageName, builtin: Collection[str]) -> Iterator[LibraryFix]:
    """The fixes for one entry point; `lost` has all uses of it."""
    exports, versions, package = lost.exports, lost.versions, lost.package
    used = [use for uses in lost.uses.values() for use in uses]
    if any(use.required for use in used) and (_is_module_alone(exports) or is_refused_module(lost, question.failures)):
        yield module_alone(lost)
    known = sorted({*exports.names, *exports.required} - {"default"})
    types = declared_types(lost.place, lost.specifier, package) if versions.is_update else ""
    errors = [failure.error for failure in question.failures]
    for name in sorted({use.name for use in used}):
        named = {path: [use for use in uses if use.name == name] for path, uses in lost.uses.items()}
        uses = {
            path: [use for use in named[path] if _lacks(use, exports) or _is_another(use, found, exports)]
            for path, found in lost.uses.items()
        }
        if any(uses.values()):
            yield from _of_lost(replace(lost, name=name, uses=uses), known)
        word = (
            "" if name == "default" or owner_of(name) else name.rpartition(".")[2]
        )  # no name of the package, but a word of errors
        for new, line in offered_by_errors(errors, word, known):
            yield from _renamed(replace(lost, name=name, uses=named), new, f"its error says: {line}", SAID)
    if versions.is_update:
        yield from _of_undeclared(lost, types, builtin)


def _of_undeclared(lost: LostPackageName, types: str, builtin: Collection[str]) -> Iterator[LibraryFix]:
    """The renamings of members that nobody has, by those that the package's types declare. builtin: names to leave
    out."""
    found = declared_names(types)
    declared = found.needed_arguments
    for one in undeclared_members(lost, found.names, builtin) if declared else ():
        places = [(one.program.files[path], use.place) for path, uses in one.uses.items() for use in uses]
        alike = similar_names(one.name, {argument_count(*place) for place in places}, declared)
        yield from _renamings(one, [*declared], alike, f"its types have no {one.name}")


def _lacks(use: PackageUse, exports: PackageExports) -> bool:
    """Whether an installed package does not give what is used of it in this way."""
    if owner_of(use.name):
        return use.name in exports.lacking
    if exports.problem:
        return not exports.names
    if not use.name:
        return exports.kind == "object" and (exports.inner == "function" or use.is_called)
    if use.required:
        return use.name not in exports.required and not _is_module_alone(exports)
    if use.name.startswith("default."):
        return "default" in exports.names and use.name[8:] not in exports.required
    return use.name not in exports.names


def _is_another(use: PackageUse, beside: Sequence[PackageUse], exports: PackageExports) -> bool:
    """Whether a variable holds all of a package and should hold a part: what is read of it is not in the package."""
    if use.name or not use.variable or exports.kind != "object":
        return False
    return any(one.name and one.statement == use.statement and _lacks(one, exports) for one in beside)


def _is_module_alone(exports: PackageExports) -> bool:
    """Whether `require` can't load a package, and `import` can."""
    return not exports.kind and bool(exports.names)


def _of_lost(lost: LostPackageName, exported: Sequence[str]) -> Iterator[LibraryFix]:
    if lost.name in ("", "default"):
        yield from _named(lost)
    if lost.name == "default":
        is_there = bool(lost.exports.names)
        texts = replaced(lost, lambda source, use: [(use.place, f"* as {source.text[slice(*use.place)]}")] * is_there)
        yield from lost.fix(texts, "default-import", "it has no default export; all of it is imported", INTEROP)
        return
    if not lost.name:
        has_default = lost.exports.inner in ("function", "object")
        texts = replaced(lost, lambda source, use: [((_end(source, use), _end(source, use)), ".default")] * has_default)
        yield from lost.fix(texts, "default-require", "`require` gives what was exported as its `default`", INTEROP)
        return
    known = [one for one in exported if one != lost.symbol]
    yield from member_exports(lost, known)
    if owner_of(lost.name):
        return  # the names of exports are none for a member of one of them
    for specifier, names in lost.exports.entries.items():
        if lost.symbol in names and specifier != lost.specifier:
            yield from _moved(lost, specifier, names)
    near = difflib.get_close_matches(lost.symbol, known, 4, NEAR)
    yield from _renamings(lost, known, near, f"it has no {lost.symbol}")


def _named(lost: LostPackageName) -> Iterator[LibraryFix]:
    """A named export in place of all of a package or its default: it is called as the variable, the package, or the
    entry point that is gone."""
    known = lost.exports.entries.get(lost.package) or [*lost.exports.names, *lost.exports.required]
    variables = {use.variable for uses in lost.uses.values() for use in uses if use.variable}
    called = {lost.specifier.rpartition("/")[2], *variables}
    letters = {_letters(one) for one in called}

    def edits(source: JsSource, use: PackageUse) -> list[tuple[tuple[int, int], str]]:
        quote = source.text[use.statement[0]]
        entry = [(use.statement, f"{quote}{lost.package}{quote}")] * (lost.package != lost.specifier)
        if use.required:
            end = _end(source, use)
            return [*entry, ((end, end), f".{name}")]
        taken = name if name == use.variable else f"{name} as {use.variable}"
        return [*entry, *_import_edits(source, use, taken)]

    names = [one for one in dict.fromkeys(known) if _letters(one) in letters]
    for name in names or longer_names(lost.package, known):
        said = f"it is the export {name} of {lost.package} now"
        yield from lost.fix(
            replaced(lost, edits), "named-export", said, MOVED if name in called or len(names) == 1 else ALIKE
        )


def _import_edits(source: JsSource, use: PackageUse, taken: str) -> list[tuple[tuple[int, int], str]]:
    """An export taken in place of a default: among those that the statement names already, else in braces."""
    start, end = use.place
    if (others := re.compile(r"\s*,\s*\{").match(source.text, end)) is None:
        return [(use.place, f"{{ {taken} }}")]
    return [((start, others.end()), f"{{ {taken},")]


def _letters(name: str) -> str:
    return re.sub(r"\W|_", "", name).lower()


def _end(source: JsSource, use: PackageUse) -> int:
    """Where the call of `require` ends."""
    return source.text.index(")", use.statement[1]) + 1


def _renamings(lost: LostPackageName, known: Sequence[str], alike: Sequence[str], lack: str) -> Iterator[LibraryFix]:
    """A lost name in the form that documents offer for it, then as each of those that are like it."""
    said = lost.said_names(known)
    for name, line in said.items():
        yield from _renamed(lost, name, f"its documents say: {line}", SAID)
    for name in alike:
        if name not in said:
            yield from _renamed(lost, name, f"{lack} but {name}, a similar name", ALIKE)


def _renamed(lost: LostPackageName, name: str, evidence: str, likelihood: float) -> Iterator[LibraryFix]:
    def edits(source: JsSource, use: PackageUse) -> list[tuple[tuple[int, int], str]]:
        if not use.is_local:
            return [(use.place, name)]
        others = [node for node in source.syntax.nodes if node.type in _NAMES and text(node) == lost.symbol]
        if any(text(node) == name for node in source.syntax.nodes if node.type in _NAMES) or _is_shadowed(source, lost):
            return [(use.place, f"{name}: {lost.symbol}" if use.required else f"{name} as {lost.symbol}")]
        return [
            (source.span(node), f"{lost.symbol}: {name}" if node.type == "shorthand_property_identifier" else name)
            for node in others
        ]

    what = f"{lost.symbol} -> {name}: {evidence}"
    yield from lost.fix(replaced(lost, edits), "name", what, likelihood)


def _is_shadowed(source: JsSource, lost: LostPackageName) -> bool:
    """Whether a name is bound a second time in a file: then its uses are not all of the package."""
    found = 0
    for node in source.syntax.of_type("identifier", "shorthand_property_identifier_pattern"):
        above = source.syntax.parent(node)
        if (
            text(node) == lost.symbol
            and above is not None
            and above.type in {*_BINDING, "arrow_function", "pair_pattern"}
        ):
            value = above.child_by_field_name("value")
            found += value is None or value.id != node.id
    return found > 0


def _moved(lost: LostPackageName, specifier: str, names: Collection[str]) -> Iterator[LibraryFix]:
    """The import of another entry point, where it has all that a statement imports."""

    def edits(source: JsSource, use: PackageUse) -> list[tuple[tuple[int, int], str]]:
        beside = {
            one.name
            for one in lost.program.uses[source.path]
            if one.statement == use.statement and one.name and not owner_of(one.name)
        }
        quote = source.text[use.statement[0]]
        return [(use.statement, f"{quote}{specifier}{quote}")] if beside <= {*names} else []

    what = f"{lost.symbol} is in {specifier} now"
    yield from lost.fix(replaced(lost, edits), "entry-point", what, MOVED)


def updated_packages(
    program: PackageProgram, versions: Mapping[str, PackageVersions], failures: Sequence[Failure]
) -> Iterator[LibraryFix]:
    """A note for each package with a new major version that a file of the failing calls uses, or any file where the
    failures don't say; it has no edit."""
    updated = {path: [use for use in uses if versions[use.specifier].is_major] for path, uses in program.uses.items()}
    used = {path: uses for path, uses in updated.items() if uses}
    met = {frame.file for failure in failures for frame in failure.frames}
    files = [path for path in used if path in met] or [*used]
    places = {package_of(use.specifier): (path, use) for path in reversed(files) for use in reversed(used[path])}
    for package, (path, use) in sorted(places.items())[:MOST_NAMED]:
        known = versions[use.specifier]
        evidence = (
            f"Perhaps an update: {path}:{use.line} uses {package} {known.installed}; {known.before} in {known.source}"
        )
        update = Update(
            library=package,
            version=known.installed,
            symbol=package,
            before=known.before,
            source=known.source,
            place=f"{path}:{use.line}",
            evidence=evidence,
            alternative=f"npm install {package}@{known.before}: tells whether the tests pass with it",
        )
        yield LibraryFix({}, "library.updated", evidence, 0.0, package, (update,))


def is_refused_module(lost: LostPackageName, failures: Sequence[Failure]) -> bool:
    """Whether failures are about the syntax of ES modules, and a package is one alone: Node may load it, and a
    framework with a loader of its own not."""
    manifest = read_json(lost.place / "node_modules" / lost.package / "package.json")
    is_module = manifest.get("type") == "module" and "'require'" not in repr(manifest.get("exports"))
    return is_module and any(_MODULE_SYNTAX.search(failure.error) for failure in failures)


def module_alone(lost: LostPackageName) -> LibraryFix:
    """A note on a package that `require` can't load; how it is loaded is for a person to decide."""
    package, versions = lost.package, lost.versions
    before = versions.before or "not known"
    note = f"{package} {versions.installed} is an ES module alone: `require` can't load it (before: {before})"
    evidence = f"{note}; `import` it, or let the tests' framework transform it (jest: `transformIgnorePatterns`)"
    update = Update(
        library=package,
        version=versions.installed,
        symbol=package,
        before=versions.before,
        source=versions.source,
        certain=versions.is_update,
        evidence=evidence,
        alternative=f"npm install {package}@{before}: `require` loads it" * versions.is_update,
    )
    return LibraryFix({}, "library.module", evidence, 0.0, package, (update,))
