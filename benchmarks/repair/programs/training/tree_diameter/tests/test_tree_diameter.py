from tree_diameter import diameter, tree


def test_single():
    assert diameter(tree("a")) == 0


def test_chain():
    assert diameter(tree(("a", [("b", [("c", ["d"])])]))) == 3


def test_short_then_long():
    assert diameter(tree(("a", ["b", ("c", ["d"])]))) == 3


def test_two_leaves():
    assert diameter(tree(("a", ["b", "c"]))) == 2


def test_long_then_short():
    assert diameter(tree(("a", [("b", ["c"]), "d"]))) == 3


def test_beside_the_root():
    deep = ("b", [("c", [("d", ["e"])]), ("f", [("g", ["h"])])])
    assert diameter(tree(("a", [deep]))) == 6


def test_growing_children():
    assert diameter(tree(("a", ["b", ("c", ["d"]), ("e", [("f", ["g"])])]))) == 5
