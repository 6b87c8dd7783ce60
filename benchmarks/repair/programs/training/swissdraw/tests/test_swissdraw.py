import pytest

from swissdraw import DRAW, LOSS, WIN, PairingError, Tournament


def make(*names):
    tournament = Tournament()
    for i, name in enumerate(names):
        tournament.register(name, 2000 - 10 * i)
    return tournament


def test_first_round_by_rating():
    assert make("ann", "bob", "cy", "dee").next_round() == [("ann", "bob"), ("cy", "dee")]


def test_winners_meet():
    t = make("ann", "bob", "cy", "dee")
    t.next_round()
    t.report("ann", "bob", LOSS)
    t.report("cy", "dee", WIN)
    assert t.next_round() == [("bob", "cy"), ("ann", "dee")]


def test_bye_for_the_lowest():
    t = make("ann", "bob", "cy")
    assert t.next_round() == [("ann", "bob"), ("cy", None)]
    t.report("ann", "bob", WIN)
    assert t.next_round() == [("ann", "cy"), ("bob", None)]


def test_no_repetition():
    t = make("ann", "bob")
    t.next_round()
    t.report("ann", "bob", DRAW)
    with pytest.raises(PairingError):
        t.next_round()


def test_missing_result():
    t = make("ann", "bob", "cy", "dee")
    t.next_round()
    t.report("ann", "bob", DRAW)
    with pytest.raises(PairingError):
        t.next_round()


def test_withdrawal():
    t = make("ann", "bob", "cy", "dee")
    t.next_round()
    t.report("ann", "bob", WIN)
    t.report("cy", "dee", WIN)
    t.withdraw("bob")
    assert t.next_round() == [("ann", "cy"), ("dee", None)]


def test_two_withdrawals():
    t = make("ann", "bob", "cy", "dee")
    t.next_round()
    t.report("ann", "bob", WIN)
    t.report("cy", "dee", WIN)
    t.withdraw("bob")
    t.withdraw("dee")
    assert t.next_round() == [("ann", "cy")]


def test_table():
    t = make("ann", "bob", "cy", "dee")
    t.next_round()
    t.report("ann", "bob", DRAW)
    t.report("cy", "dee", WIN)
    assert t.table() == [
        ("cy", 1.0, 0.0), ("ann", 0.5, 0.5), ("bob", 0.5, 0.5), ("dee", 0.0, 1.0),
    ]


def test_register_twice():
    t = make("ann")
    with pytest.raises(ValueError):
        t.register("ann", 1)
