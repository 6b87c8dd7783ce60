import pytest

from swissdraw import DRAW, WIN, PairingError, Tournament


def make(count):
    t = Tournament()
    for i in range(count):
        t.register("abcdefgh"[i], 2000 - 10 * i)
    return t


def play(t):
    games = t.next_round()
    for first, second in games:
        if second is not None:
            t.report(first, second, WIN)
    return games


def test_withdrawal_before_start_even():
    t = make(4)
    t.withdraw("a")
    assert t.next_round() == [("b", "c"), ("d", None)]


def test_withdrawal_before_start_odd():
    t = make(5)
    t.withdraw("e")
    assert t.next_round() == [("a", "b"), ("c", "d")]


def test_odd_becomes_even_nobody_rests():
    t = make(5)
    assert play(t) == [("a", "b"), ("c", "d"), ("e", None)]
    t.withdraw("d")
    games = t.next_round()
    assert games == [("a", "c"), ("e", "b")]


def test_two_of_five_withdraw():
    t = make(5)
    t.withdraw("d")
    t.withdraw("e")
    assert t.next_round() == [("a", "b"), ("c", None)]


def test_bye_scores():
    t = make(4)
    t.withdraw("a")
    play(t)
    assert {p.name: p.score for p in t.ranking()} == {"a": 0, "b": 2, "c": 0, "d": 2}
    assert [p.name for p in t.ranking() if p.had_bye] == ["d"]


def test_no_second_bye():
    t = make(6)
    t.withdraw("f")
    resting = [play(t)[-1] for _ in range(3)]
    assert all(second is None for _, second in resting)
    assert len({name for name, _ in resting}) == 3


def test_withdrawn_keeps_place():
    t = make(4)
    play(t)
    t.withdraw("a")
    play(t)
    assert ("a", 1.0) in [(name, score) for name, score, _ in t.table()]
    assert len(t.table()) == 4


def test_backtracking():
    t = make(4)
    seen = set()
    for _ in range(3):
        for pair in play(t):
            seen.add(frozenset(pair))
    assert len(seen) == 6
    with pytest.raises(PairingError):
        t.next_round()


def test_everybody_gone():
    t = make(2)
    t.withdraw("a")
    t.withdraw("b")
    assert t.next_round() == []


def test_report_unknown_game():
    t = make(2)
    t.next_round()
    with pytest.raises(ValueError):
        t.report("b", "a", DRAW)
