from longest_dag_path import chain_length, first_nodes, longest_chain


def test_empty():
    assert longest_chain({}) == 0


def test_single():
    assert longest_chain({"lone": []}) == 1


def test_diamond():
    assert longest_chain({"top": ["left", "right"], "left": ["bottom"], "right": ["bottom"]}) == 3


def test_chain_length():
    assert chain_length({"p": ["q"], "q": ["r"]}, "q") == 2


def test_first_nodes():
    assert first_nodes({"x": ["y"], "w": ["y"], "y": ["z"]}) == ["w", "x"]


def test_edge_added():
    graph = {1: [2], 2: []}
    assert longest_chain(graph) == 2
    graph[2].append(3)
    assert longest_chain(graph) == 3


def test_two_graphs():
    assert longest_chain({"a": ["b"], "b": ["c"], "c": ["d"]}) == 4
    assert longest_chain({"a": ["b"]}) == 2
