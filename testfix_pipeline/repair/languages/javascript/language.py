"""JavaScript and TypeScript as the core of the engine asks for them: one language for all their suffixes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from testfix_pipeline.core.patch_policy.javascript.grammar import SUFFIXES
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.language import Dependency, Language
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.language.overfitting_signs import Signs
from testfix_pipeline.repair.language.watched_functions import WatchedText
from testfix_pipeline.repair.languages.javascript.call_records import with_call_records
from testfix_pipeline.repair.languages.javascript.changed_code import is_other_code
from testfix_pipeline.repair.languages.javascript.definitions import JsDefinitions
from testfix_pipeline.repair.languages.javascript.failure_evidence import failure_evidence
from testfix_pipeline.repair.languages.javascript.lexer import lex
from testfix_pipeline.repair.languages.javascript.libraries.library_fixes import library_fixes
from testfix_pipeline.repair.languages.javascript.overfitting_signs import signs_of
from testfix_pipeline.repair.languages.javascript.place_features import JsPlaceFeatures
from testfix_pipeline.repair.languages.javascript.producers import PRODUCERS, JsProducer
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.statement_counters import with_counters
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit, Replacement
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement, Symptoms
from testfix_pipeline.repair.model.tokens import Tokens

ORDER_OF_EDITS = Path(__file__).with_name("learned") / "order.json"


class JavaScriptLanguage(Language):
    """JavaScript with JSX, and TypeScript."""

    name = "javascript"
    suffixes = SUFFIXES
    is_learned = False
    edit_order = ORDER_OF_EDITS
    unintended_errors = frozenset({"TypeError", "ReferenceError", "SyntaxError", "RangeError"})

    def read(self, path: str, raw: bytes, absent: bool = False) -> JsSource:
        return JsSource(path, raw, absent)

    def lex(self, text: str, depth: int = 0, indent: int = 0) -> Tokens:
        return lex(text, depth, indent)

    def is_comment(self, line: str) -> bool:
        return line.lstrip().startswith(("//", "/*", "*"))

    @cached_property
    def producers(self) -> Sequence[JsProducer]:
        return PRODUCERS

    def target(
        self,
        source: Any,
        stmt: Any,
        evidence: FailureEvidence,
        replacements: Sequence[Replacement] = (),
        project: Sequence[SourceText] = (),
    ) -> JsTarget:
        return JsTarget(source, stmt, evidence, project)

    def propose(self, target: JsTarget, producer: JsProducer) -> Sequence[Edit]:
        return list(producer.edits(target))

    def differs(self, source: JsSource, function: None, text: str) -> bool:
        """Whether the tokens of a file differ, comments left out. Raises SyntaxError where the new text is no code."""
        found, change = source.syntax.changed(text)
        if found.root.has_error:
            raise SyntaxError(source.path)
        return is_other_code(source.syntax, found, change)

    def signs(self, candidate: Candidate, evidence: FailureEvidence) -> Signs:
        return signs_of(candidate, evidence)

    def with_counters(self, source: JsSource, number: int, record: str) -> str | None:
        counted = with_counters(source, number, record)
        return counted if self.parses(source.path, counted) else None

    def with_call_records(self, source: JsSource) -> WatchedText | None:
        watched = with_call_records(source)
        return watched if watched.functions and self.parses(source.path, watched.text) else None

    def failure_evidence(self, failures: Sequence[Failure], root: Path) -> FailureEvidence:
        return failure_evidence(failures, root)

    def place_features(self, symptoms: Symptoms, root: Path) -> Sequence[JsPlaceFeatures]:
        return [JsPlaceFeatures(symptoms)]

    def dependencies(self, sources: Sources) -> Callable[[SuspiciousStatement], Iterable[Dependency]]:
        return JsDefinitions(sources).of

    def library_fixes(self, question: LibraryQuestion) -> Sequence[LibraryFix]:
        return library_fixes(question)


JAVASCRIPT = JavaScriptLanguage()
