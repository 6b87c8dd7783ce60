"""How much a patch writes, what it makes alike, and what that counts for."""

import functools

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.code_similarity import more_alike
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.unified_diff import DiffSize, size_of, unified_diff
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.evidence import Evidence, features
from testfix_pipeline.repair.ranking.patch_ranking import rank_patches

BOXES = """\
def touch(a, b):
    beside = a.x + a.width < b.x or b.x + b.width < a.x
    above = a.y + a.height < b.y or b.y + b.height < a.y
    return not beside and not above
"""
LINES = """\
def sizes(old, new):
    first = int(old["before"] or 1)
    second = int(new["after"] or 0)
    return first, second
"""


def change(text: str, *changes: tuple[str, str], kind: str = "compare.operator") -> Candidate:
    source = SourceFile("m.py", text.encode())
    spans = [(text.index(old), text.index(old) + len(old), new) for old, new in changes]
    edits = [Edit("m.py", start, end, new, kind, 0.5, source.line_at(start)) for start, end, new in spans]
    return functools.reduce(Candidate.joined, [Candidate.single(source, edit, 1.0, "test") for edit in edits])


DIFFS = [
    (BOXES, [("a.width < b.x", "a.width <= b.x")], DiffSize(0, 1, 1)),
    (BOXES, [("    return", "    if a is b:\n        return True\n    return")], DiffSize(6, 1, 2)),
    (LINES, [("first, second", "second, first")], DiffSize(0, 0, 1)),
    (LINES, [('int(new["after"] or 0)', "0")], DiffSize(0, 0, 1)),
    (LINES, [('    first = int(old["before"] or 1)\n', "")], DiffSize(0, 0, 0)),
]


@pytest.mark.parametrize(("text", "changes", "size"), DIFFS)
def test_what_a_diff_writes_is_what_it_puts_in_beyond_what_it_takes_out(
    text: str, changes: list[tuple[str, str]], size: DiffSize
) -> None:
    [part] = change(text, *changes).parts
    assert size_of(unified_diff(part.source, part.text)) == size


def test_names_of_files_are_not_what_a_patch_writes() -> None:
    one = "--- a/m.py\n+++ b/m.py\n@@ -1 +1 @@\n-a = 1\n+a = 2\n"
    assert size_of(one) == DiffSize(1, 0, 1)
    assert size_of(one + one.replace("m.py", "other.py").replace("2", "3")) == DiffSize(2, 0, 2)


def test_a_line_that_only_closes_a_block_is_none_that_a_patch_writes() -> None:
    one = "--- a/m.go\n+++ b/m.go\n@@ -1 +1,4 @@\n a := 1\n+if a > b {\n+\ta = b\n+}\n"
    assert size_of(one).lines == 2


def test_one_of_several_that_are_alike_is_not_changed_alone() -> None:
    assert more_alike(change(BOXES, ("a.width < b.x", "a.width <= b.x"))) < 0
    both = [("a.width < b.x", "a.width <= b.x"), ("b.width < a.x", "b.width <= a.x")]
    rest = [("a.height < b.y", "a.height <= b.y"), ("b.height < a.y", "b.height <= a.y")]
    assert more_alike(change(BOXES, *both)) < 0 == more_alike(change(BOXES, *both, *rest))


def test_what_differs_in_a_number_is_made_alike_whatever_the_names() -> None:
    assert more_alike(change(LINES, ("or 1)", "or 0)"))) > 0
    assert more_alike(change(LINES, ('"before"', '"then"'))) == more_alike(change(LINES, ("old[", "new["))) == 0


def test_similarity_is_looked_for_in_the_whole_file() -> None:
    other = BOXES + LINES.replace("or 1", "or 0").replace("sizes", "others")
    with_others = other + LINES
    lost = more_alike(change(with_others, ("or 0)\n    second", "or 2)\n    second")))
    assert lost < more_alike(change(LINES, ("or 0)", "or 2)"))), "the third of its kind has two to be unlike"


def test_what_is_nested_too_deep_says_nothing() -> None:
    deep = LINES + "TOTAL = " + " + ".join(f"{number}" for number in range(700)) + "\n"
    assert more_alike(change(deep, ("or 1)", "or 0)"))) == 0


def found(*candidates: Candidate) -> list[PlausiblePatch]:
    return [PlausiblePatch(one, Verdict("plausible", frozenset({TestId("test_m.py::test")}))) for one in candidates]


def test_of_two_that_please_the_tests_the_one_that_writes_less_comes_first() -> None:
    short = change(LINES, ("or 1)", "or 0)"), kind="guard.return")
    long = change(
        LINES, ("    return", "    if first > second:\n        return second, first\n    return"), kind="guard.return"
    )
    assert [one.fingerprint for one in rank_patches(found(long, short), Evidence())] == [
        short.fingerprint,
        long.fingerprint,
    ]


@pytest.mark.parametrize("kind", ["history.undo", "patch", "patch.varied", "mutable.default"])
def test_the_length_of_what_the_search_did_not_write_says_nothing(kind: str) -> None:
    lines = "".join(f"    line_{number} = {number}\n" for number in range(20))
    sizes = []
    for text in ("    pass\n    return", f"{lines}    return"):
        [one] = found(change(LINES, ("    return", text), kind=kind))
        known = features(one, [one], Evidence())
        sizes.append({name: known[name] for name in ("words in", "signs in", "lines in")})
    assert sizes[0] == sizes[1] == {"words in": 0.0, "signs in": 0.0, "lines in": 0.0}


def test_what_another_place_is_the_model_of_may_differ_from_a_third() -> None:
    seen = {}
    for kind in ("option-taken", "compare.operator"):
        [one] = found(change(BOXES, ("a.width < b.x", "a.width <= b.x"), kind=kind))
        seen[kind] = features(one, [one], Evidence())["more alike"]
    assert seen["option-taken"] == 0.0 > seen["compare.operator"]
