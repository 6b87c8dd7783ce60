"""Copies of functions and classes that an update removed without a replacement, from the release that still had them.

The old release is the project's, where it is at hand; Python's is any older one on this machine. A copy says in a
comment where it is from, and under which licence.
"""

from __future__ import annotations

import ast
import re
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.languages.python.libraries.edits.copied_code import CopiedCode, copied_code
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import root_of
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, local_name
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, NameUse
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease, plain, release_files
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import release_of, removal_of
from testfix_pipeline.repair.languages.python.source import SourceFile

PYTHON = "Python"
PYTHON_LICENCE = "Python Software Foundation License"
MOST_COPIES = 3
"""The number of files that may get a copy of a function."""
_LONGEST_LICENCE = 60
_LICENCE = re.compile(r"^License(?:-Expression)?: (\S.*)$|^Classifier: License ::.*:: (.+)$", re.M)


@dataclass(frozen=True)
class CopiedName:
    """The code that a lost name can be copied as. origin: the file, the release and the licence, for people."""

    lost: LostName
    code: CopiedCode
    origin: str

    def collect(self, files: Mapping[str, SourceFile], edits: dict[str, FileEdits]) -> bool:
        """Add the edits of every use to those of its file; False where one can't be changed so."""
        by_file: dict[str, list[NameUse]] = {}
        for site in self.lost.sites:
            if site.file in files and not site.exempt:
                by_file.setdefault(site.file, []).append(site)
        if not by_file or len(by_file) > (1 if self.code.has_class else MOST_COPIES):
            return False
        return all(self._edit(edits.setdefault(file, FileEdits(files[file])), sites) for file, sites in by_file.items())

    def _edit(self, edits: FileEdits, sites: Sequence[NameUse]) -> bool:
        """Put the code behind the imports of a file, and take the name out of them."""
        name, beside = self.lost.place.name, ""
        chains = [site for site in sites if site.how == "chain"]
        for site in sites:
            if site not in chains and not self._drop_import(edits, site):
                return False
        for node in (edits.node_at(site.position, ast.Attribute) for site in chains):
            root = root_of(node) if node is not None else None
            if root is None or not isinstance(node, ast.Attribute):
                return False
            if node.attr == name:  # else it is further in: its beginning is a use as well
                edits.replace(*edits.source.span(node), name)
                beside = root.id
        own = {*self.code.names} - ({name} if len(chains) < len(sites) else set())
        if any(edits.binds(one) for one in own):
            return False
        if beside:
            self._drop_module(edits, beside, len(chains))
        for local, statement in self.code.imports.items():
            if not edits.has_import(statement):
                if edits.binds(local):
                    return False
                edits.add_import(statement, "")
        said = f"# From {self.origin}; {self.lost.library} {self.lost.version} has it no more."
        return edits.add_code(f"{said}\n{self.code.text}", self.code.names, beside or name)

    def _drop_import(self, edits: FileEdits, site: NameUse) -> bool:
        """Take the name out of its import; False where that gives it another name."""
        node, name = edits.import_at(site.position), self.lost.place.name
        alias = next((one for one in node.names if one.name == name), None) if node is not None else None
        is_plain = site.how == "from" and isinstance(node, ast.ImportFrom) and site.local == name
        return node is not None and alias is not None and is_plain and edits.move_name(node, alias, "")

    def _drop_module(self, edits: FileEdits, local: str, uses: int) -> None:
        """Take out the import of the module that had the name, where nothing else is asked of it."""
        node, loads = edits.import_of(local), edits.loads(local)
        if node is not None and loads is not None and len(loads) == uses:
            edits.move_name(node, next(one for one in node.names if local_name(node, one) == local), "")


def copied_names(lost: Sequence[LostName], releases: Sequence[OldRelease]) -> list[CopiedName]:
    """The copies of lost functions and classes, and of those that the program imports from lost modules.

    releases: of libraries, as the project names them.
    """
    found = (_copied(one, releases) for one in [*lost, *_inner_names(lost)] if not (one.is_module or one.place.owner))
    return [one for one in found if one is not None]


def _inner_names(lost: Sequence[LostName]) -> Iterator[LostName]:
    """The names that the program imports from lost modules, each as a lost name."""
    known = {one.place.full for one in lost}
    for module in lost:
        inner: dict[tuple[str, str], list[NameUse]] = {}
        for site in module.sites if module.is_module else ():
            if site.how == "from" and len(site.path) == 1:
                inner.setdefault((site.module, site.path[0]), []).append(site)
        for (holder, name), sites in inner.items():
            if f"{holder}.{name}" not in known:
                known.add(f"{holder}.{name}")
                place = LibraryName(holder, "", name)
                yield replace(module, place=place, is_module=False, sites=tuple(sites), substitutes=())


def _copied(lost: LostName, releases: Sequence[OldRelease]) -> CopiedName | None:
    """The first copy that the releases before the installed one have."""
    at_hand = [(one.folder, one.name, one.version) for one in releases if one.folder is not None]
    libraries = [(folder, PYTHON, version) for folder, version in _standard_libraries(lost)]
    for folder, name, version in libraries if lost.library == PYTHON else at_hand:
        code = _code(folder, lost.place, lost.version if name == PYTHON else "")
        if code is not None:
            licence = PYTHON_LICENCE if name == PYTHON else _licence(folder, name)
            return CopiedName(lost, code, f"{lost.place.module} of {name} {version} ({licence})")
    return None


def _code(folder: Path, place: LibraryName, python: str) -> CopiedCode | None:
    """The code of a name in an unpacked release, wherever in it that is defined."""
    release = release_files(folder)
    found = release.definition(place.module, place.name)
    if found is None or isinstance(found[1], str):
        return None
    source, name = release.text(found[0]).decode("utf-8", "replace"), getattr(found[1], "name", "")
    return copied_code(source, name, lambda full: _is_there(full, python))


def _is_there(full: str, python: str) -> bool:
    """Whether this version of Python has a name of the standard library, as far as the table of removals says."""
    parts = full.split(".")
    return not any(removal_of(".".join(parts[:end]), python) for end in range(1, len(parts) + 1))


def _standard_libraries(lost: LostName) -> list[tuple[Path, str]]:
    """(folder, version) of the newest standard library on this machine that may have a name, none where there is no
    such Python."""
    parts = lost.place.full.split(".")
    known = (removal_of(".".join(parts[:end]), lost.version) for end in range(len(parts), 0, -1))
    last = next((one.last for one in known if one is not None), "")
    found = [
        (release_of(version), folder, version)
        for folder, version in _installed_libraries()
        if (release_of(version) <= release_of(last) if last else release_of(version) < release_of(lost.version))
    ]
    return [(folder, version) for _, folder, version in sorted(found)[-1:]]


@cache
def _installed_libraries() -> tuple[tuple[Path, str], ...]:
    """The standard library of this interpreter, and those of others that are installed beside it."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = {version: Path(sysconfig.get_path("stdlib"))}
    for folder in sorted(Path(sys.base_prefix).parent.glob("*/lib/python3.*")):
        if (folder / "os.py").is_file():
            found.setdefault(folder.name.removeprefix("python"), folder)
    return tuple((folder, name) for name, folder in found.items())


def _licence(folder: Path, name: str) -> str:
    """What an unpacked release says of its licence."""
    for file in sorted(folder.glob("*.dist-info/METADATA")):
        text = read_text(file)
        named = re.search(r"^Name: (\S+)$", text, re.M)
        said = _LICENCE.findall(text) if named and plain(named[1]) == plain(name) else []
        short: list[str] = [
            one for pair in said for one in pair if one and one != "UNKNOWN" and len(one) <= _LONGEST_LICENCE
        ]
        if short:
            return short[0]
    return "its licence is not named"
