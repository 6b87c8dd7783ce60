import pytest

from congruences import first_at_least, merge, solve


def test_no_congruences():
    assert solve([]) == (0, 1)


def test_single_congruence_is_reduced():
    assert solve([(17, 5)]) == (2, 5)


def test_coprime_moduli():
    assert solve([(2, 3), (3, 5), (2, 7)]) == (23, 105)


def test_contradiction():
    assert merge((1, 4), (2, 6)) is None
    assert solve([(0, 2), (1, 4)]) is None


def test_bad_modulus():
    with pytest.raises(ValueError):
        solve([(1, 0)])


def test_first_at_least():
    assert first_at_least([(1, 3), (2, 5)], 0) == 7
    assert first_at_least([(1, 3), (2, 5)], 8) == 22


def test_shared_factor():
    assert merge((1, 4), (3, 6)) == (9, 12)


def test_repeated_bus_times():
    assert first_at_least([(0, 10), (0, 15)], 31) == 60
