"""The algorithms under the undo of changes: delta debugging, bisection, lines of one text in another."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.repair.history.regression import State, find_breaking_changes, minimise
from testfix_pipeline.repair.history.undo import edits_in_line, edits_to_text, lines_of
from testfix_pipeline.repair.languages.python.analysis.edit import apply_spans
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.line_diff import LineMap, align_lines


@given(st.sets(st.integers(0, 30)), st.integers(31, 40))
def test_nothing_can_be_left_out_of_what_is_left(needed: set[int], size: int) -> None:
    left = minimise(range(size), lambda part: needed <= set(part))
    assert set(left) == needed or (not needed and len(left) == 1)


@given(st.integers(1, 40), st.data())
def test_the_first_bad_change_is_found_with_few_runs(changes: int, data: st.DataObject) -> None:
    culprit = data.draw(st.integers(0, changes - 1))
    runs = []

    def state(index: int) -> State:
        runs.append(index)
        return "pass" if index >= culprit else "fail"

    assert find_breaking_changes(changes, state) == (culprit, culprit)
    assert len(runs) == len(set(runs)) <= 13


@given(st.integers(1, 20), st.data())
def test_states_that_cannot_be_run_widen_the_answer(changes: int, data: st.DataObject) -> None:
    culprit = data.draw(st.integers(0, changes - 1))
    dark = data.draw(st.sets(st.integers(0, changes - 1)))

    def state(index: int) -> State:
        return "unknown" if index in dark else "pass" if index >= culprit else "fail"

    found = find_breaking_changes(changes, state)
    if found is None:
        assert all(index in dark for index in range(changes - 1, changes))
    else:
        newest, oldest = found
        assert newest <= culprit <= oldest and set(range(newest, oldest)) <= dark


def test_code_that_never_passed_has_no_bad_change() -> None:
    assert find_breaking_changes(9, lambda index: "fail") is None


TEXT = st.lists(st.sampled_from(["a = 1", "b = 2", "", "if c:", "    d()", "e"]), max_size=12)


@given(TEXT, TEXT, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
def test_a_difference_makes_the_one_text_the_other(
    one: list[str], other: list[str], newline: str, one_ends: bool, other_ends: bool
) -> None:
    now = newline.join(one) + (newline if one_ends else "")
    then = "\n".join(other) + ("\n" if other_ends else "")
    source = SourceFile.__new__(SourceFile)
    source.path, source.text, source.newline = "m.py", now, "\r\n" if "\r\n" in now else "\n"
    source.line_starts = [0, *(n + 1 for n, letter in enumerate(now) if letter == "\n")]
    spans = [span for edit in edits_to_text(source, then) for span in edit.spans]
    assert lines_of(apply_spans(now, spans)) == lines_of(then)


@pytest.mark.parametrize(
    ("earlier", "later", "lines", "place"),
    [
        ("abcd", "abcd", (1, 2), (1, 2, True)),
        ("abcd", "xabcd", (1, 2), (2, 3, True)),
        ("abcd", "abxcd", (2, 2), (2, 2, False)),
        ("abcd", "abcd", (2, 2), (2, 2, True)),
        ("abcd", "ayyd", (1, 3), (1, 3, False)),
        ("abcd", "cdab", (2, 2), (4, 4, False)),
        ("abcd", "xyz", (1, 2), None),
    ],
)
def test_where_lines_lie_now(
    earlier: str, later: str, lines: tuple[int, int], place: tuple[int, int, bool] | None
) -> None:
    assert LineMap(list(earlier), list(later)).place(*lines) == place


def pairs(one: Sequence[str], other: Sequence[str]) -> list[tuple[Sequence[str], Sequence[str]]]:
    return [(one[h.start : h.end], other[h.other_start : h.other_end]) for h in align_lines(one, other)]


def test_a_changed_line_is_distinguished_from_lines_that_came_and_went() -> None:
    one = ["total = count(rows)", "return total"]
    other = ["if not rows:", "    return 0", "total = count(rows, 1)", "return total"]
    assert pairs(one, other) == [([], other[:2]), ([one[0]], [other[2]])]


def test_the_changes_of_a_line_one_by_one() -> None:
    assert list(edits_in_line("return a + f(b)", "return a - f(b, c)")) == [(9, 10, "-"), (14, 14, ", c")]
