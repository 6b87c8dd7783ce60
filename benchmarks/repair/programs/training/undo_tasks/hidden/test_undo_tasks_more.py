import pytest

from undo_tasks import TaskList


def make(text="abcde"):
    return TaskList(list(text))


@pytest.mark.parametrize("title, index", [("a", 4), ("e", 0), ("b", 3), ("d", 1), ("c", 2)])
def test_move_undo_redo(title, index):
    todo = make()
    todo.move(title, index)
    moved = todo.titles()
    assert moved.index(title) == index
    todo.undo()
    assert todo.titles() == list("abcde")
    todo.redo()
    assert todo.titles() == moved


def test_same_task_twice_in_group():
    todo = make()
    with todo.group():
        todo.rename("a", "x")
        todo.rename("x", "y")
    assert todo.titles()[0] == "y"
    todo.undo()
    assert todo.titles() == list("abcde")


def test_add_twice_in_group():
    todo = make("a")
    with todo.group():
        todo.add("b")
        todo.add("c")
    todo.undo()
    assert todo.titles() == ["a"]
    todo.redo()
    assert todo.titles() == ["a", "b", "c"]


def test_clear_all_done():
    todo = make()
    for title in "abd":
        todo.finish(title)
    todo.clear_done()
    assert todo.titles() == ["c", "e"]
    todo.undo()
    assert todo.titles() == list("abcde")
    assert todo.titles(pending_only=True) == ["c", "e"]


def test_undo_everything():
    todo = make("abc")
    todo.move("c", 0)
    todo.remove("a")
    todo.add("z")
    todo.move("z", 1)
    while todo.undo():
        pass
    assert todo.titles() == list("abc")
    while todo.redo():
        pass
    assert todo.titles() == ["c", "z", "b"]


def test_empty_group_is_no_step():
    todo = make("ab")
    todo.clear_done()
    assert not todo.undo()


def test_nested_group():
    todo = make("ab")
    with pytest.raises(RuntimeError):
        with todo.group():
            todo.move("b", 0)


def test_failed_group_can_be_undone():
    todo = make("ab")
    with pytest.raises(KeyError):
        with todo.group():
            todo.remove("a")
            todo.remove("b")
            todo.remove("x")
    todo.undo()
    assert todo.titles() == ["a", "b"]


def test_empty_title():
    with pytest.raises(ValueError):
        make().add("   ")
