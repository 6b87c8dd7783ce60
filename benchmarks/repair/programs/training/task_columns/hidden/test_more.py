from task_columns import columns, summary


def test_empty_column_stays_empty():
    board = columns([{"title": "x", "status": "b"}], "abc")
    assert board == {"a": [], "b": ["x"], "c": []}


def test_other_beside_known():
    tasks = [{"title": "x", "status": "?"}, {"title": "y", "status": "a"}]
    assert columns(tasks, "ab") == {"a": ["y"], "b": [], "other": ["x"]}


def test_summary_with_other():
    tasks = [{"title": "x"}, {"title": "y", "status": "b"}]
    assert summary(tasks, "ab") == "b: 1, other: 1"


def test_boards_are_independent():
    names = ["a"]
    columns([{"title": "x", "status": "a"}], names)
    assert columns([], names) == {"a": []}
