import pytest

from undo_tasks import TaskList


@pytest.fixture
def todo():
    return TaskList(["milk", "bread", "eggs"])


def test_add_and_undo(todo):
    todo.add(" tea ")
    assert todo.titles() == ["milk", "bread", "eggs", "tea"]
    assert todo.undo()
    assert todo.titles() == ["milk", "bread", "eggs"]


def test_nothing_to_undo(todo):
    assert not todo.undo()
    assert not todo.redo()


def test_remove_and_undo(todo):
    todo.remove("bread")
    assert todo.titles() == ["milk", "eggs"]
    todo.undo()
    assert todo.titles() == ["milk", "bread", "eggs"]


def test_redo(todo):
    todo.rename("milk", "oat milk")
    todo.undo()
    assert todo.titles()[0] == "milk"
    assert todo.redo()
    assert todo.titles()[0] == "oat milk"


def test_new_change_drops_redo(todo):
    todo.add("tea")
    todo.undo()
    todo.finish("eggs")
    assert not todo.redo()


def test_move(todo):
    todo.move("eggs", 0)
    assert todo.titles() == ["eggs", "milk", "bread"]


def test_undo_move(todo):
    todo.move("eggs", 0)
    assert todo.undo()
    assert todo.titles() == ["milk", "bread", "eggs"]
    assert not todo.undo()


def test_clear_done(todo):
    todo.finish("milk")
    todo.finish("eggs")
    todo.clear_done()
    assert todo.titles() == ["bread"]
    todo.undo()
    assert todo.titles() == ["milk", "bread", "eggs"]
    assert todo.titles(pending_only=True) == ["bread"]


def test_group_of_changes(todo):
    with todo.group():
        todo.rename("milk", "cream")
        todo.finish("bread")
    todo.undo()
    assert todo.titles(pending_only=True) == ["milk", "bread", "eggs"]


def test_unknown(todo):
    with pytest.raises(KeyError):
        todo.remove("tea")
