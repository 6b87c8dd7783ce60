from path_sums import Node, largest_sum, leaf_paths, paths_with_sum

TREE = Node(5, Node(4, Node(11)), Node(8, Node(3), Node(7)))


def test_empty():
    assert leaf_paths(None) == []
    assert largest_sum(None) == 0


def test_leaf():
    assert leaf_paths(Node(1)) == [[1]]


def test_line():
    assert leaf_paths(Node(1, Node(2, None, Node(3)))) == [[1, 2, 3]]


def test_all_paths():
    assert leaf_paths(TREE) == [[5, 4, 11], [5, 8, 3], [5, 8, 7]]


def test_sum_of_the_first():
    assert paths_with_sum(Node(1, Node(2), Node(9)), 3) == [[1, 2]]


def test_equal_sums():
    assert paths_with_sum(TREE, 20) == [[5, 4, 11], [5, 8, 7]]


def test_no_such_sum():
    assert paths_with_sum(TREE, 9) == []


def test_largest():
    assert largest_sum(Node(2, Node(7), Node(4))) == 9


def test_largest_of_line():
    assert largest_sum(Node(-3, Node(-4))) == -7
