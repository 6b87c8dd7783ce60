"""The same change at several places of a file as one candidate, where no one of them alone would show that it is right.

A slip that was made twice often does no good when mended once: what is written and what is read must agree, and a test
that goes there and back passes with both wrong. So single edits that put the same tokens instead of the same ones, put
the same form around something, or exchange two operators for each other are tried together, as they are proposed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from testfix_pipeline.repair.candidate import Candidate, Part
from testfix_pipeline.repair.edits.edit import Edit
from testfix_pipeline.repair.edits.tokens import common_ends, own_span, tokenised
from testfix_pipeline.repair.source import SourceFile

SHARE, OTHERWISE = 0.6, 0.4
"""What the same change at several places is worth against the lesser of its parts; what is the same in the end only."""
UNLIKE = 0.3
"""The share of that which is left where the statements have no word in common."""
MENDING = 1.1
"""The score of the same change at two places where one of them is known to mend a part: before all single edits."""
LEAST = 0.04
"""What is worth less is not kept: a search hardly ever comes to it, and there would be tens of thousands."""
MOST_PLACES = 30
"""Where a change can be made at more places it is hardly one slip; only the likeliest are looked at."""
LONGEST = 200
"""Characters that an edit replaces or puts in, beyond which it is not looked at."""


@dataclass(frozen=True)
class Change:
    """What is done to the code, wherever it is done. way: around (a form like `str ( {} )` put around something),
    instead (tokens for others), to (a name, for whatever it is), turned (operators for each other, `old` for `new`)."""

    way: str
    said: tuple[str, ...]
    old: str = ""


@dataclass(frozen=True)
class Site:
    """A place of a change: where it is (class, function, line), and the words of its statement."""

    candidate: Candidate
    old: str

    @property
    def source(self) -> SourceFile:
        return self.candidate.parts[0].source

    @property
    def stmt(self) -> ast.stmt | None:
        return self.source.statements.get(self.candidate.edits[0].line)

    @cached_property
    def place(self) -> tuple[str, ...]:
        function = self.source.holder(self.stmt) if self.stmt is not None else None
        names = function.qualname.split(".") if function else ()
        return (*names, str(self.stmt.lineno if self.stmt is not None else self.candidate.edits[0].line))

    @cached_property
    def words(self) -> frozenset[str]:
        begin, end = own_span(self.source, self.stmt) if self.stmt is not None else (0, 0)
        return frozenset(re.findall(r"[A-Za-z]+|\d+", self.source.text[begin:end])) - {"self"}


@dataclass
class Alike:
    """The single edits that were proposed so far, by file and change."""

    _sites: dict[tuple[str, str, tuple[str, ...]], list[Site]] = field(default_factory=dict)
    _mending: set[str] = field(default_factory=set)

    def take(self, candidate: Candidate) -> Iterator[Candidate]:
        """Hear of one more candidate; what it makes with those before it (not looked at whether it is code)."""
        if len(candidate.edits) == 1 and not candidate.edits[0].more and SHARE * candidate.score >= LEAST:
            for change in changes_of(candidate.parts[0].source, candidate.edits[0]):
                yield from self._with_others(change, Site(candidate, change.old))

    def mends(self, candidate: Candidate) -> Iterator[Candidate]:
        """Hear that one mends a part of the bug: what it makes with each like it, now at once, and when more come."""
        if len(candidate.edits) > 1 or candidate.edits[0].more:
            return
        self._mending.add(candidate.fingerprint)
        for change in changes_of(candidate.parts[0].source, candidate.edits[0]):
            site = Site(candidate, change.old)
            for one in self._sites.get(_key(change, candidate), ()):
                if _fit(change.way, one, site) and one.candidate.fingerprint != candidate.fingerprint:
                    yield from together([one.candidate, candidate], SHARE, MENDING)

    def _with_others(self, change: Change, site: Site) -> Iterator[Candidate]:
        """With each other one, and all of its statement, of its function, of its class, of the file."""
        before = self._sites.setdefault(_key(change, site.candidate), [])
        if len(before) >= MOST_PLACES:
            return
        fitting = [one for one in before if _fit(change.way, one, site)]
        share = SHARE if change.way == "instead" else OTHERWISE
        for one in fitting:
            worth = MENDING if one.candidate.fingerprint in self._mending else None
            yield from together([one.candidate, site.candidate], share * likeness(one.words, site.words), worth)
        before.append(site)
        for depth, found in _around(site, fitting) if change.way in ("around", "instead") else ():
            for made in together([one.candidate for one in [*found, site]], share):
                yield made
                if depth == len(site.place):
                    before.append(Site(made, site.old))


def _key(change: Change, candidate: Candidate) -> tuple[str, str, tuple[str, ...]]:
    """Equal for what is one change in one file."""
    return candidate.edits[0].file, change.way, change.said


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """From `UNLIKE` to 1, by the share of words that two statements have in common."""
    return UNLIKE + (1 - UNLIKE) * len(one & other) / max(1, min(len(one), len(other)))


def _fit(way: str, one: Site, other: Site) -> bool:
    """Whether two places may be one slip: what only becomes the same name, in one function; operators that are turned
    round, in opposite directions."""
    if way == "to":
        return one.place[:-1] == other.place[:-1]
    return one.old != other.old if way == "turned" else True


def changes_of(source: SourceFile, edit: Edit) -> Iterator[Change]:
    """What an edit does; nothing where it adds lines or takes some away."""
    text = source.text[edit.start : edit.end]
    longest = max(len(text), len(edit.replacement))
    if not text or not edit.replacement or longest > LONGEST or "\n" in text + edit.replacement:
        return
    old, new = ([token.text for token in tokenised(one)] for one in (text, edit.replacement))
    if form := _form(old, new):
        yield Change("around", (form,))
        return
    ahead, behind = common_ends(old, new)
    old, new = old[ahead : len(old) - behind], new[ahead : len(new) - behind]
    if old or new:
        yield Change("instead", (" ".join(old), " ".join(new)))
    if len(old) == len(new) == 1:
        named = new[0].isidentifier()
        yield Change("to", (new[0],)) if named else Change("turned", tuple(sorted([*old, *new])), old[0])


def _form(old: Sequence[str], new: Sequence[str]) -> str:
    """What was put around the tokens, as `str ( {} )`; "" where they are not all there in a row."""
    for at in range(len(new) - len(old) + 1):
        if new[at : at + len(old)] == old and len(new) > len(old):
            return " ".join([*new[:at], "{}", *new[at + len(old) :]])
    return ""


def _around(site: Site, others: Sequence[Site]) -> Iterator[tuple[int, list[Site]]]:
    """Those of the same statement, function and class, and all (depth 0); none twice, and one alone only in the same
    statement. Each place by itself, for what is made of several is among the others."""
    plain, told = [one for one in others if not one.candidate.edits[0].more], 0
    for depth in range(len(site.place), -1, -1):
        found = [one for one in plain if one.place[:depth] == site.place[:depth]]
        if len(found) > told:
            yield depth, found
        told = max(told, len(found), 1)


def together(candidates: Sequence[Candidate], share: float, worth: float | None = None) -> Iterator[Candidate]:
    """All at once as one edit of many spans, worth a share of the least, or `worth`; nothing for too little."""
    least = min(candidates, key=lambda one: one.score)
    worth = share * least.score if worth is None else worth
    if worth < LEAST:
        return
    first = min((one.edits[0] for one in candidates), key=lambda edit: edit.start)
    spans = sorted({span for one in candidates for span in one.edits[0].spans})
    edit = replace(
        first,
        start=spans[0][0],
        end=spans[0][1],
        replacement=spans[0][2],
        more=tuple(spans[1:]),
        prior=share * min(one.edits[0].prior for one in candidates),
        note=f"{first.note} (in {len(spans)} places)",
    )
    yield Candidate((Part(least.parts[0].source, (edit,)),), worth, least.family)
