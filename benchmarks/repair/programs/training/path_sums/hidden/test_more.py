from path_sums import Node, largest_sum, leaf_paths, paths_with_sum


def test_two_leaves():
    assert leaf_paths(Node("a", Node("b"), Node("c"))) == [["a", "b"], ["a", "c"]]


def test_deep_left():
    tree = Node(1, Node(2, Node(3), Node(4)), Node(5))
    assert leaf_paths(tree) == [[1, 2, 3], [1, 2, 4], [1, 5]]


def test_sum_on_the_right():
    assert paths_with_sum(Node(1, Node(2), Node(9)), 10) == [[1, 9]]


def test_largest_on_the_left():
    assert largest_sum(Node(10, Node(5), Node(-20))) == 15


def test_negative_sums():
    assert largest_sum(Node(-1, Node(-5), Node(-2))) == -3


def test_only_right():
    assert leaf_paths(Node(1, None, Node(2))) == [[1, 2]]
