import pytest

from revisions import NothingToUndo, Revisions


def typed(text, limit):
    doc = Revisions("", limit)
    for index, char in enumerate(text):
        doc.insert(index, char)
    return doc


def test_limit_of_one():
    doc = typed("xyz", 1)
    assert doc.undo_labels() == ["insert 'z'"]
    doc.undo()
    assert doc.text == "xy"
    with pytest.raises(NothingToUndo):
        doc.undo()


@pytest.mark.parametrize("limit", [2, 4, 9])
def test_goes_back_as_far_as_the_limit(limit):
    doc = typed("abcdefghij", limit)
    doc.undo(limit)
    assert doc.text == "abcdefghij"[:-limit]


def test_just_full():
    doc = typed("abcd", 4)
    doc.undo(4)
    assert doc.text == ""


def test_too_many_at_once_changes_nothing():
    doc = typed("abcdef", 2)
    with pytest.raises(NothingToUndo, match="^2 changes"):
        doc.undo(3)
    assert doc.text == "abcdef"


def test_redo_after_overflow():
    doc = typed("abcde", 3)
    doc.undo(3)
    assert doc.text == "ab"
    assert doc.redo() == "insert 'c'"
    assert doc.text == "abc"
    doc.redo(2)
    assert doc.text == "abcde"
    assert doc.undo_labels() == ["insert 'e'", "insert 'd'", "insert 'c'"]


def test_change_after_undo_in_a_full_history():
    doc = typed("abcde", 2)
    doc.undo()
    doc.insert(0, "X")
    doc.insert(0, "Y")
    doc.undo(2)
    assert doc.text == "abcd"
