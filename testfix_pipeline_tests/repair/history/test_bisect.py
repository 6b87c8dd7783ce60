"""The algorithms under the undo of changes: delta debugging, bisection, lines of one text in another."""

from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.repair.history.regression import State, find_breaking_changes, minimise


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
