from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.progress import (
    ProgressItem,
    Seldom,
    WorkProgress,
    fold,
    iteration_title,
    render_lines,
    render_todo,
)


def test_title() -> None:
    assert (
        iteration_title(2, "IMPL-fix-2", 66.66, "aggressive") == "→ Iteration 2: IMPL-fix-2 (pass: 66.7%, aggressive)"
    )


ITEMS = [
    ProgressItem("Phase 1", "completed"),
    ProgressItem("hidden", "completed", 1),
    ProgressItem("also\nhidden", "completed", 2),
    ProgressItem("Phase 5", "in_progress"),
    ProgressItem("IMPL-001", "skipped", 1),
    ProgressItem("IMPL-002\nfix", "in_progress", 1),
    ProgressItem("→ Iteration 1", "blocked", 2),
    ProgressItem("After", "pending"),
]


def test_ended_phases_fold_on_the_screen_and_running_ones_show() -> None:
    assert render_lines(ITEMS) == [
        "[x] Phase 1",
        "[-] Phase 5",
        "  [x] IMPL-001 (skipped)",
        "  [-] IMPL-002 fix",
        "    [ ] → Iteration 1 (blocked)",
        "[ ] After",
    ]


def test_the_task_list_keeps_every_task_and_iteration() -> None:
    assert render_todo(ITEMS) == (
        "# Tasks\n\n"
        "- [x] Phase 1\n"
        "  - [x] hidden\n"
        "    - [x] also hidden\n"
        "- [-] Phase 5\n"
        "  - [x] IMPL-001 (skipped)\n"
        "  - [-] IMPL-002 fix\n"
        "    - [ ] → Iteration 1 (blocked)\n"
        "- [ ] After\n"
    )
    assert render_todo([], "Nothing") == "# Nothing\n"


STATUSES = st.sampled_from(["pending", "in_progress", "completed", "blocked", "skipped"])


@given(st.lists(st.builds(ProgressItem, st.text(), STATUSES, st.integers(0, 3))))
def test_folding_is_stable_and_keeps_what_is_open_at_the_top(items: list[ProgressItem]) -> None:
    folded = fold(items)
    assert fold(folded) == folded
    assert [item for item in folded if item.level == 0] == [item for item in items if item.level == 0]
    assert len(render_lines(items)) == len(folded)
    assert len(render_todo(items).splitlines()) == (len(items) + 2 if items else 1)


def test_what_is_counted_is_written_down_seldom_and_the_rest_always() -> None:
    seconds = iter([0.0, 5.0, 15.0, 15.0, 29.0, 31.0, 31.0])
    seldom = Seldom(lambda: next(seconds))
    counted = [seldom.is_due(WorkProgress("reading files", number, 9, "a.py").describe()) for number in range(3)]
    assert counted == [False, True, False]
    assert seldom.is_due("asking gemini for WFS-a: iteration 1 of 10")
    assert seldom.is_due("searching: 12 candidates in 31 s; now a.py:3")
