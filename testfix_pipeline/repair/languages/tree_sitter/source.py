"""A source file that is read by tree-sitter: its statements and functions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, first_error
from testfix_pipeline.repair.languages.tree_sitter.forms import Forms
from testfix_pipeline.repair.model.source_text import Owner, SourceText


@dataclass(frozen=True)
class TreeStatement:
    """A statement. `start`: where it begins in the text; own_end: the last line of its own code, without blocks."""

    lineno: int
    end_lineno: int
    start: int
    own_end: int
    node: Node = field(compare=False, repr=False)


@dataclass(frozen=True)
class TreeFunction:
    """A function, method or named function expression. `node`: the statement that it begins in."""

    name: str
    qualname: str
    node: TreeStatement
    body: Node = field(compare=False, repr=False)
    owner: Owner | None = None


class TreeSource(SourceText):
    """Raises SyntaxError where the file does not parse."""

    forms: ClassVar[Forms]

    def __init__(self, path: str, raw: bytes, absent: bool = False) -> None:
        super().__init__(path, raw, absent)
        self._bytes = self.text.encode("utf-8", "surrogatepass")
        self.syntax = self._parse(path, self._bytes)
        if (error := first_error(self.syntax.root)) is not None:
            raise SyntaxError(f"{path}:{error.start_point[0] + 1} does not parse")

    @abstractmethod
    def _parse(self, path: str, raw: bytes) -> SyntaxNodes:
        """The tree of a file, which may have errors."""

    @abstractmethod
    def _name(self, node: Node) -> str:
        """The name of a function or class."""

    def span(self, node: Node) -> tuple[int, int]:
        """Where a node stands in the text, in characters."""
        if len(self._bytes) == len(self.text):
            return node.start_byte, node.end_byte
        start = len(self._bytes[: node.start_byte].decode("utf-8", "surrogatepass"))
        return start, start + len(self._bytes[node.start_byte : node.end_byte].decode("utf-8", "surrogatepass"))

    def is_statement(self, node: Node) -> bool:
        """Whether a node is a statement."""
        return node.type in self.forms.simple or node.type in self.forms.compound

    @cached_property
    def _all(self) -> list[TreeStatement]:
        """All statements, outer ones before those inside of them."""
        return [self._statement(node) for node in self.syntax.nodes if self.is_statement(node)]

    def _statement(self, node: Node) -> TreeStatement:
        first, last = node.start_point[0] + 1, node.end_point[0] + 1
        return TreeStatement(first, last, self.span(node)[0], self._own_end(node), node)

    def inner_statements(self, stmt: TreeStatement) -> list[TreeStatement]:
        """The statements in blocks on the one line that a statement begins on: they have no line of theirs."""
        found, pending = [], [stmt.node]
        while pending:
            node = pending.pop()
            inside = [one for one in node.children if one.start_point[0] == stmt.node.start_point[0]]
            found += [one for one in inside if node.type in self.forms.blocks and self.is_statement(one)]
            pending += inside
        return [self._statement(one) for one in found]

    @cached_property
    def statements(self) -> Mapping[int, TreeStatement]:
        found: dict[int, TreeStatement] = {}
        for stmt in self._all:
            known = found.get(stmt.lineno)
            outer = known if known is not None and known.lineno == stmt.lineno else None
            for line in range(stmt.lineno, stmt.own_end + 1):
                found[line] = outer or stmt
        return found

    @cached_property
    def _known(self) -> frozenset[TreeStatement]:
        return frozenset(self.statements.values())

    @cached_property
    def _inside(self) -> Mapping[TreeStatement, Sequence[Sequence[TreeStatement]]]:
        """The statement lists directly under each statement."""
        by_node = {stmt.node.id: stmt for stmt in self._known}
        lists: dict[TreeStatement, dict[int, list[TreeStatement]]] = {}
        for stmt in sorted(self._known, key=lambda one: one.start):
            above = list(self.syntax.above(stmt.node))
            holder = next((by_node[node.id] for node in above if node.id in by_node), None)
            if holder is not None:
                lists.setdefault(holder, {}).setdefault(above[0].id, []).append(stmt)
        return {stmt: list(found.values()) for stmt, found in lists.items()}

    def blocks(self, stmt: TreeStatement) -> Sequence[Sequence[TreeStatement]]:
        return self._inside.get(stmt, ())

    def lines_of(self, stmt: TreeStatement) -> range:
        return range(stmt.lineno, stmt.own_end + 1)

    def roles(self, stmt: TreeStatement) -> Collection[str]:
        return (self.forms.roles or {}).get(stmt.node.type, ())

    @cached_property
    def functions(self) -> Sequence[TreeFunction]:
        found = []
        for node in self.syntax.of_type(*self.forms.functions):
            body, stmt = node.child_by_field_name("body"), self.statements.get(node.start_point[0] + 1)
            if body is not None and stmt is not None:
                name = self._name(node)
                found.append(TreeFunction(name, ".".join([*self._names_around(node), name]), stmt, body))
        return found

    def _names_around(self, node: Node) -> list[str]:
        around = [one for one in self.syntax.above(node) if one.type in (*self.forms.functions, *self.forms.classes)]
        return [self._name(one) for one in reversed(around)]

    def function_of(self, stmt: TreeStatement) -> TreeFunction | None:
        at = stmt.node.start_byte
        around = [one for one in self.functions if one.body.start_byte <= at < one.body.end_byte]
        inside = [one for one in around if one.node != stmt]
        return inside[-1] if inside else None

    def holder(self, stmt: TreeStatement) -> TreeFunction | None:
        return next((one for one in self.functions if one.node == stmt), None) or self.function_of(stmt)

    def own_nodes(self, stmt: TreeStatement) -> Iterator[Node]:
        """The nodes of a statement, without those of statements that begin on lines of their own."""
        pending = [stmt.node]
        while pending:
            node = pending.pop()
            yield node
            for child in reversed(node.children):
                other = self.statements.get(child.start_point[0] + 1)
                if other == stmt or not self.is_statement(child):
                    pending.append(child)

    def _own_end(self, node: Node) -> int:
        """The last line of a statement's own code: a compound one ends where its block begins."""
        if node.type in self.forms.simple:
            return int(node.end_point[0]) + 1
        blocks = [one for one in node.children if one.type in self.forms.bodies]
        blocks += [one for one in node.named_children if self.is_statement(one)]
        first = min(blocks, key=lambda one: one.start_byte, default=None)
        if first is None:
            return int(node.end_point[0]) + 1
        return max(int(node.start_point[0]), int(first.start_point[0]) - self.is_statement(first)) + 1
