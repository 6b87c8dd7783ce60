"""Go as the core of the engine asks for it: parsing, compared values, statement counters."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from testfix_pipeline.repair.language.language import Dependency
from testfix_pipeline.repair.language.varied_test import VariedLiteral
from testfix_pipeline.repair.languages.go.definitions import GoDefinitions
from testfix_pipeline.repair.languages.go.source import CASES, DECLARED, FUNCTIONS, GoSource
from testfix_pipeline.repair.languages.go.target import GoTarget
from testfix_pipeline.repair.languages.go.varied_literals import varied_literals
from testfix_pipeline.repair.languages.tree_sitter.language import TreeLanguage
from testfix_pipeline.repair.languages.tree_sitter.place_features import Shapes
from testfix_pipeline.repair.languages.tree_sitter.producer import TreeProducer
from testfix_pipeline.repair.model.edit import apply_spans
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement

ASSERTIONS = frozenset({"TestFailed", "OutputDiffers", ""})
_WANT = r"(?:want|wanted|expected)(?:ed)?"
_GOT = r"(?:got|have|was|returned|actual)"
_VALUE = r"(-?\d+(?:\.\d+)?|\"[^\"\n]*\"|true|false|nil|<nil>|[\w.-]+)"
_LITERAL = re.compile(r"-?\d+(?:\.\d+)?|\".*\"|true|false|nil", re.DOTALL)
_COMPARED = (
    re.compile(rf"(?:{_GOT}|=)[:=]?\s*{_VALUE}[,;:)]?\s*\(?{_WANT}[:=]?\s*{_VALUE}", re.IGNORECASE),
    re.compile(rf"{_VALUE} != {_VALUE}"),
)
_TURNED = re.compile(
    rf"{_WANT}(?: to get)?\s*[:=]?\s*{_VALUE}[,;:)]?\s*(?:but )?\(?{_GOT}\s*[:=]?\s*{_VALUE}", re.IGNORECASE
)
_NOT_COUNTED = (*CASES, *DECLARED, "const_declaration", "labeled_statement")


def compared_values(message: str) -> Iterator[tuple[str, str]]:
    """Yields pairs of an actual and an expected value, as source text; words also as texts."""
    pairs = [(found[1], found[2]) for pattern in _COMPARED for found in pattern.finditer(message)]
    pairs += [(found[2], found[1]) for found in _TURNED.finditer(message)]
    for actual, expected in pairs:
        yield _as_code(actual), _as_code(expected)


def _as_code(value: str) -> str:
    if value == "<nil>":
        return "nil"
    return value if _LITERAL.fullmatch(value) else f'"{value}"'


class GoLanguage(TreeLanguage):
    """Go; its tests and candidates are built by the adapter of `go test`."""

    name = "go"
    suffixes = (".go",)
    unintended_errors = frozenset({"runtime.Error", "panic", "ProcessEnded", "NeverEnds"})
    exits = ("return", "panic")
    equalities = ("==", "!=")
    assertions = ASSERTIONS
    target_type = GoTarget
    comparison = re.compile(
        r"(?m)^func\s+(?:\([^)]*\)\s*)?(\w*[Ee]quals?|(?:[Ii]s)?[Ss]ame|EqualTo|Eq)(?:\[[^\]]*\])?\("
    )
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

    @property
    def producers(self) -> Sequence[TreeProducer]:
        # late: only projects that have its files need them
        from testfix_pipeline.repair.languages.go.producers import PRODUCERS

        return PRODUCERS

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


def with_counters(source: GoSource, number: int, record: str) -> str | None:
    """The text of a file that appends `number:line` to the file `record` when a line runs for the first time.

    None where it has no functions.
    """
    mark, spans = f"testfixLine{number}", []
    for stmt in dict.fromkeys(source.statements.values()):
        parent = source.syntax.parent(stmt.node)
        if parent is not None and parent.type == "statement_list" and stmt.node.type not in _NOT_COUNTED:
            spans.append((stmt.start, stmt.start, f"{mark}({stmt.lineno}); "))
    for function in source.syntax.of_type(*FUNCTIONS):
        body = function.child_by_field_name("body")
        if body is not None:
            start = source.span(body)[0] + 1
            spans.append((start, start, f" {mark}({int(function.start_point[0]) + 1}); "))
    head = next(iter(source.syntax.of_type("package_clause")), None)
    if not spans or head is None:
        return None
    end = source.span(head)[1]
    spans.append((end, end, f'; import testfixOS{number} "os"; import testfixText{number} "strconv"'))
    return apply_spans(source.text, spans) + _recorder(mark, number, record, source.text.count("\n") + 2)


def _recorder(mark: str, number: int, record: str, lines: int) -> str:
    return (
        f"\nvar {mark}s [{lines}]bool\n\nfunc {mark}(line int) {{\n\tif {mark}s[line] {{\n\t\treturn\n\t}}\n"
        f"\t{mark}s[line] = true\n"
        f"\tfile, err := testfixOS{number}.OpenFile({json.dumps(record)}, testfixOS{number}.O_APPEND"
        f"|testfixOS{number}.O_CREATE|testfixOS{number}.O_WRONLY, 0644)\n\tif err != nil {{\n\t\treturn\n\t}}\n"
        f'\tfile.WriteString("{number}:" + testfixText{number}.Itoa(line) + "\\n")\n\tfile.Close()\n}}\n'
    )
