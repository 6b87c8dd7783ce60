from interval_set import IntervalSet


def test_add_keeps_disjoint_spans_sorted():
    s = IntervalSet([(10, 12), (1, 3)])
    assert s.spans() == [(1, 3), (10, 12)]


def test_add_merges_touching_spans():
    s = IntervalSet([(1, 3), (5, 7)])
    s.add(3, 5)
    assert s.spans() == [(1, 7)]


def test_empty_span_is_ignored():
    s = IntervalSet([(4, 4)])
    assert s.spans() == []


def test_contains_is_half_open():
    s = IntervalSet([(1, 3)])
    assert 1 in s
    assert 2 in s
    assert 3 not in s


def test_remove_tail():
    s = IntervalSet([(0, 10)])
    s.remove(6, 12)
    assert s.spans() == [(0, 6)]


def test_remove_whole_span():
    s = IntervalSet([(0, 3), (5, 8)])
    s.remove(5, 8)
    assert s.spans() == [(0, 3)]


def test_remove_middle_splits_span():
    s = IntervalSet([(0, 10)])
    s.remove(3, 5)
    assert s.spans() == [(0, 3), (5, 10)]
