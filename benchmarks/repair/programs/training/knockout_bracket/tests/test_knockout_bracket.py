import pytest
from knockout_bracket import Bracket, bracket_size, first_round, seed_order


def test_order_small():
    assert seed_order(1) == [1]
    assert seed_order(2) == [1, 2]


def test_order_four():
    assert seed_order(4) == [1, 4, 2, 3]


def test_order_bad():
    with pytest.raises(ValueError):
        seed_order(6)


def test_size():
    assert [bracket_size(n) for n in (1, 2, 3, 5, 8, 9)] == [1, 2, 4, 8, 8, 16]


def test_two_players():
    assert first_round(["a", "b"]) == [("a", "b")]
    assert Bracket(["a", "b"], max).run() == "b"


def test_byes():
    assert first_round(["a", "b", "c"]) == [("a", None), ("b", "c")]


def test_too_few():
    with pytest.raises(ValueError):
        Bracket(["a"], max)


def test_favourites_win():
    b = Bracket(list(range(1, 9)), min)
    assert b.run() == 1
    assert b.eliminated_in(2) == 3


def test_not_played():
    assert Bracket([1, 2], min).eliminated_in(1) is None
