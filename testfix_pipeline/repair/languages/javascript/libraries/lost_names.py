"""A name that a program uses of an npm package and that the installed one lacks, with the edits at all its uses."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.grammar import SUFFIXES
from testfix_pipeline.core.patch_policy.syntax_nodes import field
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.javascript.libraries import installed_packages
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import PackageUse, package_of, package_uses
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.target import bound_names
from testfix_pipeline.repair.model.sources import files_below

MOST_FILES = 2000

UseEdits = Callable[[JsSource, PackageUse], list[tuple[tuple[int, int], str]]]
"""The edits of one use in its file: the place, and its new text."""


@dataclass(frozen=True)
class PackageProgram:
    """The files that may be edited, with what they use of packages."""

    files: Mapping[str, JsSource]
    uses: Mapping[str, list[PackageUse]]

    @classmethod
    def of(cls, question: LibraryQuestion) -> PackageProgram:
        files = {path: source for path in _paths(question) if (source := _read(question, path)) is not None}
        return cls(files, {path: package_uses(source) for path, source in files.items()})


def _paths(question: LibraryQuestion) -> Iterator[str]:
    """The files that may be edited; no more than `MOST_FILES`."""
    paths = (path for path in files_below(question.files, SUFFIXES) if path not in question.test_files)
    return itertools.islice(paths, MOST_FILES)


def _read(question: LibraryQuestion, path: str) -> JsSource | None:
    try:
        return JsSource(path, (question.files / path).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None


@dataclass(frozen=True)
class LostPackageName:
    """A name that the program uses of a package, and that the one installed in the folder `place` lacks."""

    place: Path
    program: PackageProgram
    specifier: str
    name: str
    exports: installed_packages.PackageExports
    versions: installed_packages.PackageVersions
    uses: Mapping[str, list[PackageUse]]

    @property
    def package(self) -> str:
        return package_of(self.specifier)

    def at(self, name: str, places: Sequence[tuple[str, Node]]) -> LostPackageName:
        """Another name of the package's or of its values', with the files and nodes where it stands."""
        uses = dict[str, list[PackageUse]]()
        for path, node in places:
            span = self.program.files[path].span(node)
            uses.setdefault(path, []).append(PackageUse(self.specifier, name, span, span, node.start_point[0] + 1))
        return replace(self, name=name, uses=uses)

    def binds(self, path: str, name: str) -> bool:
        """Whether a file has an export of the package by its own name."""
        return any(one.package == self.package and one.variable == name == one.name for one in self.program.uses[path])

    def said_names(self, known: Sequence[str]) -> dict[str, str]:
        """The names that documents offer in place of this one, with the lines that say so."""
        lines = installed_packages.document_lines(self.place / "node_modules" / self.package)
        return dict(installed_packages.renamed_by_documents(lines, self.symbol, known))

    @property
    def symbol(self) -> str:
        """The last part of the name; the package where there is none."""
        return self.name.rpartition(".")[2] or self.package

    def fix(self, texts: Mapping[str, str], kind: str, what: str, likelihood: float) -> Iterator[LibraryFix]:
        if not texts:
            return
        version, before, source = self.versions.installed, self.versions.before, self.versions.source
        note = f"{self.specifier}: {what}; {self.package} {version}"
        certain = self.versions.is_update
        place = next((f"{path}:{uses[0].line}" for path, uses in self.uses.items() if uses), "")
        update = Update(
            library=self.package,
            version=version,
            symbol=f"{self.specifier}.{self.name}" if self.name else self.specifier,
            before=before if certain else "",
            source=source if certain else "",
            certain=certain,
            place=place,
            evidence=f"{note}; {before} in {source}" if certain else f"Perhaps an update: {note}",
            alternative=f"npm install {self.package}@{before}: the code was written for it" * certain,
        )
        yield LibraryFix(texts, f"library.{kind}", note, likelihood, self.symbol, (update,))


def replaced(lost: LostPackageName, edits: UseEdits) -> dict[str, str]:
    """The texts of the files with the edits of every use; none where a use has no edit."""
    texts = {}
    for path, uses in lost.uses.items():
        source = lost.program.files[path]
        found = [edits(source, use) for use in uses]
        if not all(found):
            return {}
        changed = source.text
        for (start, end), new in sorted({one for part in found for one in part}, reverse=True):
            changed = changed[:start] + new + changed[end:]
        if changed != source.text:
            texts[path] = changed
    return texts


def member_at(source: JsSource, use: PackageUse) -> Node | None:
    """The expression that reads the member whose name a use is the place of."""
    for one in source.syntax.of_type("member_expression"):
        name = field(one, "property")
        if name is not None and source.span(name) == use.place:
            return one
    return None


def is_assigned(source: JsSource, member: Node) -> bool:
    """Whether an expression is what a statement sets."""
    above = source.syntax.parent(member)
    return above is not None and above.type == "assignment_expression" and field(above, "left") == member


def with_binding(source: JsSource, use: PackageUse, name: str) -> list[tuple[tuple[int, int], str]]:
    """The import of a name of the package, in the form of a use's statement: among the names that the
    file takes of the package already, else after that statement; none where the file has the name."""
    if name in bound_names(source.syntax.root):
        return []
    quoted = source.text[slice(*use.statement)]
    loaded = r"=\s*require\(\s*%s\s*\)" if use.required else r"from\s*%s"
    beside = rf"^(?:const|let|var|import)\s*\{{[^{{}}]*?\w(?=,?\s*\}}\s*{loaded % re.escape(quoted)})"
    taken = re.search(beside, source.text, re.M)
    if taken is not None:
        return [((taken.end(), taken.end()), f", {name}")]
    spans = (source.span(one) for one in source.syntax.root.named_children)
    end = next(end for start, end in spans if start <= use.statement[0] < end)
    new = f"const {{ {name} }} = require({quoted});" if use.required else f"import {{ {name} }} from {quoted};"
    return [((end, end), f"\n{new}")]
