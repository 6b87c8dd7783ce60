"""Candidates for a finding of a linter or type checker: edits of its statement, the surest first.

Sure are those that write what the checker names as meant, or what hardly another text could mean: a name that is
spelled almost so, a missing import, `self.`, `await` or `return`. A guard and a conversion are left to a person.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_cache import clear_caches
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.ranking.edit_order import EditOrder
from testfix_pipeline.repair.ranking.naturalness import Naturalness
from testfix_pipeline.repair.search.space import Space, single_edits

NEAR = 0.8  # the similarity of `ad` and `add`
MOST = 1500
"""Edits of a statement that are looked at, which takes about a second."""
_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_QUOTED = re.compile(r"(?:[\"'`‘]|undefined: )((?:this\.|self\.)?[A-Za-z_$][\w$]*)")
_MEANT = re.compile(r"(?:did you mean|maybe)\b", re.I)
_UNKNOWN = re.compile(
    r"not defined|undefined|no attribute|no (?:field|method|member|parameter)\b|cannot find|does not exist|"
    r"unexpected keyword|cannot access attribute|unresolved|unknown",
    re.I,
)
"""How checkers say that there is no such name."""
_UNAWAITED = re.compile(r"Coroutine|Awaitable|Promise|await")
_NO_RETURN = re.compile(r"missing return|must return|lacks ending return|code paths return", re.I)
_NOTHING = re.compile(r"\b(?:None|null|undefined)\b")
_WRONG_TYPE = re.compile(r"incompatible|not assignable|not (?:be )?applied|unsupported", re.I)
_READ = (_UNKNOWN, _MEANT, _UNAWAITED, _NO_RETURN, _NOTHING, _WRONG_TYPE)
_RETURN = re.compile(r"\s*return [\w$]+;?\s*")
UNSURE = 5.0
"""The rank of candidates that a checker accepts although they may behave otherwise than was meant."""


class FindingCandidate(NamedTuple):
    """A candidate for a finding. rank: lower for surer ones, equal for rivals."""

    candidate: Candidate
    rank: float


def finding_candidates(root: Path, file: str, line: int, message: str) -> list[FindingCandidate]:
    """The candidates for what a checker says of a line of a file below `root`, the surest first.

    Empty for a file that no language of the engine reads, and for what is no matter of names or types.
    """
    sources = Sources(root)
    source = sources.source(file) if any(one.search(message) for one in _READ) else None
    stmt = source.statements.get(line) if source is not None else None
    if source is None or stmt is None:
        return []
    blocks = source.blocks(stmt)
    if _NO_RETURN.search(message) and blocks and blocks[-1]:  # checkers name the function's header
        stmt = blocks[-1][-1]
    try:
        found = [*_spellings(sources, source, source.lines_of(source.statements[line]), message)]
        for one in _engine_candidates(sources, source, stmt.lineno, message):
            rank = _rank(one.edits[0], sources, source, message)
            found += [FindingCandidate(one, rank)] if rank is not None else []
    finally:
        clear_caches()
    return sorted(found, key=lambda one: one.rank)


def _spellings(sources: Sources, source: SourceText, lines: range, message: str) -> Iterator[FindingCandidate]:
    """Yields the names that the checker suggests for one that it does not know, and the project's similar ones."""
    said = _MEANT.split(message, maxsplit=1)
    suggested = _QUOTED.findall(said[1]) if len(said) > 1 else []
    words = {word for one in sources.neighbours() for word in _NAME.findall(one.text)}
    for name in dict.fromkeys(_QUOTED.findall(said[0])) if _UNKNOWN.search(message) or suggested else ():
        similar = [one for one in words - {name} if _NUMBER.findall(one) == _NUMBER.findall(name)]
        for new in suggested or difflib.get_close_matches(name, similar, 5, NEAR):
            edit = _renamed(source, lines, name, new)
            if edit is not None and (candidate := Candidate.single(source, edit, 1.0, "checker")).valid():
                yield FindingCandidate(candidate, 0.0 if suggested else 4.0 - edit.prior)


def _renamed(source: SourceText, lines: range, name: str, new: str) -> Edit | None:
    """The edit that replaces the first use of a name in some lines; None if they do not have it."""
    similarity, note = difflib.SequenceMatcher(None, name, new).ratio(), f"`{name}` -> `{new}`"
    for line in lines:
        place = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", source.line_text(line))
        if place is not None:
            start = source.line_starts[line - 1] + place.start()
            return Edit(source.path, start, start + len(name), new, "replace.name", similarity, line, note)
    return None


def _engine_candidates(sources: Sources, source: SourceText, line: int, message: str) -> Iterator[Candidate]:
    """The engine's single edits of the statement at a line, as for a test that fails there."""
    unknown = [f"name '{name}' is not defined" for name in _QUOTED.findall(message) if _UNKNOWN.search(message)]
    error = "NameError" if unknown else "TypeError"
    evidence = FailureEvidence(frozenset({error}), (*unknown, message), crash_lines={(source.path, line): error})
    function = source.function_of(source.statements[line])
    places = [FaultLocation(source.path, line, 1.0, function.qualname if function else "<module>", "message")]
    space = Space(sources, places, evidence, order=EditOrder(Naturalness([source])))
    return itertools.islice(single_edits(space, []), MOST)


def _rank(edit: Edit, sources: Sources, source: SourceText, message: str) -> float | None:
    """How sure an edit of the engine is for what a checker says; None if nothing says that it was meant."""
    old, new = source.text[edit.start : edit.end], edit.replacement
    if edit.more:
        return None
    if edit.kind == "import.added":
        others = [one for one in sources.neighbours() if one is not source]
        return 1.0 if any(new.strip() in one.text.splitlines() for one in others) else 2.0
    is_owned = new in (f"self.{old}", f"cls.{old}", f"this.{old}") and _UNKNOWN.search(message)
    if is_owned or (new.strip("()") == f"await {old}" and _UNAWAITED.search(message)):
        return 2.0
    if not old and _RETURN.fullmatch(new) and _NO_RETURN.search(message):
        return 2.0 - edit.pull  # likelier for a value that nothing else reads
    is_guard = edit.kind.startswith(("insert.guard", "guard")) and _NOTHING.search(message)
    is_conversion = edit.kind.startswith("wrap") and old in new and _WRONG_TYPE.search(message)
    return UNSURE if is_guard or is_conversion else None
