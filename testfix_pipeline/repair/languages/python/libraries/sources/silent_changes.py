"""Expressions that libraries no longer heed, or give another result for, without an error, as calls whose default is
another one now: `silent_changes.toml` says which, and what does the same.

Only the program's text and the installed release speak for such a fix before the tests do.
"""

from __future__ import annotations

import ast
import itertools
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.edits.expression_edits import RuledFile
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rule import ExpressionRule, rule_of
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.library_program import program_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import installed_beside
from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import rows_in
from testfix_pipeline.repair.languages.python.source import SourceFile

TABLE = Path(__file__).with_name("silent_changes.toml")
LIKELIHOOD = 0.72
PYTHON = "python"
_WRONG = frozenset({"AssertionError", "AttributeError", "Failed", "KeyError", "TypeError"})


@dataclass(frozen=True)
class SilentChange:
    """Rules that belong together: of one library since one release. module: what files import that use it."""

    library: str
    since: str
    module: str
    rules: tuple[ExpressionRule, ...]

    @property
    def says(self) -> str:
        """What the change log says."""
        return self.rules[0].says

    @property
    def symbols(self) -> frozenset[str]:
        """What fixes call that which the change is about."""
        return frozenset(ast.unparse(one.old) for one in self.rules)

    def is_made_in(self, version: str) -> bool:
        """Whether a release has the change; Python is taken to have it."""
        try:
            return self.library == PYTHON or Version(version) >= Version(self.since)
        except InvalidVersion:
            return False

    def may_be_in(self, text: str) -> bool:
        """Whether a file's text has the import and the words of a rule."""
        words = set(re.findall(r"\w+", text))
        return self.module in words and any(rule.words <= words for rule in self.rules)

    def lines_in(self, source: SourceFile) -> list[int]:
        """The lines of a file that the change is about."""
        applied = RuledFile(source, self.rules)
        applied.apply()
        return applied.lines_of_matches


@cache
def silent_changes() -> tuple[SilentChange, ...]:
    """The changes of the table, in its order."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))["silent"]
    rows = itertools.groupby(rows_in(table), lambda row: (row["library"], row["since"], row["says"]))
    found = ((key, [*own]) for key, own in rows)
    return tuple(
        SilentChange(library, since, own[0].get("module", library), tuple(map(rule_of, own)))
        for (library, since, _), own in found
    )


def silent_fixes(files: Mapping[str, SourceFile], installed: Callable[[], Mapping[str, str]]) -> Iterator[LibraryFix]:
    """One fix for each change at all places. files: those that may be edited. installed: asks for versions."""
    for one in silent_changes():
        applied = {path: RuledFile(source, one.rules) for path, source in files.items() if one.may_be_in(source.text)}
        if not all([here.apply() for here in applied.values()]):  # noqa: C419 - all are edited
            continue
        texts = texts_of({path: here.edits for path, here in applied.items() if here.used})
        version = installed().get(one.library, "") if texts else ""
        if texts and one.is_made_in(version):
            said = "; ".join(dict.fromkeys(said for here in applied.values() for said in here.used))
            note = f"{said}: {one.library} {version}; {one.says}"
            about = (update_of(one.library, version, said, note),)
            older = "" if one.library == PYTHON else one.library
            yield LibraryFix(texts, "library.rule", note, LIKELIHOOD, said.partition(" -> ")[0], about, older)


def fixes_of_silent_changes(question: LibraryQuestion) -> Sequence[LibraryFix]:
    """The fixes where tests found a wrong result and the program may be written for an older release."""
    texts: Any = program_texts(question) if any(_is_wrong(one.error_type) for one in question.failures) else {}
    meant = [path for path, text in texts.items() if any(one.may_be_in(text) for one in silent_changes())]
    files = {path: source for path in meant if (source := SourceFile.load(question.files, path)) is not None}
    return [*silent_fixes(files, lambda: installed_beside(question, question.seconds)[0])]


def _is_wrong(error_type: str) -> bool:
    return error_type.rpartition(".")[2] in _WRONG
