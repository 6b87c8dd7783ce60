"""Fixes for attributes and methods of which the old release warned with the expression to write in their place.

"use `Series.dt.isocalendar().week` instead": `days.dt.week` -> `days.dt.isocalendar().week`. The first name stands for
the object that the program has; the arguments of a call go to the first call of the expression that has none.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import expression
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.edits.inlining import inlined
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, NameUse, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OUTDATED, OldRelease, release_files
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import RecordedWarning
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded, position_of
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import lost_name_fix
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD, DID = 0.86, 0.8
"""DID: of what a method did; what a text says comes first."""
_CHAIN = r"[A-Za-z_]\w*(?:\.\w+(?:\([^()\n]{0,40}\))?)+"
_USE = re.compile(rf"\b(?:[Uu]se|[Uu]sing|[Cc]all|with|by)\s+(?:the\s+)?[`'\":]*({_CHAIN})")


def warned_expressions(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each attribute and expression, at all places with the same end. files: those that may be edited."""
    done = set()
    for warning in recorded.old.warnings:
        node = _attribute_at(files.get(warning.file), warning)
        modules = _modules(files[warning.file]) if node is not None else set()
        for text in _USE.findall(warning.text) if node is not None else ():
            steps = _steps(text) if text.partition(".")[0] not in modules else []
            if node is None or not steps or (node.attr, text) in done:
                continue
            done.add((node.attr, text))
            edits = {file: FileEdits(source) for file, source in files.items() if node.attr in source.text}
            for here in edits.values():
                _replace_all(here, node, steps)
            texts = edited_texts(edits)
            if texts:
                library, symbol = recorded.library(warning.module), f"{warning.module}.{node.attr}"
                said = " ".join(warning.text.split())[:200]
                note = f"{node.attr} -> {text}: {library}; the old release warned: {said}"
                update = recorded.update(warning.module, symbol, note)
                yield LibraryFix(texts, "library.warned-expression", note, LIKELIHOOD, symbol, (update,))


def member_expressions(
    lost: Sequence[LostName],
    failures: Sequence[Failure],
    releases: Sequence[OldRelease],
    files: Mapping[str, SourceFile],
) -> Iterator[LibraryFix]:
    """The same for attributes that objects of a library lack, by what the texts of the old release say of them.

    They are replaced where the program asks an object of the same name for them as where a failure ended.
    """
    for one in lost if any(release.folder is not None for release in releases) else ():
        nodes = [(site, node) for site in one.sites if (node := _site(site, files)) is not None]
        failing = {last_name(node.value) for site, node in nodes if _is_at(site, failures)}
        for text in dict.fromkeys(_said(one, releases)):
            edits = {site.file: FileEdits(files[site.file]) for site, _ in nodes}
            for site, node in nodes:
                steps = _behind(_steps(text), last_name(node.value))
                if last_name(node.value) in failing:
                    _replace(edits[site.file], node, steps)
            texts = edited_texts(edits)
            if texts:
                evidence = f"the old release says: use {text}"
                new = Substitute(LibraryName("", "", text), "old release", evidence, 1.0, False)
                yield replace(lost_name_fix(texts, "library.warned-expression", one, new), likelihood=LIKELIHOOD)


def old_bodies(
    lost: Sequence[LostName],
    failures: Sequence[Failure],
    releases: Sequence[OldRelease],
    files: Mapping[str, SourceFile],
) -> Iterator[LibraryFix]:
    """What lost methods gave in the old release where that is one expression of their object and arguments:
    `book.get_range(name)` -> `book.ranges[name]`. It is put where `member_expressions` would put what texts say."""
    for one, release in ((one, release) for one in lost if one.place.owner for release in releases):
        nodes = [(site, node) for site in one.sites if (node := _site(site, files)) is not None]
        failing = {last_name(node.value) for site, node in nodes if _is_at(site, failures)}
        edits = {site.file: FileEdits(files[site.file]) for site, _ in nodes}
        place = f"{one.place.owner}.{one.place.name}"
        for site, node in nodes if release.folder is not None else ():
            call = edits[site.file].source.parents.get(node)
            if isinstance(call, ast.Call) and call.func is node and last_name(node.value) in failing:
                inlined(edits[site.file], call, release.folder, one.place.module, place)
        texts = edited_texts(edits)
        if texts:
            body = f"what {release.name} {release.version} did in {one.place.name}"
            new = Substitute(LibraryName("", "", body), "old release", "it is one expression", 1.0, False)
            yield replace(lost_name_fix(texts, "library.copy", one, new), likelihood=DID)


def _site(site: NameUse, files: Mapping[str, SourceFile]) -> ast.Attribute | None:
    node = FileEdits(files[site.file]).node_at(site.position, ast.Attribute) if site.file in files else None
    return node if isinstance(node, ast.Attribute) else None


def _is_at(site: NameUse, failures: Sequence[Failure]) -> bool:
    """Whether a failure ended at a use."""
    first, _, last, _ = site.position
    ends = [one.frames[-1] for one in failures if one.frames]
    return any(frame.file == site.file and first <= frame.line <= last for frame in ends)


def _said(lost: LostName, releases: Sequence[OldRelease]) -> Iterator[str]:
    """The expressions that old releases name in place of a member of a class."""
    for release in releases:
        known = release_files(release.folder) if release.folder is not None else None
        place = lost.place
        for text in known.member_warnings(place.module, place.owner, place.name) if known is not None else ():
            for said in _USE.findall(text) if OUTDATED.search(text) else ():
                is_of_module = said.partition(".")[0] in (*sys.stdlib_module_names, place.module.partition(".")[0])
                if "(" in said and not is_of_module:  # names alone are looked for elsewhere
                    yield said


def _attribute_at(source: SourceFile | None, warning: RecordedWarning) -> ast.Attribute | None:
    """The attribute at the place of a warning, or the method that is called there."""
    for node in source.nodes if source is not None else ():
        if isinstance(node, (ast.Attribute, ast.Call)) and position_of(node) == warning.position:
            found = node.func if isinstance(node, ast.Call) else node
            return found if isinstance(found, ast.Attribute) else None
    return None


def _modules(source: SourceFile) -> set[str]:
    """The names that a file has for modules: what is said of one is no expression of an object."""
    return {one.name for one in imported_names(source.nodes) if not one.member}


def _steps(text: str) -> list[ast.Attribute | ast.Call]:
    """The attributes and calls behind the first name of an expression, in their order; none of other texts."""
    try:
        node = expression(text)
    except SyntaxError:
        return []
    found: list[ast.Attribute | ast.Call] = []
    while isinstance(node, (ast.Attribute, ast.Call)):
        found.insert(0, node)
        node = node.func if isinstance(node, ast.Call) else node.value
    return found


def _replace_all(edits: FileEdits, known: ast.Attribute, steps: Sequence[ast.Attribute | ast.Call]) -> None:
    for node in edits.source.nodes:
        if not isinstance(node, ast.Attribute) or node.attr != known.attr or not isinstance(node.ctx, ast.Load):
            continue
        holder = last_name(node.value)
        if edits.source.is_real(node) and holder == last_name(known.value):
            _replace(edits, node, _behind(steps, holder))


def _behind(steps: Sequence[ast.Attribute | ast.Call], holder: str) -> Sequence[ast.Attribute | ast.Call]:
    """The steps behind what the program writes itself: `isocalendar().week` of `Series.dt...` behind `days.dt`."""
    names = [one.attr if isinstance(one, ast.Attribute) else "" for one in steps]
    return steps[names.index(holder) + 1 :] if holder and holder in names else steps


def _replace(edits: FileEdits, node: ast.Attribute, steps: Sequence[ast.Attribute | ast.Call]) -> None:
    """Put the steps behind the node's object, with the arguments of its call; nothing where these find no place."""
    call = edits.source.parents.get(node)
    target: ast.expr = call if isinstance(call, ast.Call) and call.func is node else node
    given = edits.source.text[edits.source.span(node)[1] : edits.source.span(target)[1]]
    is_empty = given.strip("() \n") == ""
    text = ""
    for step in steps:
        if isinstance(step, ast.Attribute):
            text += f".{step.attr}"
        elif given and not step.args and not step.keywords:
            text, given = text + given, ""
        else:
            text += f"({', '.join(map(ast.unparse, (*step.args, *step.keywords)))})"
    if text and (is_empty or not given):
        edits.replace(edits.source.span(node.value)[1], edits.source.span(target)[1], text)
