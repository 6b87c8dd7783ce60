from task_columns import columns, summary


def task(title, status=None):
    return {"title": title, "status": status} if status else {"title": title}


def test_no_tasks():
    assert columns([], ["todo", "done"]) == {"todo": [], "done": []}


def test_order_of_columns():
    assert list(columns([task("a", "done")], ["todo", "doing", "done"])) == ["todo", "doing", "done"]


def test_one_column():
    assert columns([task("a", "todo"), task("b", "todo")], ["todo"]) == {"todo": ["a", "b"]}


def test_two_columns():
    tasks = [task("a", "todo"), task("b", "done"), task("c", "todo")]
    assert columns(tasks, ["todo", "done"]) == {"todo": ["a", "c"], "done": ["b"]}


def test_unknown_status():
    assert columns([task("a", "lost"), task("b")], ["todo"]) == {"todo": [], "other": ["a", "b"]}


def test_summary():
    tasks = [task("a", "todo"), task("b", "done"), task("c", "todo")]
    assert summary(tasks, ["todo", "doing", "done"]) == "todo: 2, done: 1"


def test_empty_summary():
    assert summary([], ["todo"]) == ""
