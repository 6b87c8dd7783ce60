"""Fixes by what texts say to write in place of a name: errors, and what the old release said or warned of.

"Use `-lib.inf` instead", "use `Series.dt.parts().week`": each becomes the expression at the uses of the name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core.code_view import dotted, last_name, line_range
from testfix_pipeline.core.python_code import FunctionNode, expression
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rewrite import stated
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OUTDATED, OldRelease, release_files
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded, position_of
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
    r"\b\w+\.(\w+)(?:\([\w, ]*\))?[`'\"]? (?:is|was|has been) (?:deprecated|removed)\b(?=[^\n]*use )", re.I
)


def replacements(text: str) -> list[ast.expr]:
    """The expressions that a text says to use, in its order; those that are names alone, too."""
    found: dict[str, ast.expr] = {}
    for use in _USE.finditer(text):
        for form in _SAID:
            said = form.match(text, use.end())
            node = _parsed(said[1]) if said is not None else None
            if node is not None and not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                found.setdefault(ast.unparse(node), node)
                break
    return [*found.values()]


def _parsed(text: str) -> ast.expr | None:
    try:
        return expression(text)
    except SyntaxError:
        return None


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
                change = f"{member} -> {ast.unparse(new)}"
                yield fix_of_error(failure, texts, "library.said-call", change, LIKELIHOOD, member)


def tells_member(failure: Failure) -> bool:
    """Whether an error says what takes the place of a member of an object."""
    return next(_members(failure), None) is not None


def _parameters(text: str, name: str) -> list[str]:
    """The arguments with which a text writes a call of a name; none where it writes none by their names."""
    found = re.search(rf"\b{re.escape(name)}\(([\w, ]*)\)", text)
    return re.findall(r"\w+", found[1]) if found else []


def _members(failure: Failure) -> Iterator[tuple[str, ast.expr, Sequence[str]]]:
    """The members that an error says are gone, each with the expression that it names instead, and its parameters."""
    error = " ".join(failure.error.split())
    for said in _MEMBER.finditer(error):
        new = next(iter(replacements(error[said.end() :])), None)
        if new is not None and not dotted(new):
            yield said[1], new, _parameters(said[0], said[1])


def uses_of(lost: LostName, files: Mapping[str, SourceFile]) -> Uses:
    """The attributes and imported names in the program that are a lost name."""
    found: list[tuple[str, ast.expr]] = []
    for site in (one for one in lost.sites if not one.exempt and one.file in files):
        source = files[site.file]
        if site.how == "from" and site.path == (lost.place.name,):
            found += [(site.file, node) for node in FileEdits(source).loads(site.local) or ()]
        nodes = _attributes(source, site.position)
        found += [(site.file, node) for node in nodes if node.attr == lost.place.name]
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


def stated_by_warnings(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """The fixes for members of which the old release warned while its calls were recorded, for all objects of the same
    name."""
    done = set()
    for warning in recorded.old.warnings:
        for node in _attributes(files.get(warning.file), warning.position)[:1]:
            used = [(file, one) for file, source in files.items() for one in _named(source, node.attr, node)]
            lost = LostName(LibraryName(warning.module, "object", node.attr))
            for new in replacements(warning.text):
                texts = _texts(new, used, files, parameters=_parameters(warning.text, node.attr))
                if texts and (node.attr, ast.unparse(new)) not in done:
                    done.add((node.attr, ast.unparse(new)))
                    said = f"the old release warned: {' '.join(warning.text.split())[:200]}"
                    (fix,) = _fix(lost, new, said, texts)
                    symbol = f"{warning.module}.{node.attr}"
                    note = f"{node.attr} -> {ast.unparse(new)}: {recorded.library(warning.module)}; {said}"
                    about = (recorded.update(warning.module, symbol, note),)
                    yield replace(fix, note=note, symbol=symbol, updates=about)


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
    edits = {file: FileEdits(files[file]) for file, _ in used}
    done = [stated(edits[file], one, new, roots, parameters) for file, one in used]
    if lost is None or not lost.is_imported:
        return edited_texts(edits)
    return edited_texts(edits) if all(done) and drop_imports(lost, files, edits) else {}


def _attributes(source: SourceFile | None, position: Collection[int] | None) -> list[ast.Attribute]:
    """The attribute at a position, or the method that is called there."""
    found = []
    for node in source.nodes if source is not None and position is not None else ():
        attribute = node.func if isinstance(node, ast.Call) else node
        is_here = isinstance(node, ast.expr) and position_of(node) == tuple(position or ())
        if isinstance(attribute, ast.Attribute) and is_here:
            found.append(attribute)
    return found


def _named(source: SourceFile, name: str, like: ast.Attribute | None = None) -> list[ast.Attribute]:
    """The attributes of a name, of objects that have the same name as that of another one."""
    every = (node for node in source.nodes if isinstance(node, ast.Attribute) and node.attr == name)
    holder = last_name(like.value) if like is not None else ""
    return [node for node in every if source.is_real(node) and (like is None or last_name(node.value) == holder)]
