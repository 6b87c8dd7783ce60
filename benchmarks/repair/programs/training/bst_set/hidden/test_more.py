from bst_set import insert, keys, remove


def build(*values):
    root = None
    for value in values:
        root = insert(root, value)
    return root


def test_successor_is_far_down():
    tree = remove(build(5, 2, 20, 15, 30, 12, 13), 5)
    assert keys(tree) == [2, 12, 13, 15, 20, 30]


def test_successor_is_child():
    assert keys(remove(build("m", "c", "t", "z"), "m")) == ["c", "t", "z"]


def test_remove_all():
    tree = build(4, 2, 6, 1, 3, 5, 7)
    for key in (4, 2, 6, 5, 7, 1, 3):
        tree = remove(tree, key)
    assert tree is None


def test_remove_and_insert_again():
    tree = insert(remove(build(4, 2, 6), 4), 4)
    assert keys(tree) == [2, 4, 6]


def test_root_with_one_child():
    assert keys(remove(build(4, 2, 1), 4)) == [1, 2]
