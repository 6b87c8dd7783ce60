from genre_tree import Genre, count, menu


def build():
    root = Genre("root")
    a = root.add("a")
    b = a.add("b")
    b.add("c", hidden=True)
    root.stock("a/b", "one", 1)
    root.stock("a/b", "two", 2, sold_out=True)
    root.stock("a/b/c", "three", 3, sold_out=True)
    root.stock("a/b/c", "four", 4)
    return root


def test_deep():
    root = build()
    assert count(root, sold_out=False) == 1
    assert count(root, sold_out=True) == 2
    assert count(root) == 2


def test_deep_for_staff():
    root = build()
    assert count(root, staff=True, sold_out=False) == 2
    assert count(root, staff=True) == 4


def test_everything_sold_out():
    root = Genre("root")
    root.add("a")
    root.stock("a", "x", 1, sold_out=True)
    assert count(root) == 1
    assert menu(root) == []


def test_menu_counts_at_every_level():
    assert menu(build()) == ["root (1)", "  a (1)", "    b (1)"]
    assert menu(build(), staff=True) == ["root (2)", "  a (2)", "    b (2)", "      c* (1)"]


def test_positional():
    assert count(build(), True, False) == 2
