from tree import Folder, draw


def test_single():
    assert draw(Folder("a").add("b", 1)) == ["a/ (1)", "`-- b (1)"]


def test_last_folder():
    assert draw(Folder("a").add("b/c/d", 1)) == ["a/ (1)", "`-- b/ (1)", "    `-- c/ (1)", "        `-- d (1)"]


def test_three():
    assert draw(Folder("a").add("x", 1).add("y", 2).add("z", 3))[1:] == ["|-- x (1)", "|-- y (2)", "`-- z (3)"]
