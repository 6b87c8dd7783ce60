"""A suspicious statement of a file that is read by tree-sitter, with what producers look at."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import line, text
from testfix_pipeline.repair.languages.tree_sitter.forms import Forms
from testfix_pipeline.repair.languages.tree_sitter.source import TreeSource, TreeStatement
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_text import SourceText

_MOST_INNER = 6


def _between(statement: str) -> str:
    """What stands between a statement and another one on the same line."""
    return " " if statement.endswith((";", "}")) else "; "


@dataclass(frozen=True)
class TreeTarget:
    """See `EditSite` of the language seam."""

    source: TreeSource
    stmt: TreeStatement
    failure_evidence: FailureEvidence
    project: Sequence[SourceText] = ()

    @cached_property
    def inner(self) -> list[TreeTarget]:
        """The statements in blocks on the same line."""
        return [replace(self, stmt=one) for one in self.source.inner_statements(self.stmt)[:_MOST_INNER]]

    @property
    def role(self) -> str:
        """What kind of statement it is, as tree-sitter names it."""
        return str(self.stmt.node.type)

    @property
    def forms(self) -> Forms:
        """How the language names what edits look for."""
        return self.source.forms

    @abstractmethod
    def bound_names(self, scope: Node, skip_functions: bool = False) -> list[str]:
        """The variables that a function, or the file, declares."""

    def may_count(self, node: Node) -> bool:
        """Whether an expression may be a number, as far as the language knows types."""
        return True

    def repeats_itself(self, statement: Node) -> bool:
        """Whether a statement of another method, put in here, would have the method around call itself."""
        return False

    def asks(self, node: Node) -> tuple[str, ...]:
        """What a condition may ask of an expression, behind it."""
        return self.forms.questions

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

    def nearest(self, *types: str) -> list[Node]:
        """The nodes of the file of some types, the nearest first."""
        return self.by_distance(self.source.syntax.of_type(*types))

    def by_distance(self, nodes: Iterable[Node]) -> list[Node]:
        """Nodes of the file by how many lines they begin from the statement."""
        return sorted(nodes, key=lambda one: abs(line(one) - self.stmt.lineno))

    def edit(self, node: Node, replacement: str, kind: str, prior: float, *more: tuple[Node, str]) -> Edit:
        """Replaces a node, and further ones at once."""
        spans = tuple((*self.source.span(other), new) for other, new in more)
        return self.replace(*self.source.span(node), replacement, kind, prior, spans)

    def insert(self, node: Node, before: str, behind: str, kind: str, prior: float) -> Edit:
        """Puts text in front of a node and behind it."""
        start, end = self.source.span(node)
        return self.replace(start, end, before + self.source.text[start:end] + behind, kind, prior)

    def insert_line(self, node: Node, line: str, kind: str, prior: float, *, behind: bool = False) -> Edit:
        """Puts a line of its own in front of a node, or behind it, with the same indentation.

        In a block that stands on one line it becomes a part of that line.
        """
        start, end = self.source.span(node)
        indent, newline = self.indent_at(start), self.source.newline
        if self.source.text[self.source.line_starts[self.source.line_at(start) - 1] : start].strip():
            if behind:
                return self.replace(end, end, f"{_between(text(node))}{line}", kind, prior)
            return self.replace(start, start, f"{line}{_between(line)}", kind, prior)
        if behind:
            return self.replace(end, end, f"{newline}{indent}{line}", kind, prior)
        return self.replace(start, start, f"{line}{newline}{indent}", kind, prior)

    def indent_at(self, offset: int) -> str:
        """The white space that the line of an offset begins with."""
        line = self.source.line_text(self.source.line_at(offset))
        return line[: len(line) - len(line.lstrip())]

    def replace(
        self, start: int, end: int, new: str, kind: str, prior: float, more: tuple[tuple[int, int, str], ...] = ()
    ) -> Edit:
        """Replaces a span of the text, and further ones at once."""
        line = self.source.line_at(start)
        return Edit(self.source.path, start, end, new, kind, prior, line, more=more)

    @cached_property
    def _functions(self) -> list[Node]:
        """The functions around the statement, the innermost first."""
        around = (self.stmt.node, *self.source.syntax.above(self.stmt.node))
        return [node for node in around if node.type in self.forms.functions]

    @property
    def function(self) -> Node | None:
        """The innermost function around the statement."""
        return self._functions[0] if self._functions else None

    @cached_property
    def names(self) -> list[str]:
        """Names of variables that may be read here: those bound in functions around, the nearest last bound first."""
        return list(dict.fromkeys((*self.local_names, *self.bound_names(self.source.syntax.root, True))))

    @cached_property
    def local_names(self) -> list[str]:
        """Variables of the functions around, without those of the file."""
        return list(dict.fromkeys(name for scope in self._functions for name in self.bound_names(scope)))

    @cached_property
    def file_names(self) -> frozenset[str]:
        """The variables that the file reads, and `this`."""
        return frozenset({"this", *(text(one) for one in self.source.syntax.of_type("identifier"))})

    @cached_property
    def leaving(self) -> list[Node]:
        """The statements of the file that leave a function, those of one line."""
        found = self.source.syntax.of_type(*self.forms.leaving)
        return [one for one in found if one.start_point[0] == one.end_point[0]]
