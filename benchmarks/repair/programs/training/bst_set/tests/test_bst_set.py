import pytest

from bst_set import insert, keys, remove


@pytest.fixture
def tree():
    root = None
    for key in (50, 30, 70, 20, 40, 60, 80):
        root = insert(root, key)
    return root


def test_sorted(tree):
    assert keys(tree) == [20, 30, 40, 50, 60, 70, 80]


def test_inserted_twice(tree):
    assert keys(insert(tree, 40)) == [20, 30, 40, 50, 60, 70, 80]


def test_empty():
    assert keys(None) == []
    assert remove(None, 1) is None


def test_remove_leaf(tree):
    assert keys(remove(tree, 20)) == [30, 40, 50, 60, 70, 80]


def test_remove_with_one_child(tree):
    tree = remove(tree, 80)
    assert keys(remove(tree, 70)) == [20, 30, 40, 50, 60]


def test_remove_inner(tree):
    assert keys(remove(tree, 30)) == [20, 40, 50, 60, 70, 80]


def test_remove_root(tree):
    tree = remove(tree, 50)
    assert keys(tree) == [20, 30, 40, 60, 70, 80]
    assert tree.key == 60


def test_remove_unknown(tree):
    assert len(keys(remove(tree, 55))) == 7
