"""Syntax trees by tree-sitter: the nodes of a file with their parents, and the nodes that a patch added."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from tree_sitter import Language, Node, Parser, Tree

# Comments that a compiler or a runner obeys, by their text.
_DIRECTIVE = re.compile(r"^//\s*(go:|export\b|line\b)|\+build|@\w|[Oo]utput:|^//[/!]|^/\*[*!]")
# Between tokens that are distinct without one.
_SPACES = re.compile(r"(?<=[\w)\]'\"`}]) ([.,()\[\]:])|(?<=[(\[.]) ")


class TextChange(NamedTuple):
    """What differs between two texts: from byte `start` on, up to one byte of the old and one of the new text."""

    start: int
    old_end: int
    new_end: int

    @classmethod
    def of(cls, old: bytes, new: bytes) -> TextChange:
        """The smallest part of two texts that differs."""
        start = _alike(old, new)
        end = _alike(old[start:][::-1], new[start:][::-1])
        return cls(start, len(old) - end, len(new) - end)


def _alike(one: bytes, other: bytes) -> int:
    """How many bytes two texts begin with that are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


@dataclass(frozen=True)
class SyntaxNodes:
    """The tree of one file. Text that is not UTF-8 is decoded as Latin-1."""

    tree: Tree
    raw: bytes

    @classmethod
    def of(cls, language: Language, source: str | bytes) -> SyntaxNodes:
        """Parse a file; one with syntax errors has a tree too."""
        raw = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
        return cls(Parser(language).parse(raw), raw)

    def changed(self, source: str) -> tuple[SyntaxNodes, TextChange]:
        """The tree of another version of the file, and what changed. Only that part is parsed: lines are not right."""
        raw = source.encode("utf-8", "surrogatepass")
        change = TextChange.of(self.raw, raw)
        known = self.tree.copy()
        known.edit(
            change.start, change.old_end, change.new_end, (0, change.start), (0, change.old_end), (0, change.new_end)
        )
        return SyntaxNodes(Parser(self.tree.language).parse(raw, known), raw), change

    @property
    def root(self) -> Node:
        """The whole file."""
        return self.tree.root_node

    @cached_property
    def nodes(self) -> list[Node]:
        """All nodes, including unnamed tokens, in the order of the text."""
        found, pending = [], [self.root]
        while pending:
            node = pending.pop()
            found.append(node)
            pending.extend(reversed(node.children))
        return found

    @cached_property
    def _parents(self) -> dict[int, Node]:
        return {child.id: node for node in self.nodes for child in node.children}

    def parent(self, node: Node) -> Node | None:
        """The parent of a node, None for the root."""
        return self._parents.get(node.id)

    def above(self, node: Node) -> Iterator[Node]:
        """Yield the ancestors of a node, innermost first."""
        found = self.parent(node)
        while found is not None:
            yield found
            found = self.parent(found)

    @cached_property
    def _by_type(self) -> Mapping[str, Sequence[tuple[int, Node]]]:
        found: dict[str, list[tuple[int, Node]]] = {}
        for at, node in enumerate(self.nodes):
            found.setdefault(node.type, []).append((at, node))
        return found

    def of_type(self, *types: str) -> list[Node]:
        """All nodes of these types, in the order of the text."""
        found = [pair for one in dict.fromkeys(types) for pair in self._by_type.get(one, ())]
        return [node for _, node in sorted(found, key=itemgetter(0))]

    def same_code(self, node: Node) -> list[Node]:
        """All nodes with the type and the code of a node, itself among them, in the order of the text."""
        code = node.text
        return [one for one in self.of_type(node.type) if one.text == code]


def text(node: Node | None) -> str:
    """The text of a node, "" for None."""
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def field(node: Node | None, name: str) -> Node | None:
    """The child of a node by its field name, None if there is none."""
    return node.child_by_field_name(name) if node is not None else None


def line(node: Node) -> int:
    """The line of a node's start, from 1."""
    return int(node.start_point[0]) + 1


def descendants(node: Node) -> Iterator[Node]:
    """Yield a node and all its descendants."""
    pending = [node]
    while pending:
        one = pending.pop()
        yield one
        pending.extend(reversed(one.children))


def is_inside(node: Node, outer: Node | None) -> bool:
    """Whether a node is another one or a part of it; no node is inside of none."""
    return outer is not None and bool(outer.start_byte <= node.start_byte and node.end_byte <= outer.end_byte)


def bare(code: str) -> str:
    """A statement without its white space and the semicolons at its end: layout makes no two of them differ."""
    return "".join(code.split()).rstrip(";")


def elements(array: Node) -> list[Node | None]:
    """The elements of an array in order; None for a hole, as in `[, 1]`."""
    found: list[Node | None] = []
    open_element = True
    for one in array.children:
        if one.type == ",":
            found += [None] if open_element else []
            open_element = True
        elif one.is_named and one.type != "comment":
            found.append(one)
            open_element = False
    return found


def first_error(root: Node) -> Node | None:
    """The first node that could not be parsed, None if the file is valid."""
    if not root.has_error:
        return None
    return next((node for node in descendants(root) if node.is_error or node.is_missing), root)


def added_lines(old: Iterable[tuple[Node, str]], new: Iterable[tuple[Node, str]]) -> tuple[int, ...]:
    """The lines of nodes that are more frequent in `new` than in `old`, compared by description."""
    allowed = Counter(described for _, described in old)
    lines = set()
    for node, described in new:
        allowed[described] -= 1
        if allowed[described] < 0:
            lines.add(line(node))
    return tuple(sorted(lines))


def one_line_text(node: Node) -> str:
    """The text of a node in one line, the same for moved or re-indented code."""
    return " ".join(text(node).split())


def code_text(node: Node | None, without: Node | None = None) -> str:
    """The tokens of a node in one line, without comments and semicolons, whatever the layout.

    `without` leaves a part of it out.
    """
    if node is None:
        return ""
    found: list[str] = []
    pending = [node]
    while pending:
        one = pending.pop()
        if one.type == "comment" or (without is not None and one.id == without.id):
            continue
        if one.child_count and not _is_verbatim(one):
            pending.extend(reversed(one.children))
        elif (said := text(one).strip()) not in ("", ";"):
            found.append(said)
    return _SPACES.sub(r"\1", " ".join(found))


def tokens(root: Node) -> tuple[str, ...] | None:
    """The tokens of a file with their parents' types; files with equal ones behave the same.

    Layout, comments that no tool obeys, semicolons and last commas are left out. None if it can't be parsed.
    """
    if first_error(root) is not None:
        return None
    found: list[str] = []
    pending = [root]
    while pending:
        one = pending.pop()
        if "comment" in one.type:
            found += [said] if _DIRECTIVE.search(said := text(one).strip()) else []
        elif one.child_count and not _is_verbatim(one):
            found += [f"<{one.type}>"] if one.is_named else []
            pending.extend(reversed(one.children))
        elif _is_verbatim(one) or (text(one).strip() not in ("", ";") and not _is_trailing_comma(one)):
            found.append(text(one))
    return tuple(found)


def _is_verbatim(node: Node) -> bool:
    """Whether whitespace in a node's text is significant."""
    return "string" in node.type or node.type in ("regex", "jsx_text")


def _is_trailing_comma(node: Node) -> bool:
    """Whether a comma stands after the last element of a multi-line list, where it has no effect."""
    before, after = node.prev_sibling, node.next_sibling
    return text(node) == "," and before is not None and before.is_named and text(after) in (")", "]", "}")
