import pytest

from spans import SpanSet


def test_merging():
    assert list(SpanSet([(5, 8), (1, 3), (3, 4), (6, 7)])) == [(1, 4), (5, 8)]


def test_empty_and_reversed():
    assert len(SpanSet([(2, 2)])) == 0
    with pytest.raises(ValueError):
        SpanSet([(3, 2)])


def test_parse():
    assert list(SpanSet.parse("1-3, 7, 8-9,")) == [(1, 4), (7, 10)]


def test_contains_and_size():
    s = SpanSet([(1, 4), (6, 8)])
    assert 1 in s and 4 not in s and 7 in s
    assert s.size == 5


def test_union():
    assert SpanSet([(1, 4)]) | SpanSet([(3, 6)]) == SpanSet([(1, 6)])


def test_intersection():
    assert SpanSet([(1, 4), (6, 9)]) & SpanSet([(3, 7)]) == SpanSet([(3, 4), (6, 7)])


def test_difference_inside():
    assert SpanSet([(0, 10)]) - SpanSet([(3, 5)]) == SpanSet([(0, 3), (5, 10)])


def test_difference_two_cuts():
    assert list(SpanSet([(0, 10)]) - SpanSet([(1, 2), (5, 6)])) == [(0, 1), (2, 5), (6, 10)]


def test_difference_of_several():
    a = SpanSet([(0, 4), (10, 14)])
    assert list(a - SpanSet([(2, 3), (12, 13)])) == [(0, 2), (3, 4), (10, 12), (13, 14)]


def test_gaps():
    assert list(SpanSet([(1, 2), (4, 5), (9, 10)]).gaps()) == [(2, 4), (5, 9)]


def test_symmetric():
    assert SpanSet([(0, 5)]) ^ SpanSet([(3, 8)]) == SpanSet([(0, 3), (5, 8)])


def test_repr():
    assert repr(SpanSet([(1, 2)]).shifted(3)) == "SpanSet([4, 5))"
