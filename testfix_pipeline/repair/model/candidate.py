"""Candidates: one or more edits, the resulting texts, and the requests to swap them into the running program."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from testfix_pipeline.repair.model.edit import Edit, apply_spans, fingerprint
from testfix_pipeline.repair.model.ids import JOINT, label
from testfix_pipeline.repair.model.source_text import Function, SourceText

_LEAVES = re.compile(r"\b(return|raise|throw|break|continue|goto|panic)\b")


@dataclass(frozen=True)
class Part:
    """The edits of a candidate in one file."""

    source: SourceText
    edits: tuple[Edit, ...]

    @property
    def text(self) -> str:
        """The whole edited text, not cached: thousands are in memory. Raises Overlap if edits overlap."""
        return apply_spans(self.source.text, [span for edit in self.edits for span in edit.spans])

    @property
    def contents(self) -> bytes:
        """The edited file's bytes. Raises Overlap if edits overlap."""
        return self.source.encode(self.text)

    @cached_property
    def lines(self) -> frozenset[int]:
        """The lines of the original text that the edits touch."""
        touched: set[int] = set()
        for start, end, _ in (span for edit in self.edits for span in edit.spans):
            touched.update(range(self.source.line_at(start), self.source.line_at(max(start, end - 1)) + 1))
        return frozenset(touched)

    @cached_property
    def functions(self) -> dict[Function, tuple[Edit, ...]] | None:
        """The edits by the outermost function whose body contains them; None if one is outside of all functions."""
        found: dict[Function, tuple[Edit, ...]] = {}
        for edit in self.edits:
            function = self.source.language.enclosing(self.source, edit.spans)
            if function is None:
                return None
            found[function] = (*found.get(function, ()), edit)
        return found

    def valid(self) -> bool:
        """Whether the edited code still parses and differs from the original in more than layout."""
        try:
            return all(self.source.language.differs(self.source, *one) for one in self.rewritten())
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False

    def replaced(self) -> Iterator[str]:
        """Yields the old and the new texts of its edits."""
        for edit in self.edits:
            for start, end, new in edit.spans:
                yield from (self.source.text[start:end], new)

    def adds_unreachable(self) -> bool:
        """Whether the edited code, which is valid, has new code that no run reaches."""
        return any(self.source.language.adds_unreachable(self.source, *one) for one in self.rewritten())

    def rewritten(self) -> Iterator[tuple[Function | None, str]]:
        """Yields (edited function, its new text), or (None, new text of the whole file)."""
        if self.functions is None:
            yield None, self.text
        for function, edits in (self.functions or {}).items():
            yield function, self.source.language.function_text(self.source, function, edits)

    def changes(self, root: str) -> Iterator[Mapping[str, Any]]:
        """Yields the requests to swap the code of functions in a running process."""
        for function, edits in (self.functions or {}).items():
            yield self.source.language.swap(self.source, function, edits, root)

    def runs_at_import(self, import_lines: Collection[int]) -> bool:
        """Whether edited code already ran while the tests were imported and collected."""
        if self.functions is None:
            return True
        return any(line in import_lines for one in self.functions for line in self.source.body_lines(one))


@dataclass(frozen=True)
class Candidate:
    """A patch to try: parts in one or more files. The search orders it by `score`."""

    parts: tuple[Part, ...]
    score: float
    producer: str

    @classmethod
    def single(cls, source: SourceText, edit: Edit, score: float, producer: str) -> Candidate:
        """A candidate of one edit."""
        return cls((Part(source, (edit,)),), score, producer)

    def joined(self, other: Candidate) -> Candidate:
        """A candidate with the edits of both; edits of one file are in one part."""
        edits: dict[SourceText, tuple[Edit, ...]] = {}
        for part in (*self.parts, *other.parts):
            edits[part.source] = (*edits.get(part.source, ()), *part.edits)
        parts = tuple(Part(source, found) for source, found in edits.items())
        return Candidate(parts, self.score * other.score, "pair")

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits of all files."""
        return tuple(edit for part in self.parts for edit in part.edits)

    @property
    def texts(self) -> dict[str, str]:
        """The new text of every edited file. Raises Overlap."""
        return {part.source.path: part.text for part in self.parts}

    @property
    def contents(self) -> dict[str, bytes]:
        """The new bytes of every edited file. Raises Overlap."""
        return {part.source.path: part.contents for part in self.parts}

    @cached_property
    def fingerprint(self) -> str:
        """A hash of its changes: equal for equal edits, whatever their producer."""
        marks = sorted(fingerprint(part.source, part.edits) for part in self.parts)
        return marks[0] if len(marks) == 1 else hashlib.sha256("".join(marks).encode()).hexdigest()[:20]

    @property
    def kind(self) -> str:
        """The ids of its edits, joined."""
        return JOINT.join(edit.kind for edit in self.edits)

    @property
    def description(self) -> str:
        """Its effect, for people: the labels of its edits with their notes."""
        return "; ".join(f"{label(e.kind)}: {e.note}" if e.note else label(e.kind) for e in self.edits)

    def valid(self) -> bool:
        """Whether all edited files parse and are other programs."""
        return all(part.valid() for part in self.parts)

    def adds_unreachable(self) -> bool:
        """Whether it has new code that no run reaches; old code that a library or the history knows may have some."""
        leaves = any(_LEAVES.search(text) for part in self.parts for text in part.replaced())
        return leaves and any(part.adds_unreachable() for part in self.parts)
