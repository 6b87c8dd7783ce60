import pytest

from routes import Network, NoRoute


@pytest.fixture
def net():
    n = Network()
    n.add_leg("A", "B", 4, both_ways=False)
    n.add_leg("B", "C", 5, both_ways=False)
    n.add_leg("A", "C", 20, both_ways=False)
    return n


def test_same_stop(net):
    assert net.shortest("A", "A") == (0, ["A"])


def test_detour_is_quicker(net):
    assert net.shortest("A", "C") == (9, ["A", "B", "C"])


def test_detour_does_not_overwrite():
    n = Network()
    n.add_leg("A", "B", 1, both_ways=False)
    n.add_leg("A", "C", 6, both_ways=False)
    n.add_leg("B", "C", 5.5, both_ways=False)
    assert n.shortest("A", "C") == (6, ["A", "C"])


def test_expensive_detour_after_cheap():
    n = Network()
    n.add_leg("A", "B", 3, both_ways=False)
    n.add_leg("A", "C", 4, both_ways=False)
    n.add_leg("B", "C", 2, both_ways=False)
    n.add_leg("C", "D", 1, both_ways=False)
    assert n.shortest("A", "D") == (5, ["A", "C", "D"])


def test_no_route(net):
    with pytest.raises(NoRoute):
        net.shortest("C", "A")


def test_unknown(net):
    with pytest.raises(KeyError):
        net.shortest("A", "Z")


def test_negative():
    with pytest.raises(ValueError):
        Network().add_leg("A", "B", -1)


def test_both_ways():
    n = Network()
    n.add_leg("X", "Y", 3)
    assert n.neighbours("Y") == {"X": 3}


def test_reachable(net):
    assert net.reachable("B") == {"B", "C"}
