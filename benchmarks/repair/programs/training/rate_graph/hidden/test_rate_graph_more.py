from fractions import Fraction

import pytest
from rate_graph import NoRate, RateGraph


def make(*lines):
    g = RateGraph()
    g.load("\n".join(lines))
    return g


def test_meet_in_middle():
    g = make("A HUB 2", "B HUB 4")
    assert g.rate("A", "B") == Fraction(1, 2)
    assert g.rate("B", "A") == 2


def test_from_hub():
    g = make("HUB A 3", "HUB B 6")
    assert g.path("A", "B") == ["A", "HUB", "B"]
    assert g.convert(300, "A", "B") == 600


def test_redeclare_updates_both():
    g = make("A B 2", "A B 5")
    assert g.rate("B", "A") == Fraction(1, 5)


def test_redeclare_reverse():
    g = make("A B 2", "B A 4")
    assert g.rate("A", "B") == Fraction(1, 4)


def test_disconnected():
    with pytest.raises(NoRate):
        make("A B 1", "C D 1").rate("A", "D")


def test_shortest():
    assert make("A B 1", "B C 1", "C A 2").path("A", "C") == ["A", "C"]


def test_round_trip():
    g = make("A B 0.37", "B C 11")
    assert g.rate("A", "C") * g.rate("C", "A") == 1
