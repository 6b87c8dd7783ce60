"""The same change at several places: which belong together, and that the search mends what no single edit shows."""

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.repair.alike import MENDING, Alike, changes_of
from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.edit import Edit
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.source import SourceFile


def single(source: SourceFile, start: int, end: int, new: str, score: float = 0.5) -> Candidate:
    edit = Edit(source.path, start, end, new, "test", 0.5, source.line_at(start))
    return Candidate.single(source, edit, score, "test")


def made(code: str, *changes: tuple[str, int, str]) -> set[str]:
    """The texts that come of single edits (old tokens, which of their places, new tokens), in their order."""
    source, alike, found = SourceFile("m.py", code.encode()), Alike(), set()
    for old, which, new in changes:
        at = -1
        for _ in range(which + 1):
            at = code.index(old, at + 1)
        found |= {one.parts[0].text for one in alike.take(single(source, at, at + len(old), new)) if _plain(one)}
    return found


def _plain(candidate: Candidate) -> bool:
    spans = candidate.edits[0].spans
    return all(end <= start for (_, end, _), (start, _, _) in itertools.pairwise(spans))


def test_tokens_put_instead_of_the_same_ones_in_two_functions() -> None:
    code = "def f(a):\n    return left(a)\n\ndef g(b):\n    return 2 * left(b)\n"
    assert made(code, ("left", 0, "right"), ("left", 1, "right")) == {code.replace("left", "right")}
    assert not made(code, ("left", 0, "right"), ("left", 1, "middle"))


def test_the_same_form_around_different_things() -> None:
    code = "def f(a, b):\n    get(a)\n    put(b + 1)\n"
    source, alike = SourceFile("m.py", code.encode()), Alike()
    a, b = code.index("(a)") + 1, code.index("(b + 1)") + 1
    assert not list(alike.take(single(source, a, a + 1, "whole(a)")))
    (both,) = alike.take(single(source, b, b + 5, "whole(b + 1)"))
    assert both.parts[0].text == "def f(a, b):\n    get(whole(a))\n    put(whole(b + 1))\n"


def test_with_one_that_mends_a_part_the_same_elsewhere_comes_at_once() -> None:
    code = "def f(a):\n    return left(a)\n\ndef g(b):\n    left(b)\n\ndef h(c):\n    return not left(c)\n"
    source, alike = SourceFile("m.py", code.encode()), Alike()
    places = [at for at in range(len(code)) if code.startswith("left", at)]
    first, second, third = (single(source, at, at + 4, "right", 0.3) for at in places)
    assert not list(alike.take(first))
    (before,) = alike.take(second)
    (at_once,) = alike.mends(first)
    assert at_once.parts[0].text == before.parts[0].text and at_once.score == MENDING > before.score
    later = [one for one in alike.take(third) if one.score == MENDING]
    assert [one.parts[0].text.count("right") for one in later] == [2]


def test_operators_turned_round_in_opposite_directions() -> None:
    code = "def read(a, b):\n    return a + b\n\ndef write(a, b):\n    return a - b\n"
    assert made(code, ("+", 0, "-"), ("-", 0, "+")) == {
        "def read(a, b):\n    return a - b\n\ndef write(a, b):\n    return a + b\n"
    }


def test_all_of_a_statement_go_with_one_of_another() -> None:
    """`__eq__` says an attribute twice, `__hash__` once."""
    code = (
        "class A:\n    def eq(self, o):\n        return self.x == o.x\n\n"
        "    def hash(self):\n        return hash(self.x)\n"
    )
    found = made(code, ("x", 0, "y"), ("x", 1, "y"), ("x", 2, "y"))
    assert code.replace("x", "y") in found


@given(st.permutations(range(4)))
def test_the_order_in_which_they_are_proposed_does_not_matter_for_all_of_them(order: list[int]) -> None:
    code = "def f(a):\n    u = left(a)\n    v = left(u)\n\ndef g(b):\n    w = left(b)\n    return left(w)\n"
    assert code.replace("left", "right") in made(code, *(("left", which, "right") for which in order))


def test_lines_that_come_or_go_are_no_change_of_tokens() -> None:
    source = SourceFile("m.py", b"def f():\n    a()\n    b()\n")
    begin = source.text.index("    b")
    assert not list(changes_of(source, single(source, begin, begin, "    c()\n").edits[0]))
    assert not list(changes_of(source, single(source, begin, len(source.text), "").edits[0]))


CODE = """\
from bisect import bisect_left, bisect_right


class Bands:
    def __init__(self, bounds):
        self.bounds = sorted(bounds)

    def band(self, value):
        return bisect_left(self.bounds, value)

    def first_in(self, band):
        return self.bounds[band - 1] if band else None

    def inside(self, value, band):
        return bisect_left(self.bounds, value) == band

    def edges(self, value):
        return bisect_left(self.bounds, value), bisect_right(self.bounds, value)
"""
TESTS = """\
from bands import Bands


def test_there_and_back():
    bands = Bands([10, 20])
    for value in (5, 10, 15, 20, 25):
        assert bands.inside(value, bands.band(value))


def test_a_bound_belongs_to_the_band_above():
    bands = Bands([10, 20])
    assert bands.inside(10, bands.band(10)) and bands.first_in(bands.band(10)) == 10


def test_first_in():
    assert [Bands([10, 20]).first_in(band) for band in (None, 0, 1, 2)] == [None, None, 10, 20]


def test_edges():
    assert Bands([10, 20]).edges(10) == (0, 1)
"""


def test_mended_where_neither_place_alone_will_do(
    fix: Callable[..., RepairResult], write: Callable[[Mapping[str, str]], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Going there and back passes with both wrong and fails with one of them right."""
    monkeypatch.setattr("testfix_pipeline.repair.run.pairs", lambda found: iter(()))
    result = fix(write({"bands.py": CODE, "test_bands.py": TESTS}))
    right = CODE.replace("bisect_left(self.bounds, value)\n\n", "bisect_right(self.bounds, value)\n\n", 1)
    right = right.replace("bisect_left(self.bounds, value) ==", "bisect_right(self.bounds, value) ==")
    assert right in {patch.files["bands.py"] for patch in result.patches if patch.complete}
