from longest_dag_path import chain_length, longest_chain


def test_edge_removed():
    graph = {"m": ["n"], "n": ["o"]}
    assert chain_length(graph, "m") == 3
    del graph["n"]
    assert chain_length(graph, "m") == 2


def test_turned_round():
    assert chain_length({10: [11]}, 11) == 1
    assert chain_length({11: [10]}, 11) == 2


def test_own_memo():
    known = {"k": 7}
    assert chain_length({"j": ["k"]}, "j", known) == 8
    assert known == {"k": 7, "j": 8}


def test_two_ways():
    assert longest_chain({"u": ["v", "s"], "v": ["s"], "s": ["t"]}) == 4
