from itertools import permutations

import pytest

from permutation_rank import permutation, rank


def test_all_of_four():
    assert [permutation("wxyz", n) for n in range(24)] == [list(p) for p in permutations("wxyz")]


def test_ranks_of_four():
    assert [rank(p) for p in permutations("wxyz")] == list(range(24))


@pytest.mark.parametrize("number", [5, 700, 40_000])
def test_there_and_back(number):
    assert rank(permutation(range(9), number)) == number


def test_negative():
    with pytest.raises(IndexError):
        permutation("ab", -1)
