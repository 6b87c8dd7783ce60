"""JavaScript and TypeScript as the core of the engine asks for them: one language for all their suffixes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.core.patch_policy.javascript.grammar import SUFFIXES, parse
from testfix_pipeline.core.patch_policy.javascript.scopes import FUNCTIONS
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, one_line_text, text
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.language import Dependency
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.language.overfitting_signs import Signs
from testfix_pipeline.repair.language.varied_test import AssertionSides, VariedLiteral, VariedTest
from testfix_pipeline.repair.language.watched_functions import WatchedText
from testfix_pipeline.repair.languages.javascript.assertion_sides import assertion_sides
from testfix_pipeline.repair.languages.javascript.call_records import with_call_records
from testfix_pipeline.repair.languages.javascript.definitions import JsDefinitions
from testfix_pipeline.repair.languages.javascript.delayed_tests import delayed_test
from testfix_pipeline.repair.languages.javascript.expected_errors import expected_errors
from testfix_pipeline.repair.languages.javascript.source import LOOPS, JsSource
from testfix_pipeline.repair.languages.javascript.statement_counters import with_counters
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.javascript.unread_names import newly_unread_and_read
from testfix_pipeline.repair.languages.javascript.varied_literals import varied_literals
from testfix_pipeline.repair.languages.javascript.varied_tests import varied_tests
from testfix_pipeline.repair.languages.tree_sitter.language import TreeLanguage
from testfix_pipeline.repair.languages.tree_sitter.place_features import Shapes
from testfix_pipeline.repair.languages.tree_sitter.producer import TreeProducer
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement

_SHAPES = Shapes(
    texts=("string_fragment", "regex_pattern"),
    expressions=frozenset(
        {
            *("identifier", "member_expression", "call_expression", "subscript_expression", "binary_expression"),
            *("unary_expression", "update_expression", "assignment_expression", "augmented_assignment_expression"),
            *("ternary_expression", "new_expression", "string", "template_string", "number", "true", "false", "null"),
            *("undefined", "regex", "arrow_function", "function_expression", "await_expression", "spread_element"),
            *("array", "object", "this"),
        }
    ),
    jumps=("break_statement", "continue_statement"),
    conditions=("if_statement", *LOOPS[2:]),
    calls=("call_expression", "await_expression"),
)

ORDER_OF_EDITS = Path(__file__).with_name("learned") / "order.json"
ASSERTIONS = frozenset({"AssertionError", "JestAssertionError", "Error", ""})
_VALUE = r"(-?\d+(?:\.\d+)?|'[^'\n]*'|\"[^\"\n]*\"|true|false|null|undefined|NaN)"
_COMPARED = (
    re.compile(rf"^{_VALUE} !==? {_VALUE}$", re.MULTILINE),  # node:assert
    re.compile(rf"expected {_VALUE} to (?:be|equal|deeply equal|strictly equal|deep equal) {_VALUE}"),  # chai, vitest
)
_JEST = re.compile(rf"Expected: {_VALUE}\s+Received: {_VALUE}")


def compared_values(message: str) -> Iterator[tuple[str, str]]:
    """Yields pairs of an actual and an expected value, as source text."""
    for pattern in _COMPARED:
        yield from ((found[1], found[2]) for found in pattern.finditer(message))
    yield from ((found[2], found[1]) for found in _JEST.finditer(message))


class JavaScriptLanguage(TreeLanguage):
    """JavaScript with JSX, and TypeScript."""

    name = "javascript"
    suffixes = SUFFIXES
    edit_order = ORDER_OF_EDITS
    exits = ("return", "throw")
    equalities = ("===", "!==")
    assertions = ASSERTIONS
    target_type = JsTarget
    shapes = _SHAPES
    comparison = re.compile(
        r"\b(\w*[eE]qual(?:s|To)?|eq|same|isSame)(?:<[^<>()]*>)?\s*(?:[=:]\s*)?(?:async\s+)?(?:function\s*\w*\s*)?"
        r"\([^()]*\)[^;(){}]*(?:\{|=>)"
    )
    constants = frozenset({"true", "false", "null", "undefined", "0", "1"})
    unintended_errors = frozenset({"TypeError", "ReferenceError", "SyntaxError", "RangeError"})

    @property
    def producers(self) -> Sequence[TreeProducer]:
        # late: only projects that have its files need them
        from testfix_pipeline.repair.languages.javascript.producers import PRODUCERS

        return PRODUCERS

    def read(self, path: str, raw: bytes, absent: bool = False) -> JsSource:
        return JsSource(path, raw, absent)

    def names_in_reach(self, target: JsTarget) -> Collection[str]:
        types = ("interface_declaration", "type_alias_declaration", "enum_declaration")
        named = [field(one, "name") or one for one in target.source.syntax.of_type("import_clause", *types)]
        return {*target.names, *(text(part) for one in named for part in descendants(one))}

    def signs(self, candidate: Candidate, evidence: FailureEvidence) -> Signs:
        found = super().signs(candidate, evidence)
        unused, used = newly_unread_and_read(candidate)
        return replace(found, newly_unused=unused, newly_used=used)

    def failure_evidence(self, failures: Sequence[Failure], root: Path) -> FailureEvidence:
        expected = tuple(dict.fromkeys(expected_errors(failures, root)))
        return replace(super().failure_evidence(failures, root), expected_errors=expected)

    def compared_values(self, message: str) -> Iterator[tuple[str, str]]:
        return compared_values(message)

    def with_counters(self, source: JsSource, number: int, record: str) -> str | None:
        counted = with_counters(source, number, record)
        return counted if self.parses(source.path, counted) else None

    def with_call_records(self, source: JsSource) -> WatchedText | None:
        watched = with_call_records(source)
        return watched if watched.functions and self.parses(source.path, watched.text) else None

    def varied_tests(self, source: JsSource, titles: Collection[Sequence[str]]) -> Iterator[VariedTest]:
        return varied_tests(source, titles)

    def varied_literals(self, source: JsSource, titles: Sequence[str], line: int) -> Sequence[VariedLiteral]:
        return varied_literals(source, titles, line)

    def functions_in(self, path: str, text: str) -> Counter[str] | None:
        return Counter(one_line_text(node) for node in parse(path, text).of_type(*FUNCTIONS))

    def assertion_sides(self, source: JsSource, titles: Sequence[str], line: int) -> AssertionSides | None:
        return assertion_sides(source, titles, line)

    def delayed_test(self, source: JsSource, titles: Sequence[str], line: int) -> str | None:
        return delayed_test(source, titles, line)

    def dependencies(self, sources: Sources) -> Callable[[SuspiciousStatement], Iterable[Dependency]]:
        return JsDefinitions(sources).of

    def library_fixes(self, question: LibraryQuestion) -> Sequence[LibraryFix]:
        from testfix_pipeline.repair.languages.javascript.libraries.library_fixes import library_fixes  # loads slowly

        return library_fixes(question)


JAVASCRIPT = JavaScriptLanguage()
