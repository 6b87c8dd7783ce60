from routes import Network


def build(legs, both=False):
    n = Network()
    for a, b, m in legs:
        n.add_leg(a, b, m, both_ways=both)
    return n


def test_two_way_network_terminates():
    n = build([("A", "B", 7), ("B", "C", 2), ("A", "C", 8)], both=True)
    assert n.shortest("A", "C") == (8, ["A", "C"])
    assert n.shortest("C", "A")[0] == 8


def test_square():
    n = build([("A", "B", 1), ("B", "D", 9), ("A", "C", 5), ("C", "D", 2)])
    assert n.shortest("A", "D") == (7, ["A", "C", "D"])


def test_equal_costs_keep_first():
    n = build([("A", "B", 2), ("A", "C", 4), ("B", "C", 2)])
    assert n.shortest("A", "C")[0] == 4


def test_long_chain_beats_direct():
    n = build([("A", "E", 10), ("A", "B", 2), ("B", "C", 2), ("C", "D", 2), ("D", "E", 2)])
    assert n.shortest("A", "E") == (8, ["A", "B", "C", "D", "E"])


def test_direct_beats_chain():
    n = build([("A", "E", 7), ("A", "B", 2), ("B", "C", 2), ("C", "D", 2), ("D", "E", 2)])
    assert n.shortest("A", "E") == (7, ["A", "E"])
