import pytest

from permutation_rank import permutation, rank


def test_rank_of_the_first():
    assert rank("abc") == 0


def test_rank_of_the_last():
    assert rank("dcba") == 23


def test_rank_inside():
    assert rank([2, 3, 1]) == 3


def test_first():
    assert permutation("cab", 0) == ["a", "b", "c"]


def test_second():
    assert permutation("abc", 1) == ["a", "c", "b"]


def test_inside():
    assert permutation([1, 2, 3], 3) == [2, 3, 1]


def test_last():
    assert permutation("abcd", 23) == ["d", "c", "b", "a"]


def test_too_large():
    with pytest.raises(IndexError):
        permutation("abc", 6)


def test_nothing():
    assert permutation([], 0) == []
