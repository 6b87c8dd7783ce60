"""A change as the family of edits has it that has the best reasons for it: what each is worth was learned.

The same text may be proposed several times: as an expression that agrees with all passing tests, which says little for
it; as one attribute for another of its kind; as a copy made deeper. Whichever came first, it is judged by the best.
"""

from __future__ import annotations

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits import FAMILIES
from testfix_pipeline.repair.localise import Suspect
from testfix_pipeline.repair.search import Space, propose
from testfix_pipeline.repair.synthesis.rebuilding import KIND, KIND_OF_CONDITION
from testfix_pipeline.repair.trust import trust

MOST_BESIDE = 60
"""So many small edits are tried at the place of a patch before the search goes on there."""


class KnownEdits:
    """The edits of the plain families at places of a space, looked up when a patch there is found."""

    def __init__(self, space: Space, notes: list[str]) -> None:
        self._space, self._notes = space, notes
        self._at: dict[Suspect, dict[str, Candidate]] = {}

    def plainly(self, candidate: Candidate) -> Candidate:
        """The candidate as a family proposes it that has better reasons, with the better of both scores."""
        if len(candidate.edits) > 1:
            return candidate
        for suspect in self._holding(candidate):
            known = self._edits(suspect).get(candidate.fingerprint)
            if known is not None and (is_rebuilt(candidate) or worth(known) > worth(candidate)):
                return Candidate(known.parts, max(candidate.score, known.score), known.family)
        return candidate

    def beside(self, candidate: Candidate) -> list[Candidate]:
        """What plain families propose for the statements that a candidate edits, the likeliest first."""
        every = [one for suspect in self._holding(candidate) for one in self._edits(suspect).values()]
        return sorted(every, key=lambda one: -one.score)[:MOST_BESIDE]

    def _holding(self, candidate: Candidate) -> list[Suspect]:
        """The suspicious statements in which the candidate's edit lies."""
        edit, source = candidate.edits[0], candidate.parts[0].source
        found = []
        for suspect in self._space.suspects:
            stmt = source.statements.get(suspect.line) if suspect.file == edit.file else None
            if stmt is not None and stmt.lineno <= edit.line <= (stmt.end_lineno or stmt.lineno):
                found.append(suspect)
        return found

    def _edits(self, suspect: Suspect) -> dict[str, Candidate]:
        if suspect not in self._at:
            source = self._space.sources.source(suspect.file)
            assert source is not None
            score = self._space.score(suspect)
            every = [
                Candidate.single(source, edit, score * edit.prior, family.id)
                for family in FAMILIES
                if not family.rich
                for edit in propose(self._space, suspect, family, self._notes)
            ]
            self._at[suspect] = {one.fingerprint: one for one in sorted(every, key=worth)}
        return self._at[suspect]


def worth(candidate: Candidate) -> float:
    """What the kind of a change says for it (log odds)."""
    return trust().of_kind(candidate.kind)


def is_rebuilt(candidate: Candidate) -> bool:
    """Whether a candidate was chosen by the values of an expression alone."""
    return candidate.kind in (KIND, KIND_OF_CONDITION)
