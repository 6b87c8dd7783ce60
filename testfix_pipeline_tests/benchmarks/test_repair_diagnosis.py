"""What kind of edit is right, and whether the engine proposes it: mechanical, on small texts and one stored program."""

import json

import pytest

from benchmarks.repair.diagnosis import Goal, covered, said, table
from benchmarks.repair.programs import FOLDER, load
from benchmarks.repair.shapes import shape
from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.edit import Edit
from testfix_pipeline.repair.source import SourceFile

LOOP = "def f(xs, n):\n    '''Doc.'''\n    out = 0\n    for x in xs:\n        out += g(x, n)\n    return out\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    return out\n", "    out = abs(out)\n    return out\n", "insert assign"),
        ("out += g(x, n)", "out -= g(x, n)", "operator in update"),
        ("g(x, n)", "g(x, n - 1)", "expression of 2-4 nodes in argument in update"),
        ("g(x, n)", "g(x, n, xs)", "one more part in argument in update"),
        ("        out += g(x, n)\n", "        if x:\n            out += g(x, n)\n", "replace augassign by if"),
        ("    return out\n", "    if not xs:\n        return 1\n    return out\n", "insert if"),
        ("    out = 0\n    for", "    for", "delete assign"),
        ("Doc.", "Other doc.", "nothing"),
    ],
)
def test_the_kind_of_an_edit_is_its_smallest_difference(old: str, new: str, said: str) -> None:
    assert shape(LOOP, LOOP.replace(old, new)) == said


def test_a_statement_that_changed_its_place_is_moved_and_two_differences_are_two_places() -> None:
    assert shape("a()\nb()\nc = 1\n", "b()\nc = 1\na()\n") == "move expr"
    assert shape("def f(a):\n    b = a\n    return b\n", "def f(a):\n    b = a + 1\n    return b + 2\n") == "2 places"


def test_a_part_of_a_bug_in_several_places_is_told_from_the_whole() -> None:
    program = load(FOLDER / "training" / "shelf_search")
    goal, source = Goal.of(program), SourceFile("shelf.py", (program.root / "shelf.py").read_bytes())
    edits = []
    for one in program.edits:
        start = source.text.index(one.old)
        edits.append(Edit("shelf.py", start, start + len(one.old), one.new, "by hand", 1.0, source.line_at(start)))
    first, second = (Candidate.single(source, edit, 1.0, "test") for edit in edits)
    assert [goal.reached(first), goal.reached(second), goal.reached(first.joined(second))] == [1, 2, 0]
    assert (
        goal.reached(Candidate.single(source, Edit("shelf.py", 0, 0, "x = 1\n", "by hand", 1.0, 1), 1.0, "t")) is None
    )


def test_the_rank_of_the_right_edit_of_a_stored_program_needs_no_candidate_to_be_run() -> None:
    row = covered(load(FOLDER / "training" / "text_columns"), most=60)
    assert row["rank"] is not None and row["rank"] <= 60 and row["kind"]
    assert json.loads(json.dumps(row)) == row
    missed = {**row, "id": "other", "rank": None, "parts": {"1": [3, "constant"]}}
    assert f"rank {row['rank']:5}" in said(row) and "NOT among" in said(missed) and "part 1 at 3" in said(missed)
    assert list(table([row, missed]))[-1].startswith("1 of 2 right edits are in the space")
