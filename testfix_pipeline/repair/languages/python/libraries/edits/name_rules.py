"""One lost name, one substitute: the edits of every use in the program."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping

from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, ProgramEdits, node_at
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, NameUse, Substitute
from testfix_pipeline.repair.languages.python.source import SourceFile


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
