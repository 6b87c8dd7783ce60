from tree_diameter import diameter, tree


def chain(length):
    return "x" if length == 1 else ("x", [chain(length - 1)])


def test_falling_children():
    assert diameter(tree(("r", [chain(5), chain(3), chain(2)]))) == 8


def test_any_order():
    for lengths in [(2, 4, 3), (4, 2, 3), (3, 4, 2), (3, 2, 4)]:
        assert diameter(tree(("r", [chain(n) for n in lengths]))) == 7


def test_equal_children():
    assert diameter(tree(("r", [chain(3), chain(3), chain(3)]))) == 6


def test_inside_a_child():
    assert diameter(tree(("r", ["x", ("s", [chain(4), chain(4)])]))) == 8


def test_one_edge():
    assert diameter(tree(("r", ["x"]))) == 1
