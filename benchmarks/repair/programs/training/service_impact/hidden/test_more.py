from service_impact import ServiceMap


def from_edges(*edges):
    m = ServiceMap()
    for user, needed in edges:
        m.add(user, needs=[needed])
    return m


def test_short_cut_beats_long_chain():
    m = from_edges(("z1", "core"), ("z2", "z1"), ("z3", "z2"), ("end", "z3"),
                   ("a", "core"), ("end", "a"), ("after", "end"))
    assert m.impact("core") == {"z1": 1, "a": 1, "z2": 2, "end": 2, "z3": 3, "after": 3}


def test_hop_limit_finds_everything_in_range():
    m = from_edges(("m", "r"), ("n", "m"), ("k", "n"), ("b", "r"), ("k", "b"), ("x", "k"))
    assert m.impact("r", max_hops=3) == {"m": 1, "b": 1, "n": 2, "k": 2, "x": 3}
    assert m.impact("r", max_hops=2) == {"m": 1, "b": 1, "n": 2, "k": 2}


def test_cycle_terminates():
    m = from_edges(("b", "a"), ("c", "b"), ("a", "c"))
    assert m.impact("a") == {"b": 1, "c": 2}
    assert m.requirements("a") == ["b", "c"]


def test_zero_hops():
    m = from_edges(("b", "a"))
    assert m.impact("a", max_hops=0) == {}


def test_limit_on_owners():
    m = ServiceMap()
    m.add("base", owner="o1")
    m.add("p", needs=["base"])
    m.add("y", needs=["base"])
    m.add("q", needs=["y"])
    m.add("t", needs=["q", "p"])
    m.add("last", needs=["t"], owner="o2")
    assert m.owners_to_call("base", max_hops=3) == ["o1", "o2"]
    assert m.owners_to_call("base", max_hops=2) == ["o1"]


def test_ring_of_six_is_measured_both_ways():
    m = ServiceMap()
    for i in range(6):
        m.add(f"n{i}", needs=[f"n{(i + 1) % 6}", f"n{(i - 1) % 6}"])
    assert m.waves("n0") == [["n1", "n5"], ["n2", "n4"], ["n3"]]
