"""A suspicious statement of a JavaScript file with what producers look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, line, text
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource, JsStatement
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_text import SourceText

_MOST_CALLEES, _MOST_NEAR = 8, 8


@dataclass(frozen=True)
class JsTarget:
    """See `EditSite` of the language seam."""

    source: JsSource
    stmt: JsStatement
    failure_evidence: FailureEvidence
    project: Sequence[SourceText] = ()

    @property
    def role(self) -> str:
        """What kind of statement it is, as tree-sitter names it."""
        return str(self.stmt.node.type)

    def crash(self) -> str:
        """The type of the exception that a failing test raised in this very statement, or ""."""
        return self._at(dict(self.failure_evidence.crash_lines))

    def came_through(self) -> str:
        """The type of the exception that a failing test had come through this statement, or ""."""
        return self._at(dict(self.failure_evidence.passed_lines))

    def _at(self, lines: dict[tuple[str, int], str]) -> str:
        here = (lines.get((self.source.path, line), "") for line in self.source.lines_of(self.stmt))
        return next(filter(None, here), "")

    @cached_property
    def nodes(self) -> list[Node]:
        """The nodes of the statement itself."""
        return [node for node in self.source.own_nodes(self.stmt) if node.type != "comment"]

    def of_type(self, *types: str) -> list[Node]:
        """The statement's own nodes of some types."""
        return [node for node in self.nodes if node.type in types]

    def edit(self, node: Node, replacement: str, kind: str, prior: float, *more: tuple[Node, str]) -> Edit:
        """Replaces a node, and further ones at once."""
        spans = tuple((*self.source.span(other), new) for other, new in more)
        return self.replace(*self.source.span(node), replacement, kind, prior, spans)

    def insert(self, node: Node, before: str, behind: str, kind: str, prior: float) -> Edit:
        """Puts text in front of a node and behind it."""
        start, end = self.source.span(node)
        return self.replace(start, end, before + self.source.text[start:end] + behind, kind, prior)

    def insert_line(self, node: Node, line: str, kind: str, prior: float, *, behind: bool = False) -> Edit:
        """Puts a line of its own in front of a node, or behind it, with the same indentation."""
        start, end = self.source.span(node)
        first = self.source.line_starts[self.source.line_at(start) - 1]
        before = self.source.text[first:start]
        indent, newline = before[: len(before) - len(before.lstrip())], self.source.newline
        if behind:
            return self.replace(end, end, f"{newline}{indent}{line}", kind, prior)
        return self.replace(start, start, f"{line}{newline}{indent}", kind, prior)

    def replace(
        self, start: int, end: int, new: str, kind: str, prior: float, more: tuple[tuple[int, int, str], ...] = ()
    ) -> Edit:
        """Replaces a span of the text, and further ones at once."""
        line = self.source.line_at(start)
        return Edit(self.source.path, start, end, new, kind, prior, line, more=more)

    @cached_property
    def function(self) -> Node | None:
        """The innermost function around the statement."""
        around = (self.stmt.node, *self.source.syntax.above(self.stmt.node))
        return next((node for node in around if node.type in FUNCTIONS), None)

    @cached_property
    def names(self) -> list[str]:
        """Names of variables that may be read here: those bound in functions around, the nearest last bound first."""
        found: dict[str, None] = {}
        around = [n for n in (self.stmt.node, *self.source.syntax.above(self.stmt.node)) if n.type in FUNCTIONS]
        for scope in [*around, self.source.syntax.root]:
            inner = scope is self.source.syntax.root
            for name in bound_names(scope, skip_functions=inner):
                found.setdefault(name)
        return list(found)

    @cached_property
    def callees(self) -> list[str]:
        """Functions that the file calls with one argument, the most frequent first."""
        counts: dict[str, int] = {}
        for node in self.source.syntax.of_type("call_expression"):
            function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            if function is None or arguments is None or arguments.named_child_count != 1:
                continue
            if function.type == "identifier" and text(function) not in ("require", "super", *self.local_names):
                counts[text(function)] = counts.get(text(function), 0) + 1
        return sorted(counts, key=lambda name: -counts[name])[:_MOST_CALLEES]

    @cached_property
    def local_names(self) -> list[str]:
        """Variables of the functions around, without those of the file."""
        around = [n for n in (self.stmt.node, *self.source.syntax.above(self.stmt.node)) if n.type in FUNCTIONS]
        return list(dict.fromkeys(name for scope in around for name in bound_names(scope)))

    @cached_property
    def parameters(self) -> list[str]:
        """The parameters of the innermost function."""
        found: dict[str, None] = {}
        node = self.function
        for name in ("parameters", "parameter"):
            _take(found, node.child_by_field_name(name) if node is not None else None)
        return list(found)

    @cached_property
    def file_names(self) -> frozenset[str]:
        """The variables that the file reads, and `this`."""
        return frozenset({"this", *(text(one) for one in self.source.syntax.of_type("identifier"))})

    @cached_property
    def leaving(self) -> list[Node]:
        """The statements of the file that leave a function, those of one line."""
        found = self.source.syntax.of_type("return_statement", "throw_statement")
        return [one for one in found if one.start_point[0] == one.end_point[0]]

    def nearest(self, nodes: Iterable[Node]) -> list[Node]:
        """Nodes of the file by how many lines they begin from the statement."""
        return sorted(nodes, key=lambda one: abs(line(one) - self.stmt.lineno))

    @cached_property
    def properties(self) -> list[str]:
        """Names of properties in the file: the nearest ones, then the most frequent."""
        nodes = self.source.syntax.of_type("property_identifier", "shorthand_property_identifier")
        counts = Counter(map(text, nodes))
        near = list(dict.fromkeys(map(text, self.nearest(nodes))))[:_MOST_NEAR]
        return list(dict.fromkeys((*near, *(name for name, _ in counts.most_common()))))


def bound_names(scope: Node, skip_functions: bool = False) -> list[str]:
    """The variables that a scope declares: parameters, declarations, loop variables."""
    found: dict[str, None] = {}
    pending = list(scope.children)
    while pending:
        node = pending.pop(0)
        if node.type in ("variable_declarator", "function_declaration", "class_declaration"):
            _take(found, node.child_by_field_name("name"))
        elif node.type in ("formal_parameters", "catch_clause"):
            _take(found, node.child_by_field_name("parameter") or node)
        elif node.type == "for_in_statement":
            _take(found, node.child_by_field_name("left"))
        elif node.type == "arrow_function":
            _take(found, node.child_by_field_name("parameter"))
        if not (skip_functions and node.type in FUNCTIONS) and node.type not in FUNCTIONS:
            pending.extend(node.children)
    if scope.type == "arrow_function":
        _take(found, scope.child_by_field_name("parameter"))
    return list(found)


def _take(found: dict[str, None], node: Node | None) -> None:
    for one in descendants(node) if node is not None and node.type != "catch_clause" else ():
        if one.type in ("identifier", "shorthand_property_identifier_pattern"):
            found.setdefault(text(one))
