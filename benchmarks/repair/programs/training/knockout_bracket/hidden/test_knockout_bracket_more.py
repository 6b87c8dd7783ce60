import pytest
from knockout_bracket import Bracket, first_round, seed_order


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_permutation_and_sums(size):
    order = seed_order(size)
    assert sorted(order) == list(range(1, size + 1))
    assert all(order[i] + order[i + 1] == size + 1 for i in range(0, size, 2))


def test_order_eight():
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_six_players():
    assert first_round("abcdef") == [("a", None), ("d", "e"), ("b", None), ("c", "f")]


def test_rounds_reached():
    b = Bracket(list(range(1, 17)), min)
    b.run()
    assert [b.eliminated_in(p) for p in (1, 2, 3, 4, 5, 8, 9, 16)] == [None, 4, 3, 3, 2, 2, 1, 1]


def test_upset():
    b = Bracket(["a", "b", "c", "d"], lambda x, y: "d" if "d" in (x, y) else min(x, y))
    assert b.run() == "d"
    assert b.eliminated_in("a") == 1
    assert b.eliminated_in("b") == 2


def test_five_players():
    b = Bracket(list(range(1, 6)), max)
    assert b.run() == 5
