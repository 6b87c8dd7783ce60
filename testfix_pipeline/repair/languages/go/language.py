"""Go as the core of the engine asks for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from testfix_pipeline.repair.language.language import Dependency
from testfix_pipeline.repair.language.varied_test import VariedLiteral
from testfix_pipeline.repair.languages.go.compared_values import ASSERTIONS, compared_values
from testfix_pipeline.repair.languages.go.definitions import GoDefinitions
from testfix_pipeline.repair.languages.go.producers import PRODUCERS
from testfix_pipeline.repair.languages.go.source import GoSource
from testfix_pipeline.repair.languages.go.statement_counters import with_counters
from testfix_pipeline.repair.languages.go.target import GoTarget
from testfix_pipeline.repair.languages.go.varied_literals import varied_literals
from testfix_pipeline.repair.languages.tree_sitter.language import TreeLanguage
from testfix_pipeline.repair.languages.tree_sitter.place_features import Shapes
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement


class GoLanguage(TreeLanguage):
    """Go; its tests and candidates are built by the adapter of `go test`."""

    name = "go"
    suffixes = (".go",)
    unintended_errors = frozenset({"runtime.Error", "panic", "ProcessEnded", "NeverEnds"})
    exits = ("return", "panic")
    equalities = ("==", "!=")
    assertions = ASSERTIONS
    producers = PRODUCERS
    target_type = GoTarget
    comparison = re.compile(r"(?m)^func\s+(?:\([^)]*\)\s*)?((?:[Ii]s)?(?:[Ee]quals?|[Ss]ame)|EqualTo|Eq)\(")
    shapes = Shapes(
        texts=("interpreted_string_literal_content", "raw_string_literal_content"),
        expressions=frozenset(
            (
                *("identifier", "selector_expression", "call_expression", "index_expression", "binary_expression"),
                *("unary_expression", "slice_expression", "composite_literal", "func_literal", "int_literal"),
                *("float_literal", "interpreted_string_literal", "raw_string_literal", "rune_literal", "true", "false"),
                *("nil", "type_assertion_expression", "inc_statement", "dec_statement", "assignment_statement"),
            )
        ),
        jumps=("break_statement", "continue_statement"),
        conditions=("if_statement", "for_statement"),
        calls=("call_expression",),
    )

    def read(self, path: str, raw: bytes, absent: bool = False) -> GoSource:
        return GoSource(path, raw, absent)

    def compared_values(self, message: str) -> Iterator[tuple[str, str]]:
        return compared_values(message)

    def with_counters(self, source: GoSource, number: int, record: str) -> str | None:
        counted = with_counters(source, number, record)
        is_test = source.path.endswith("_test.go")
        return counted if counted is not None and not is_test and self.parses(source.path, counted) else None

    def varied_literals(self, source: GoSource, titles: Sequence[str], line: int) -> Sequence[VariedLiteral]:
        return varied_literals(source, titles, line)

    def dependencies(self, sources: Sources) -> Callable[[SuspiciousStatement], Iterable[Dependency]]:
        return GoDefinitions(sources).of


GO = GoLanguage()
"""See `testfix.repair_languages` in pyproject.toml."""
