from interval_set import IntervalSet


def test_cut_off_front():
    s = IntervalSet([(0, 10)])
    s.remove(-5, 4)
    assert s.spans() == [(4, 10)]


def test_cut_across_several_spans():
    s = IntervalSet([(0, 4), (6, 8), (10, 14)])
    s.remove(2, 12)
    assert s.spans() == [(0, 2), (12, 14)]


def test_cut_outside_changes_nothing():
    s = IntervalSet([(0, 4), (6, 8)])
    s.remove(4, 6)
    s.remove(8, 20)
    s.remove(3, 1)
    assert s.spans() == [(0, 4), (6, 8)]


def test_size_after_single_point_hole():
    s = IntervalSet([(0, 10)])
    s.remove(5, 6)
    assert len(s) == 9
    assert 5 not in s and 6 in s


def test_model_comparison():
    model = set()
    s = IntervalSet()
    value = 7
    for step in range(60):
        value = (value * 31 + 11) % 97
        lo, hi = value % 40, value % 40 + value % 9
        if step % 3 == 2:
            s.remove(lo, hi)
            model -= set(range(lo, hi))
        else:
            s.add(lo, hi)
            model |= set(range(lo, hi))
        assert {x for x in range(-5, 60) if x in s} == model
        assert len(s) == len(model)
