"""Partial patches together with other edits: which partners are tried, and a bug in two places is fixed."""

from collections.abc import Callable, Mapping
from pathlib import Path

from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate

Fixer = Callable[..., RepairResult]
Writer = Callable[[Mapping[str, str]], Path]


def edit(source: SourceFile, old: str, new: str, kind: str, score: float) -> Candidate:
    start = source.text.index(old)
    made = Edit("m.py", start, start + len(old), new, kind, score, source.line_at(start))
    return Candidate.single(source, made, score, "test")


TWO_PLACES = """\
def fitted(width, height, box):
    factor = min(box[0] / width, box[1] / width)
    return round(width * factor), round(height * factor)


def corner(width, height, box):
    wide, high = fitted(width, height, box)
    left = (box[0] - wide) // 2
    return left, (box[0] - high) // 2


def area(width, height):
    return width * height
"""
TESTS = """\
from fit import area, corner, fitted

def test_square():
    assert fitted(10, 10, (5, 5)) == (5, 5)

def test_tall():
    assert fitted(10, 40, (20, 20)) == (5, 20)

def test_corner_of_a_square():
    assert corner(10, 10, (10, 10)) == (0, 0)

def test_corner_of_what_is_tall():
    assert corner(10, 40, (20, 24)) == (7, 0)
    assert corner(10, 10, (20, 24)) == (0, 2)

def test_area():
    assert area(2, 3) == 6
"""


def test_a_bug_in_two_places_is_fixed_while_single_edits_are_still_being_tried(fix: Fixer, write: Writer) -> None:
    root = write({"fit.py": TWO_PLACES, "test_fit.py": TESTS})
    result = fix(root, after_first_seconds=1.0, allowed_lines={"fit.py": {2, 9}})
    assert result.patches and result.patches[0].complete
    text = result.patches[0].contents["fit.py"]
    assert b"box[1] / height" in text
    assert b"(box[1] - high)" in text or b"(box[-1] - high)" in text, "the same of a pair"
    assert result.exhausted == "found" and "pair" in result.tried_kinds


SAME_MISTAKE = """\
class Log:
    def __init__(self, requests, slow_after):
        self.requests = requests
        self.slow_after = slow_after

    def slow(self):
        return [one for one in self.requests if one["took"] >= self.slow_after]

    def quick(self):
        return len(self.requests) - len(self.slow())


def late(requests, log):
    return sum(one["took"] >= log.slow_after for one in requests)
"""
SAME_MISTAKE_TESTS = """\
from log import Log, late

LOG = Log([{"took": 3}, {"took": 5}, {"took": 9}], 5)

def test_slow():
    assert LOG.slow() == [{"took": 9}]

def test_late():
    assert late(LOG.requests, LOG) == 1

def test_none_is_slow():
    assert Log([{"took": 1}], 5).slow() == [] and late([], LOG) == 0
"""


def test_the_same_mistake_in_two_places_is_fixed_in_both(fix: Fixer, write: Writer) -> None:
    best = fix(write({"log.py": SAME_MISTAKE, "test_log.py": SAME_MISTAKE_TESTS})).patches[0]
    assert best.complete and best.files["log.py"].count('"took"] > ') == 2
