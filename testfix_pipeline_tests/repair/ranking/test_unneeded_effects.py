"""Patches that do more than the tests ask for: what is made of them."""

from testfix_pipeline.repair.engine import _best_first
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.evidence import Evidence
from testfix_pipeline.repair.ranking.patch_ranking import rank_patches

CODE = """\
def step(board):
    following = list(board)
    for row, cells in enumerate(board):
        following[row] = len(cells) == 2
    return following
"""
SOURCE = SourceFile("m.py", CODE.encode())


def single(old: str, new: str) -> Candidate:
    start = SOURCE.text.index(old)
    edit = Edit("m.py", start, start + len(old), new, "constant", 0.5, SOURCE.line_at(start))
    return Candidate.single(SOURCE, edit, 1.0, "test")


COPY = single("list(board)", "board.copy()")
BOTH = COPY.joined(single("== 2", "== 3"))


def found(candidate: Candidate, finding: str = "plausible", *fixes: str) -> PlausiblePatch:
    return PlausiblePatch(candidate, Verdict(finding, frozenset(fixes or ("a", "b"))))  # type: ignore[arg-type]


def test_nothing_beyond_a_part_is_listed_where_a_patch_of_the_search_is_a_part_of_it() -> None:
    (whole,), (beyond,) = (rank_patches([found(one)], Evidence(FailureEvidence())) for one in (COPY, BOTH))
    assert _best_first([whole], [beyond]) == [whole]
    assert beyond in _best_first([], [beyond])
