import pytest
from free_slots import common_free, first_fit, free, load, parse_time

DAY = (0, 60)


def brute(busy, day):
    taken = [any(s <= m < e for s, e in busy) for m in range(*day)]
    out, start = [], None
    for m, t in zip(range(*day), taken):
        if not t and start is None:
            start = m
        if t and start is not None:
            out.append((start, m))
            start = None
    if start is not None:
        out.append((start, day[1]))
    return out


@pytest.mark.parametrize("busy", [
    [(0, 50), (10, 20), (30, 40)],
    [(5, 30), (6, 7), (29, 35), (31, 32)],
    [(10, 20), (10, 12)],
    [(-10, 40), (-5, 5)],
    [(40, 90), (50, 55)],
    [(0, 60), (1, 2)],
])
def test_brute(busy):
    assert free(busy, DAY) == brute(busy, DAY)


def test_nested_before_opening():
    assert free([(0, 700), (560, 600)]) == [(700, 1020)]


def test_first_fit_nested():
    assert first_fit([[(540, 900)], [(600, 630)]], 30) == 900


def test_load_nested():
    assert load([(540, 780), (600, 660)]) == 0.5


def test_full_day():
    assert common_free([[(500, 1100)]]) == []


def test_touching():
    assert free([(10, 20), (20, 30)], DAY) == [(0, 10), (30, 60)]
