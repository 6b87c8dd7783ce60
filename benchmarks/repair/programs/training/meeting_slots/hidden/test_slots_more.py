from itertools import permutations

from slots import Span, free, merge


def test_any_order():
    busy = [Span(0, 100), Span(10, 20), Span(90, 120), Span(200, 230), Span(120, 130)]
    for order in permutations(busy):
        assert merge(order) == [Span(0, 130), Span(200, 230)]


def test_input_is_kept():
    busy = [Span(50, 60), Span(10, 20)]
    assert free(busy, Span(0, 100)) == [Span(0, 10), Span(20, 50), Span(60, 100)]
    assert busy == [Span(50, 60), Span(10, 20)]


def test_same_start():
    assert merge([Span(0, 10), Span(0, 5), Span(6, 8)]) == [Span(0, 10)]
