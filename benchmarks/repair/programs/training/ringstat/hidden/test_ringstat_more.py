from ringstat import RingStat


def check_resize(pushed, capacity):
    ring = RingStat(4, range(pushed))
    before = list(ring)
    ring.resize(capacity)
    assert list(ring) == before[-capacity:]
    ring.extend([100, 101])
    assert list(ring) == (before[-capacity:] + [100, 101])[-capacity:]


def test_any_resize():
    for capacity in (1, 2, 3, 5, 8):
        for pushed in range(9):
            check_resize(pushed, capacity)


def test_resize_not_full():
    ring = RingStat(5, [1, 2, 3])
    ring.resize(8)
    assert list(ring) == [1, 2, 3]
    ring.push(4)
    assert list(ring) == [1, 2, 3, 4]


def test_resize_to_exact_number():
    ring = RingStat(5, [1, 2, 3])
    ring.resize(3)
    assert ring.full
    assert ring.push(4) == 1
    assert list(ring) == [2, 3, 4]


def test_dropped_after_resize():
    ring = RingStat(3, [1, 2, 3, 4])
    ring.resize(2)
    assert ring.push(5) == 3
    assert ring.push(6) == 4


def test_mean_after_resize_and_push():
    ring = RingStat(4, [1, 2, 3, 4, 5, 6])
    ring.resize(3)
    ring.extend([10, 11])
    assert ring.mean() == 9


def test_deviation_after_resize():
    ring = RingStat(4, [50, 60, 1, 5, 1, 5])
    ring.resize(2)
    ring.extend([3, 7])
    assert ring.deviation() == 2


def test_same_capacity():
    ring = RingStat(3, [1, 2, 3, 4])
    ring.resize(3)
    assert list(ring) == [2, 3, 4]


def test_twice():
    ring = RingStat(3, [1, 2, 3, 4])
    ring.resize(6)
    ring.resize(2)
    assert ring.latest(5) == [4, 3]


def test_trend_and_percentile_after_resize():
    ring = RingStat(5, [9, 9, 1, 2, 3, 4])
    ring.resize(4)
    assert ring.trend() == 2
    assert ring.percentile(50) == 2


def test_resize_empty():
    ring = RingStat(3)
    ring.resize(5)
    assert list(ring) == []
    assert ring.mean() is None
