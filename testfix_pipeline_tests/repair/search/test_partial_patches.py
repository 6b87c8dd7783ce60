"""Partial patches together with other edits: which partners are tried, and a bug in two places is fixed."""

from collections.abc import Callable, Mapping
from pathlib import Path

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.search.partial_patches import MOST_ALIKE, PARTNERS_AT_ONCE, PartialPatches
from testfix_pipeline.repair.search.space import MOST_STARTS, unions_of_partial_patches

Fixer = Callable[..., RepairResult]
Writer = Callable[[Mapping[str, str]], Path]

CODE = """\
def f(box, frame):
    a = box.x + frame.x
    b = box.y + frame.y
    return a, b


def g(n):
    return n
"""


def edit(source: SourceFile, old: str, new: str, kind: str, score: float) -> Candidate:
    start = source.text.index(old)
    made = Edit("m.py", start, start + len(old), new, kind, score, source.line_at(start))
    return Candidate.single(source, made, score, "test")


def partial(*fixes: str) -> Verdict:
    return Verdict("partial", frozenset(map(TestId, fixes)))


def test_partners_of_the_same_kind_and_function_come_first_and_each_once() -> None:
    source = SourceFile("m.py", CODE.encode())
    base = edit(source, "box.x", "box.left", "attribute", 0.5)
    near, kin, far = (
        edit(source, "box.y + frame.y", "box.y - frame.y", "operator", 0.5),
        edit(source, "frame.y", "frame.top", "attribute", 0.5),
        edit(source, "return n", "return -n", "sign", 0.6),
    )
    over = edit(source, "box.x + frame.x", "0", "expression", 0.9)
    patches = PartialPatches([TestId("t1"), TestId("t2")], [over, far, near, kin])
    started = patches.base(base, partial("t1"))
    assert started is not None and started.left == ("t2",)
    pairs = patches.pairs(started)
    assert [pair.edits[1] for pair in pairs] == [kin.edits[0], near.edits[0], far.edits[0]], "what overlaps is left out"
    assert patches.pairs(started) == []


def test_a_partial_patch_waits_for_new_partners() -> None:
    source = SourceFile("m.py", CODE.encode())
    patches = PartialPatches([TestId("t1"), TestId("t2")])
    started = patches.base(edit(source, "box.x", "box.left", "attribute", 0.5), partial("t1"))
    assert started is not None and patches.pairs(started) == []
    patches.waiting.append(started)
    assert patches.with_new_partners() == [], "nothing new was proposed"
    for n in range(PARTNERS_AT_ONCE + 4):
        patches.take(edit(source, "return n", f"return n + {n}", "number", 0.5))
    assert patches.with_new_partners() == [started] and patches.with_new_partners() == []
    assert [len(patches.pairs(started)) for _ in range(3)] == [PARTNERS_AT_ONCE, 4, 0]


def test_patches_that_leave_the_same_tests_make_room_for_others() -> None:
    source = SourceFile("m.py", CODE.encode())
    patches = PartialPatches([TestId("t1"), TestId("t2")])
    started = [
        patches.base(edit(source, "return n", f"return {n}", "number", 0.5), partial(fixed))
        for n, fixed in enumerate(["t1"] * (MOST_ALIKE + 1) + ["t2"])
    ]
    assert [one is not None for one in started] == [True] * MOST_ALIKE + [False, True]


def test_the_newest_partial_patch_is_joined_with_what_fixes_the_rest() -> None:
    source = SourceFile("m.py", CODE.encode())
    better = [
        PlausiblePatch(
            edit(source, "frame.y", f"frame.y{n}", "number", 0.9), Verdict("partial", frozenset({TestId("t1")}))
        )
        for n in range(MOST_STARTS + 2)
    ]
    rest = PlausiblePatch(
        edit(source, "return n", "return -n", "sign", 0.3), Verdict("partial", frozenset({TestId("t2")}))
    )
    newest = PlausiblePatch(
        edit(source, "box.x", "box.left", "attribute", 0.2), Verdict("partial", frozenset({TestId("t1")}))
    )
    joined = next(unions_of_partial_patches([*better, rest, newest]))
    assert {one.kind for one in joined.edits} == {"attribute", "sign"}


def test_what_fixes_everything_is_no_partial_patch() -> None:
    source = SourceFile("m.py", CODE.encode())
    base = edit(source, "box.x", "box.left", "attribute", 0.5)
    assert PartialPatches([TestId("t1")]).base(base, partial("t1")) is None


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
