"""Patches that do more than the tests ask for: what is made of them."""

import ast

import pytest

from testfix_pipeline.repair.engine import _best_first
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence
from testfix_pipeline.repair.languages.python.overfitting.guessed_conditions import count_constant_conditions
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.evidence import Evidence
from testfix_pipeline.repair.ranking.overfitting import signs
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


def test_a_patch_of_which_a_part_does_as_much_is_not_listed() -> None:
    listed = rank_patches([found(BOTH), found(COPY)], Evidence(FailureEvidence()))
    assert [one.fingerprint for one in listed] == [COPY.fingerprint]


@pytest.mark.parametrize("part", [found(COPY, "partial", "a"), found(COPY, "plausible", "a")])
def test_a_patch_that_repairs_more_than_its_part_is_listed(part: PlausiblePatch) -> None:
    listed = rank_patches([found(BOTH), part], Evidence(FailureEvidence()))
    assert BOTH.fingerprint in [one.fingerprint for one in listed]


def test_nothing_beyond_a_part_is_listed_where_a_patch_of_the_search_is_a_part_of_it() -> None:
    (whole,), (beyond,) = (rank_patches([found(one)], Evidence(FailureEvidence())) for one in (COPY, BOTH))
    assert _best_first([whole], [beyond]) == [whole]
    assert beyond in _best_first([], [beyond])


def test_a_loop_variable_that_a_patch_leaves_unread_is_a_sign() -> None:
    code = b"def f(rules):\n    return {name: check(name, rule) for name, rule in rules.items()}\n"
    source = SourceFile("m.py", code)
    start = source.text.index("rule)")
    edit = Edit("m.py", start, start + 4, "rules", "variable", 0.5, 2)
    assert signs(Candidate.single(source, edit, 1.0, "test"), FailureEvidence()).newly_unused == 1


CHAIN = """\
def parts(path):
    found = []
    for part in path.split("/"):
        if part != "..":
            found.append(part)
        elif {}:
            found.pop()
    return found
"""


@pytest.mark.parametrize(("text", "times"), [('".."', 0), ('"src"', 1)])
def test_a_text_that_the_function_asks_for_already_is_no_guess(text: str, times: int) -> None:
    before, after = (ast.parse(CHAIN.format(one)) for one in ("found", f"found and found[-1] != {text}"))
    assert count_constant_conditions(before, after) == times
