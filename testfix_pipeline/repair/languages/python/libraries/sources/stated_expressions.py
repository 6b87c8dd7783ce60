"""Fixes that put an expression in place of a lost name: what errors or the old release say to use, or what it did.

"Use `-lib.inf` instead", "use `Series.dt.parts().week`": each becomes the expression at the uses of the name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import dotted, last_name, line_range
from testfix_pipeline.core.python_code import FunctionNode, expression, expression_or_none
from testfix_pipeline.core.python_imports import ImportedName, imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.in_target import testfix_library_spelling
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rewrite import inlined, stated
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, ProgramEdits, node_at
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import (
    LibraryName,
    LostName,
    Substitute,
    quoted,
    update_of,
)
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OUTDATED, OldRelease, release_files
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import FormerName, former_names
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import drop_imports, lost_name_fix
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.86
Uses = Sequence[tuple[str, ast.expr]]
"""File and expression of each use of a lost name."""
_USE = re.compile(r"\b(?:use|using|with|by|call|calling)\s+(?:the\s+)?", re.I)
_SAID = (
    re.compile(r"[`'\":]+([^`'\"\n]{1,80}?)[`'\"]"),
    re.compile(r"([^`'\"\n]{1,80}?)\s+instead\b", re.I),
    re.compile(r"([A-Za-z_]\w*(?:\.\w+(?:\([^()\n]{0,40}\))?)+)"),
)
"""What is marked as code, or stands before "instead", or a chain of attributes and calls."""
_MEMBER = re.compile(
    r"\b(?:\w+\.)?(\w+)(?:\([\w, ]*\))?[`'\"]? (?:is|was|has been) (?:deprecated|removed)\b(?=[^\n]*use )", re.I
)
"""A member of objects of which a sentence says that it is gone, and another one what to use."""
DID, WRITTEN = 0.8, 0.92
"""What a function did comes after a name that a source gives; a row that is written for it before all."""
_TAKEN = re.compile(r"(?<![\w.])([a-z_][a-z_\d.]*)\.(?=\w)")
_Source = tuple[LibraryFix, Sequence[str], Callable[[FileEdits, ast.expr], bool]]
"""A fix without texts, the modules that it takes something from, and what writes it in the place of a use."""
RENAMED = 0.8
_KIND = "argument|attribute|class|function|keyword|method|option|parameter|property"
_WORD_SAID = re.compile(
    rf"[`'\"](\w+)(?:=|\(\))?[`'\"]|\b(\w+)(?:=|\(\))?(?:\s+(?:{_KIND}))?\s+(?:is|was|has been|will be)\s"
)
"""A word in quotation marks, or one of which a sentence says what became of it."""
_ELSEWHERE = frozenset({"AssertionError", "ImportError", "ModuleNotFoundError", "NameError", "SyntaxError"})
"""Errors that tests raise themselves, and those whose names are looked for elsewhere."""
_Rule = tuple[str, str, str]
"""The last name of a function whose keyword it is, else ""; the old word; the module of a name that is imported, else
""."""


def replacements(text: str) -> list[ast.expr]:
    """The expressions that a text says to use, in its order; those that are names alone, too."""
    found: dict[str, ast.expr] = {}
    for use in _USE.finditer(text):
        for form in _SAID:
            said = form.match(text, use.end())
            node = expression_or_none(said[1]) if said is not None else None
            if node is not None and not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                found.setdefault(ast.unparse(node), node)
                break
    return [*found.values()]


def stated_by_errors(lost: Sequence[LostName], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each lost name and expression that its message names. files: those that may be edited."""
    for one in lost:
        module = one.place.module if not one.place.owner else ""
        said = re.findall(rf"`([\w.]+)\.{re.escape(one.place.name)}\b", one.message)
        for new in (new for new in replacements(one.message) if not dotted(new)):
            names = _parameters(one.message, one.place.name)
            texts = _texts(new, uses_of(one, files), files, [module, *said] if module else [], one, names)
            yield from _fix(one, new, f"the error says: {' '.join(one.message.split())[:200]}", texts)


def stated_by_members(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each member of objects that an error says is gone, at all its uses."""
    known = set()
    for failure in failures:
        for member, new, names in _members(failure):
            used = [(file, one) for file, source in files.items() for one in _named(source, member)]
            is_new = (member, ast.unparse(new)) not in known
            texts = _texts(new, used, files, parameters=names) if is_new else {}
            known.add((member, ast.unparse(new)))
            if texts:
                note = f"{member}: {member} -> {ast.unparse(new)}; the error says: {quoted(failure)}"
                about = (failure.update,) if failure.update is not None else ()
                yield LibraryFix(texts, "library.said-call", note, LIKELIHOOD, member, about)


def tells_member(failure: Failure) -> bool:
    """Whether an error says what takes the place of a member of an object."""
    return next(_members(failure), None) is not None


def _members(failure: Failure) -> Iterator[tuple[str, ast.expr, Sequence[str]]]:
    """The members that an error says are gone, each with the expression that it names instead, and its parameters."""
    error = " ".join(failure.error.split())
    for said in _MEMBER.finditer(error):
        new = next(iter(replacements(error[said.end() :])), None)
        if new is not None and not dotted(new):
            yield said[1], new, _parameters(said[0], said[1])


def _named(source: SourceFile, name: str) -> list[ast.Attribute]:
    """The attributes of a name, of whatever objects."""
    every = (node for node in source.nodes if isinstance(node, ast.Attribute) and node.attr == name)
    return [node for node in every if source.is_real(node)]


def _parameters(text: str, name: str) -> list[str]:
    """The arguments with which a text writes a call of a name; none where it writes none by their names."""
    found = re.search(rf"\b{re.escape(name)}\(([\w, ]*)\)", text)
    return re.findall(r"\w+", found[1]) if found else []


def uses_of(lost: LostName, files: Mapping[str, SourceFile]) -> Uses:
    """The attributes and imported names in the program that are a lost name."""
    found: list[tuple[str, ast.expr]] = []
    for site in (one for one in lost.sites if not one.exempt and one.file in files):
        source = files[site.file]
        if site.how == "from" and site.path == (lost.place.name,):
            found += [(site.file, node) for node in FileEdits(source).loads(site.local) or ()]
        node = node_at(source, site.position, ast.Attribute)
        found += [(site.file, node)] if node is not None and node.attr == lost.place.name else []
    return found


def stated_by_old(
    lost: Sequence[LostName],
    failures: Sequence[Failure],
    releases: Sequence[OldRelease],
    files: Mapping[str, SourceFile],
) -> Iterator[LibraryFix]:
    """The fixes for members of classes, and functions, of which the old release says what to use instead.

    Members are replaced where the program asks an object of the same name for them as where a failure ended.
    """
    for one, release in ((one, release) for one in lost for release in releases if release.folder is not None):
        place, known = one.place, release_files(release.folder)
        if place.owner:
            whole = place.module, place.owner, place.name
            said, nodes = known.member_warnings(*whole), known.members(*whole)
            used = asked_as_failed(one, failures, files)
        else:
            said, used = known.warnings(place.module, place.name), uses_of(one, files)
            nodes = (known.definition(place.module, place.name) or ())[1:]
        names = _names_of(next(iter(nodes), None), bool(place.owner))
        for new in (new for text in filter(OUTDATED.search, said) for new in replacements(text)):
            if any(isinstance(inner, ast.Call) for inner in ast.walk(new)):
                evidence = f"{release.name} {release.version} says: use {ast.unparse(new)}"
                roots = [] if place.owner else [place.module]
                yield from _fix(one, new, evidence, _texts(new, used, files, roots, one, names))


def _names_of(node: object, is_member: bool) -> list[str]:
    """The parameters that a call of a definition passes by place; none where it is no function."""
    if not isinstance(node, FunctionNode):
        return []
    is_bound = is_member and not any(last_name(one) == "staticmethod" for one in node.decorator_list)
    return [one.arg for one in (*node.args.posonlyargs, *node.args.args)][is_bound:]


def asked_as_failed(lost: LostName, failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Uses:
    """The uses of a lost member that ask an object of the same name as one where a failure ended."""
    ends = {(one.frames[-1].file, one.frames[-1].line) for one in failures if one.frames}
    used = [(file, node, last_name(getattr(node, "value", None))) for file, node in uses_of(lost, files)]
    holders = {holder for file, node, holder in used for line in line_range(node) if (file, line) in ends}
    return [(file, node) for file, node, holder in used if holder in holders]


def _fix(lost: LostName, new: ast.expr, evidence: str, texts: Mapping[str, str]) -> Iterator[LibraryFix]:
    substitute = Substitute(LibraryName(name=ast.unparse(new)), "message", evidence)
    if texts:
        yield replace(lost_name_fix(texts, "library.expression", lost, substitute), likelihood=LIKELIHOOD)


def _texts(
    new: ast.expr,
    used: Uses,
    files: Mapping[str, SourceFile],
    roots: Sequence[str] = (),
    lost: LostName | None = None,
    parameters: Sequence[str] = (),
) -> dict[str, str]:
    """The texts of the files with an expression at all uses that can be changed so.

    lost: whose imports go: then all uses have to change, as the import fails with any.
    """
    edits = ProgramEdits(files)
    done = [stated(edits[file], one, new, roots, parameters) for file, one in used]
    is_whole = lost is None or not lost.is_imported or (all(done) and drop_imports(lost, edits))
    return edits.texts() if is_whole else {}


def old_bodies(
    lost: Sequence[LostName],
    failures: Sequence[Failure],
    releases: Sequence[OldRelease],
    files: Mapping[str, SourceFile],
) -> Iterator[LibraryFix]:
    """What lost functions and members gave, at their uses: `book.get_range(name)` -> `book.ranges[name]`."""
    for one in (one for one in lost if not one.is_module):
        used = asked_as_failed(one, failures, files) if one.place.owner else uses_of(one, files)
        for fix, modules, write in (*_by_table(one), *(_by_release(one, old) for old in releases if old.folder)):
            edits = ProgramEdits(files)
            done = [write(edits[file], node) for file, node in used]
            is_whole = all(done)
            is_module_kept = not is_whole or one.place.module in modules
            if any(done) and (is_whole or not one.is_imported) and drop_imports(one, edits, is_module_kept):
                yield from (replace(fix, texts=texts) for texts in [edits.texts()] if texts)


def _by_release(lost: LostName, release: OldRelease) -> _Source:
    found = _definition(release, lost.place)
    body = f"what {release.name} {release.version} did in {lost.place.name}"
    new = Substitute(LibraryName("", "", body), "old release", "it is one expression", 1.0, False)
    fix = replace(lost_name_fix({}, "library.copy", lost, new), likelihood=DID)
    imports = _imports(release, found[0]) if found is not None else []
    return fix, [lost.place.module], lambda edits, node: bool(found and _inlined(edits, node, found[1], imports, lost))


def _by_table(lost: LostName) -> Iterator[_Source]:
    """The rows of former names: packages pass on what is in them, and a class is asked for where it is defined."""
    place = lost.place
    start, end = place.module.partition(".")[0] if place.owner else place.module, f".{place.owner}.{place.name}"
    known = [row for row in former_names() if f"{row[0]}.".startswith(f"{start}.")]
    rows = [row for row in known if row[0] == place.full or row[0].endswith(end.replace("..", "."))]
    if rows:
        new = Substitute(LibraryName("", "", rows[0][2]), "removals", f"{rows[0][3]} had it")
        fix = replace(lost_name_fix({}, "library.expression", lost, new), likelihood=WRITTEN)
        modules = [module for row in rows for module in _modules(row)]
        yield fix, modules, lambda edits, node: any(_written(edits, node, row, lost) for row in rows)


def _written(edits: FileEdits, node: ast.expr, row: FormerName, lost: LostName) -> bool:
    if not row[1]:
        return row[2].startswith("self") and stated(edits, node, expression(row[2]))
    imports = "".join(f"import {one}\n" for one in _modules(row))
    *nodes, function = python_code.parse_or_empty(f"{imports}def former{row[1]}: return {row[2]}").body
    return isinstance(function, FunctionNode) and _inlined(edits, node, function, [*imported_names(nodes)], lost)


def _modules(row: FormerName) -> list[str]:
    """The modules that an expression takes something from: `numpy` of `numpy.sort(a)`."""
    return sorted({one for one in _TAKEN.findall(row[2]) if one.partition(".")[0] not in re.findall(r"\w+", row[1])})


def _inlined(
    edits: FileEdits, node: ast.expr, function: FunctionNode, imports: Sequence[ImportedName], lost: LostName
) -> bool:
    call = edits.source.parents.get(node)
    is_called = isinstance(call, ast.Call) and call.func is node
    return isinstance(call, ast.Call) and is_called and inlined(edits, call, function, imports, bool(lost.place.owner))


def _imports(release: OldRelease, module: str) -> list[ImportedName]:
    return [*imported_names(python_code.parse_or_empty(release_files(release.folder).text(module)).body)]


def _definition(release: OldRelease, place: LibraryName) -> tuple[str, FunctionNode] | None:
    """A function or method as an old release defines it, with its module; None where none is found."""
    files = release_files(release.folder)
    where, node = files.definition(place.module, place.owner or place.name) or ("", None)
    if place.owner:
        node = next(iter(files.members(place.module, place.owner, place.name)), None)
    return (where, node) if isinstance(node, FunctionNode) else None


_hinted_names: Any = testfix_library_spelling.hinted_names


def is_telling(failure: Failure) -> bool:
    """Whether an error's text may say what is to be used in place of what."""
    is_plain = failure.error_type.rpartition(".")[2] in _ELSEWHERE
    return not is_plain and bool(failure.frames and _WORD_SAID.search(failure.error) and _hinted_names(failure.error))


def message_fixes(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One rule for each old and new word of an error's text.

    failures: their last frames are where the program calls what raises the error; what the program raises itself is
    left alone. files: those that may be edited.
    """
    known = set()
    for failure in filter(is_telling, failures):
        frame = failure.frames[-1]
        if frame.file not in files or files[frame.file].raises_at(frame.line):
            continue
        said = {one for words in _WORD_SAID.findall(failure.error) for one in words if one}
        instead = [one.rpartition(".")[2] for one in _hinted_names(failure.error) if one not in _KIND.split("|")]
        for new in dict.fromkeys(one for one in instead if one.isidentifier()):
            for rule in _rules(files[frame.file], frame.line, said - {*instead}, files):
                if (rule, new) not in known:
                    known.add((rule, new))
                    yield from _renamed(rule, new, failure, files)


def _rules(source: SourceFile, line: int, said: set[str], files: Collection[str]) -> Iterator[_Rule]:
    """What the failing line has of the words that are said to be gone."""
    for node in source.nodes:
        if not isinstance(node, ast.expr) or not node.lineno <= line <= (node.end_lineno or node.lineno):
            continue
        if isinstance(node, ast.Call):
            yield from ((last_name(node.func), one.arg, "") for one in node.keywords if one.arg and one.arg in said)
        if isinstance(node, ast.Attribute) and node.attr in said:
            yield "", node.attr, ""
        if isinstance(node, ast.Name) and node.id in said:
            modules = dict.fromkeys(module for module, _ in _imports_of(source, node.id))
            yield from (("", node.id, module) for module in modules if not _is_own(module, files))


def _imports_of(source: SourceFile, name: str) -> Iterator[tuple[str, ast.alias]]:
    """The modules that a file imports a name from under this name, with the imports."""
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom) and not node.level:
            yield from ((node.module or "", one) for one in node.names if name == one.name == (one.asname or name))


def _is_own(module: str, files: Collection[str]) -> bool:
    """Whether a module's file is one of the program's."""
    path = module.replace(".", "/")
    return any(f"/{one}".endswith((f"/{path}.py", f"/{path}/__init__.py")) for one in files)


def _renamed(rule: _Rule, new: str, failure: Failure, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    function, old, _ = rule
    edits = ProgramEdits(files)
    for file in files:
        _rename(edits[file], rule, new)
    if texts := edits.texts():
        symbol = f"{function}({old}=)" if function else old
        note = f"{symbol}: {old} -> {new}; the error says: {quoted(failure)}"
        known = failure.update
        about = (update_of(known.library, known.version, known.symbol, note),) if known is not None else ()
        yield LibraryFix(texts, "library.message", note, RENAMED, old, about)


def _rename(edits: FileEdits, rule: _Rule, new: str) -> None:
    function, old, module = rule
    if module:
        _rename_imported(edits, module, old, new)
        return
    for node in edits.source.nodes:
        if function and isinstance(node, ast.Call) and last_name(node.func) == function:
            for one in node.keywords:
                if one.arg == old:
                    start = edits.source.span(one)[0]
                    edits.replace(start, start + len(old), new)
        if not function and isinstance(node, ast.Attribute) and node.attr == old and edits.source.is_real(node):
            end = edits.source.span(node)[1]
            edits.replace(end - len(old), end, new)


def _rename_imported(edits: FileEdits, module: str, old: str, new: str) -> None:
    """Rename a name in its import and at all uses, where the file gives neither name another meaning."""
    imports = list(_imports_of(edits.source, old))
    loads = edits.loads(old)
    is_clear = not edits.sets(new) or edits.imported_as(module, new) == new
    if imports and loads is not None and is_clear and all(found == module for found, _ in imports):
        for node in (*(one for _, one in imports), *loads):
            edits.replace(*edits.source.span(node), new)
