import random

from spans import SpanSet


def points(s):
    return {p for low, high in s for p in range(low, high)}


def random_set(rnd):
    return SpanSet(sorted(rnd.sample(range(30), 2)) for _ in range(rnd.randint(0, 5)))


def test_difference_is_that_of_points():
    rnd = random.Random(1)
    for _ in range(300):
        a, b = random_set(rnd), random_set(rnd)
        assert points(a - b) == points(a) - points(b)


def test_others_are_those_of_points():
    rnd = random.Random(2)
    for _ in range(100):
        a, b = random_set(rnd), random_set(rnd)
        assert points(a | b) == points(a) | points(b)
        assert points(a & b) == points(a) & points(b)
        assert points(a ^ b) == points(a) ^ points(b)


def test_cut_before():
    assert list(SpanSet([(5, 9)]) - SpanSet([(0, 2), (6, 7)])) == [(5, 6), (7, 9)]


def test_cut_touches_start():
    assert list(SpanSet([(5, 9)]) - SpanSet([(3, 5), (8, 12)])) == [(5, 8)]


def test_cut_all():
    assert len(SpanSet([(5, 9), (11, 12)]) - SpanSet([(0, 1), (4, 20)])) == 0


def test_cut_none():
    a = SpanSet([(5, 9), (11, 12)])
    assert a - SpanSet() == a
    assert a - SpanSet([(9, 11), (20, 22)]) == a


def test_many_gaps():
    s = SpanSet.parse("1, 3, 5, 7-8, 12")
    assert s.gaps() == SpanSet.parse("2, 4, 6, 9-11")
    assert SpanSet().gaps() == SpanSet()


def test_operands_unchanged():
    a, b = SpanSet([(0, 9)]), SpanSet([(1, 2), (3, 4)])
    a - b
    assert list(a) == [(0, 9)] and list(b) == [(1, 2), (3, 4)]


def test_hash():
    assert len({SpanSet([(1, 2)]), SpanSet([(1, 2), (2, 2)])}) == 1
