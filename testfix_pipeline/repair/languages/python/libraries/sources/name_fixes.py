"""Fixes for lost names as library fixes: each by itself, and all that are sure at once."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from testfix_pipeline.execution.in_target import testfix_library_spelling
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, ProgramEdits, node_at
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import (
    CallChange,
    LibraryName,
    LostName,
    NameUse,
    Substitute,
    update_of,
)
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOODS = {
    "old release": 0.88, "removals": 0.85, "message": 0.85, "submodule": 0.8,
    "requirement": 0.75, "documentation": 0.75, "module": 0.65,
    "signature": 0.65, "only new one": 0.65,
    "said keyword": 0.7,
    "standard library": 0.55, "namespace": 0.7, "imported": 0.5,
    "private module": 0.35, "namesake": 0.35,
}  # fmt: skip
"""How far each source is believed before the tests have spoken: judgement, until the development corpus measures it.
A private module is nobody else's, and a function of the standard library may have a library's name by chance: shown,
and no more."""
SURE = 0.75
UNUSED, UNUSED_WITH_SUBSTITUTE = 0.8, 0.5
"""Of dropping an import that nothing reads: where something surely takes its place, that comes first."""
NEAR_LEAST, NEAR_MOST, OTHER_WORD = 0.15, 0.7, 0.35
"""Of near names: those that differ in case and underscores alone are believed most; those in which a word is another
one are shown, and do not land: nothing but the spelling speaks for them."""
FORM_OF_KEYWORD = 0.65
"""Of a keyword that is spelt alike, or that another one is a part of, `vector_size` for `size`."""
KIN_LEAST, KIN_MOST = 0.4, 0.85
"""Of what is defined as the lost name was: by how much of the definition is the same, from six tenths to all."""
_says_the_same: Any = testfix_library_spelling.says_the_same
_is_private: Any = testfix_library_spelling.is_private_name


@dataclass(frozen=True)
class _NameFix:
    """A fix without its texts, and what adds its edits to those of the files; False where a use can't be changed so."""

    fix: LibraryFix
    collect: Callable[[ProgramEdits], bool]


@dataclass(frozen=True)
class NameFixes:
    """files: those that may be edited. exported: names that any file of the project imports from another."""

    files: Mapping[str, SourceFile]
    exported: frozenset[str]

    def single(self, lost: Sequence[LostName]) -> Iterator[LibraryFix]:
        """One lost name and one substitute each."""
        for one in lost:
            unused = [self._dropped(one)] if self._is_unused(one) else []
            for fix in [*unused, *(self._substituted(one, new) for new in one.substitutes)]:
                if texts := self._texts([fix]):
                    yield replace(fix.fix, texts=texts)

    def joint(self, lost: Sequence[LostName]) -> Iterator[LibraryFix]:
        """All lost names of which a source is seldom wrong at once: it saves a step for each."""
        used = [one for one in lost if any(site.file in self.files and not site.exempt for site in one.sites)]
        fixes = [fix for one in used if (fix := self._surest(one)) is not None]
        if texts := self._texts(fixes) if len(fixes) > 1 else {}:
            yield _joined([one.fix for one in fixes], texts)

    def _surest(self, lost: LostName) -> _NameFix | None:
        """What a source says that is seldom wrong."""
        new = _sure_substitute(lost)
        if new is not None:
            return self._substituted(lost, new)
        return self._dropped(lost) if self._is_unused(lost) else None

    def _texts(self, fixes: Sequence[_NameFix]) -> dict[str, str]:
        edits = ProgramEdits(self.files)
        return edits.texts() if all([one.collect(edits) for one in fixes]) else {}  # noqa: C419 - all are collected

    def _substituted(self, lost: LostName, new: Substitute) -> _NameFix:
        said = f"{place_text(lost.place)} -> {place_text(new.place)}"
        fix = _fix("library.name", lost, said, new.evidence, likelihood_of(lost, new))
        return _NameFix(fix, NameRule(lost, new, self.exported).collect)

    # -- imports that nothing reads ------------------------------------------------------------------------------------

    def _is_unused(self, lost: LostName) -> bool:
        """Whether the program only imports the name: nothing reads it, and no other file has it from there."""
        sites = [site for site in lost.sites if site.file in self.files and not site.exempt]
        return bool(sites) and all(self._reads_nothing(site, lost.place.name) for site in sites)

    def _reads_nothing(self, site: NameUse, name: str) -> bool:
        if site.how != "from" or site.path != (name,) or site.file.endswith("__init__.py"):
            return False
        here = FileEdits(self.files[site.file])
        node = here.import_at(site.position)
        is_on_purpose = node is None or here.keeps_unused(node)
        return not is_on_purpose and site.local not in self.exported and here.loads(site.local) == []

    def _dropped(self, lost: LostName) -> _NameFix:
        said = f"no import of {place_text(lost.place)}"
        likelihood = UNUSED if _sure_substitute(lost) is None else UNUSED_WITH_SUBSTITUTE
        fix = _fix("library.unused-import", lost, said, "nothing reads the name", likelihood)
        return _NameFix(fix, lambda edits: drop_imports(lost, edits))


def drop_imports(lost: LostName, edits: ProgramEdits, is_module_kept: bool = True) -> bool:
    """Drop the imports of a lost name from all files. Returns False where several statements share a line.

    is_module_kept: whether a file keeps its import of the module where it reads nothing else of it.
    """
    for site in lost.sites:
        if site.how == "from" and site.path == (lost.place.name,) and site.file in edits.files and not site.exempt:
            here = edits[site.file]
            node = here.import_at(site.position)
            gone = [one for one in node.names if one.name == lost.place.name] if node is not None else []
            drop = here.drop_name if is_module_kept else here.move_name
            if not isinstance(node, ast.ImportFrom) or not gone or not drop(node, gone[0]):
                return False
    for file, here in edits.items() if not is_module_kept else ():
        top = here.local_name(lost.place.module).partition(".")[0]
        node, own = here.import_of(top), [(one.file, one.how, one.exempt) for one in lost.sites]
        if isinstance(node, ast.Import) and len(here.loads(top) or ()) == own.count((file, "chain", False)):
            for alias in [one for one in node.names if one.name == lost.place.module]:
                here.move_name(node, alias)
    return True


def _sure_substitute(lost: LostName) -> Substitute | None:
    """The first substitute whose source is seldom wrong."""
    sure = (new for new in lost.substitutes if new.source != "near name" and likelihood_of(lost, new) >= SURE)
    return next(sure, None)


def _joined(fixes: Sequence[LibraryFix], texts: Mapping[str, str]) -> LibraryFix:
    note, symbol = "; ".join(one.note for one in fixes), ", ".join(one.symbol for one in fixes)
    updates = tuple(fix.updates[0] for fix in fixes)
    return LibraryFix(texts, "library.names", note, min(one.likelihood for one in fixes), symbol, updates)


def lost_name_fix(texts: Mapping[str, str], kind: str, lost: LostName, new: Substitute) -> LibraryFix:
    """The fix that puts one substitute in the place of a lost name, with these texts."""
    said = f"{place_text(lost.place)} -> {place_text(new.place)}"
    return replace(_fix(kind, lost, said, new.evidence, likelihood_of(lost, new)), texts=texts)


def _fix(kind: str, lost: LostName, said: str, evidence: str, likelihood: float) -> LibraryFix:
    library, symbol = f"{lost.library} {lost.version}".strip(), lost.place.full
    note = f"{said}: {library} has no {lost.place.name}; {evidence}"
    return LibraryFix({}, kind, note, likelihood, symbol, (update_of(lost.library, lost.version, symbol, note),))


def likelihood_of(lost: LostName, new: Substitute) -> float:
    """How far the source of a substitute for a lost name is believed, 0 to 1."""
    if new.source == "definition":
        return KIN_LEAST + (KIN_MOST - KIN_LEAST) * (new.similarity - 0.6) / 0.4
    if new.source != "near name":
        return LIKELIHOODS.get(new.source, NEAR_LEAST)
    most = NEAR_MOST if _is_clear(lost, new) else OTHER_WORD
    return max(NEAR_LEAST, min(most, NEAR_LEAST + (NEAR_MOST - NEAR_LEAST) * (new.similarity - 0.5) / 0.45))


def likelihood_of_change(change: CallChange) -> float:
    """How far the source of a change of a call is believed, 0 to 1."""
    is_renamed = change.what == "rename" and change.source == "near name"
    is_form = is_renamed and _says_the_same(change.old, change.new)
    return FORM_OF_KEYWORD if is_form else LIKELIHOODS.get(change.source, 0.5)


def _is_clear(lost: LostName, new: Substitute) -> bool:
    """Whether a near name says the same as the lost one, and is the only one that does.

    A private name is nobody else's, and one in capitals, `BINARY` for `Binary`, is of another kind: it is as near as
    any other that says the same.
    """
    old, name = lost.place.name, new.place.name
    if not _says_the_same(old, name) or (_is_private(name) and not _is_private(old)):
        return False
    if _letters(old) == _letters(name) and old.isupper() == name.isupper():
        return True
    near = [one.place.name for one in lost.substitutes if one.source == "near name"]
    return not any(
        _says_the_same(old, one) and _letters(one) != _letters(name) and not _is_private(one) for one in near
    )


def _letters(name: str) -> str:
    return name.replace("_", "").lower()


class NameRule:
    """Puts a substitute in the place of a lost name. exported: names that other files import from the program."""

    def __init__(self, lost: LostName, new: Substitute, exported: frozenset[str]) -> None:
        self.lost, self.old, self.new = lost, lost.place, new.place
        self.exported = exported
        self.moves_module = lost.is_module or new.is_module

    def texts(self, files: Mapping[str, SourceFile]) -> dict[str, str]:
        """The new text of every changed file; empty where a use can't be changed so."""
        edits = ProgramEdits(files)
        return edits.texts() if self.collect(edits) else {}

    def collect(self, edits: ProgramEdits) -> bool:
        """Add the edits of every use to those of its file; False where one can't be changed so."""
        sites = [one for one in self.lost.sites if not one.exempt and one.file in edits.files]
        own = {file: [one for one in sites if one.file == file] for file in {one.file for one in sites}}
        return all([self._edit(edits[one.file], one, own[one.file]) for one in sites])  # noqa: C419 - edits every one

    def _edit(self, edits: FileEdits, site: NameUse, sites: list[NameUse]) -> bool:
        if site.how == "chain":
            return self._chain(edits, site, sites)
        node = edits.import_at(site.position)
        if isinstance(node, ast.Import):
            return self._import(edits, node)
        return node is not None and self._from(edits, node, site)

    # -- import module -------------------------------------------------------------------------------------------------

    def _import(self, edits: FileEdits, node: ast.Import) -> bool:
        for alias in node.names:
            rest = _below(alias.name, self.old.full)
            if rest is not None:
                start, _ = edits.source.span(alias)
                edits.replace(start, start + len(alias.name), self.new.full + rest)
        return True

    # -- from module import name ---------------------------------------------------------------------------------------

    def _from(self, edits: FileEdits, node: ast.ImportFrom, site: NameUse) -> bool:
        rest = _below(node.module or "", self.old.full)
        if rest is not None:
            return _rename_module(edits, node, self.new.full + rest)
        for alias in node.names:
            if alias.name == site.path[0] and node.module == self.old.module:
                return self._alias(edits, node, alias)
        return self.old.owner != ""  # the import of a class that lacks an attribute stays

    def _alias(self, edits: FileEdits, node: ast.ImportFrom, alias: ast.alias) -> bool:
        if not self.new.module:
            return edits.move_name(node, alias, f"import {self._as(alias)}")
        if self.new.owner:
            return self._method(edits, node, alias)
        name = self._named(edits, alias)
        if self.new.holder == self.old.holder:
            start, end = edits.source.span(alias)
            edits.replace(start, end, name)
            return True
        if len(node.names) == 1:
            start, end = edits.source.span(alias)
            edits.replace(start, end, name)
            return _rename_module(edits, node, self.new.holder)
        return edits.move_name(node, alias, f"from {self.new.holder} import {name}")

    def _method(self, edits: FileEdits, node: ast.ImportFrom, alias: ast.alias) -> bool:
        """Import the class, and have the uses of the old name ask it."""
        new, local = self.new, alias.asname or alias.name
        top = new.owner.partition(".")[0]
        loads = edits.loads(local)
        if loads is None or local in self.exported or edits.binds(top):
            return False
        for one in loads:
            edits.replace(*edits.source.span(one), f"{new.owner}.{new.name}")
        return edits.move_name(node, alias, f"from {new.module} import {top}")

    def _named(self, edits: FileEdits, alias: ast.alias) -> str:
        """The new name in the import; its uses follow, unless somebody may import the old one from here."""
        new, old = self.new.name, alias.name
        if alias.asname or new == old:
            return self._as(alias)
        loads = edits.loads(old)
        if loads is None or old in self.exported or edits.binds(new):
            return self._as(alias)
        for node in loads:
            edits.replace(*edits.source.span(node), new)
        return new

    def _as(self, alias: ast.alias) -> str:
        local = alias.asname or alias.name
        return self.new.name if local == self.new.name else f"{self.new.name} as {local}"

    # -- module.name ---------------------------------------------------------------------------------------------------

    def _chain(self, edits: FileEdits, site: NameUse, sites: Iterable[NameUse]) -> bool:
        full = ".".join([site.module, *site.path])
        node = node_at(edits.source, site.position, ast.Attribute)
        if full != self.old.full:
            if not self.old.module and node is not None:
                self._outermost(edits, node)
            return True  # further in: its beginning is a use as well
        if node is None or node.attr != self.old.name:
            return False
        start, end = edits.source.span(node)
        if self.new.holder == self.old.holder:
            edits.replace(end - len(self.old.name), end, self.new.name)
            return True
        edits.replace(start, end, self._expression(edits, edits.source.segment(node.value), sites))
        return True

    def _outermost(self, edits: FileEdits, node: ast.expr) -> None:
        """The beginning of a chain that is the name of an outermost module."""
        while isinstance(node, ast.Attribute):
            node = node.value
        if isinstance(node, ast.Name) and node.id == self.old.name:
            edits.replace(*edits.source.span(node), self.new.full)

    def _expression(self, edits: FileEdits, base: str, sites: Iterable[NameUse]) -> str:
        """What says the new name where `base.name` said the old one; the file imports what it takes."""
        new, old = self.new, self.old
        if new.holder == "builtins" and not edits.sets(new.name):
            return new.name
        if known := edits.imported_as(new.holder, new.name):
            return known
        if not new.module:
            self._import_instead(edits, f"import {new.name}", base, sites)
            return new.name
        if local := edits.local_name(new.holder):
            return f"{local}.{new.name}"
        inner, outer = _below(new.holder, old.module), _below(old.module, new.holder)
        if inner is not None and not old.owner:
            if new.module != old.module:
                self._import_inner(edits, base, sites)
            return f"{base}{inner}.{new.name}"
        if outer is not None and base.endswith(outer):
            return f"{base.removesuffix(outer)}.{new.name}"
        if "." in new.module and not edits.binds(new.name) and not new.owner:
            self._import_instead(edits, f"from {new.module} import {new.name}", base, sites)
            return new.name
        self._import_instead(edits, f"import {new.module}", base, sites)
        return new.full

    def _import_inner(self, edits: FileEdits, base: str, sites: Iterable[NameUse]) -> None:
        """Import the module below the one that the file imports: in its place, where it is used for nothing else."""
        if base == self.old.module and "." not in base:
            self._import_instead(edits, f"import {self.new.module}", base, sites)
        else:
            edits.add_import(f"import {self.new.module}", base.partition(".")[0])

    def _import_instead(self, edits: FileEdits, statement: str, base: str, sites: Iterable[NameUse]) -> None:
        """Import something more, in place of what the old name was taken from if that has no other use."""
        local = base.partition(".")[0]
        own = sum(".".join([site.module, *site.path]) == self.old.full for site in sites if site.how == "chain")
        loads = edits.loads(local)
        if loads is None or len(loads) != own or not edits.replace_import(statement, local):
            edits.add_import(statement, local)


def _rename_module(edits: FileEdits, node: ast.ImportFrom, new: str) -> bool:
    """Replace the module of `from module import ...`."""
    start, end = edits.source.span(node)
    found = re.match(r"from\s+([\w.]+)", edits.source.text[start:end])
    if found is None:
        return False
    edits.replace(start + found.start(1), start + found.end(1), new)
    return True


def _below(name: str, prefix: str) -> str | None:
    """What follows a module's name in a longer one, with its dot; "" where both are one; None where it does not."""
    if not prefix or (name != prefix and not name.startswith(f"{prefix}.")):
        return None
    return name[len(prefix) :]


def place_text(place: LibraryName) -> str:
    """A name in full, for people."""
    return place.full or place.name
