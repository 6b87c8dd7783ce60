import pytest

from revisions import NothingToRedo, NothingToUndo, Revisions


@pytest.fixture
def doc():
    return Revisions("abc", limit=3)


def test_insert(doc):
    doc.insert(1, "XY")
    assert doc.text == "aXYbc"


def test_insert_outside(doc):
    with pytest.raises(IndexError):
        doc.insert(4, "x")


def test_undo(doc):
    doc.insert(0, "x")
    doc.delete(1, 3)
    assert doc.undo() == "delete 'ab'"
    assert doc.text == "xabc"
    assert doc.undo() == "insert 'x'"
    assert doc.text == "abc"


def test_nothing_to_undo(doc):
    with pytest.raises(NothingToUndo):
        doc.undo()


def test_redo(doc):
    doc.apply("upper case", str.upper)
    doc.undo()
    assert doc.redo() == "upper case"
    assert doc.text == "ABC"


def test_change_clears_redo(doc):
    doc.insert(0, "x")
    doc.undo()
    doc.insert(0, "y")
    with pytest.raises(NothingToRedo):
        doc.redo()


def test_no_change(doc):
    doc.apply("lower case", str.lower)
    assert doc.undo_labels() == []


def test_is_modified(doc):
    doc.insert(3, "d")
    assert doc.is_modified
    doc.save()
    assert not doc.is_modified
    doc.undo()
    assert doc.is_modified


def test_undo_several(doc):
    for part in "de":
        doc.insert(len(doc.text), part)
    assert doc.undo(2) == "insert 'd'"
    assert doc.text == "abc"
    assert doc.redo(2) == "insert 'e'"
    assert doc.text == "abcde"


def test_full_history_undoes_the_last_change(doc):
    for part in "defg":
        doc.insert(len(doc.text), part)
    doc.undo()
    assert doc.text == "abcdef"


def test_oldest_change_is_forgotten(doc):
    for part in "defg":
        doc.insert(len(doc.text), part)
    assert doc.undo_labels() == ["insert 'g'", "insert 'f'", "insert 'e'"]
    doc.undo(3)
    assert doc.text == "abcd"
    with pytest.raises(NothingToUndo):
        doc.undo()


def test_limit():
    with pytest.raises(ValueError):
        Revisions(limit=0)
