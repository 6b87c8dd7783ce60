from windows import calmest, windows


def test_consumer_may_modify():
    out = []
    for w in windows([1, 2, 3, 4], 3):
        w.clear()
        out.append(w)
    assert out == [[], []]


def test_modification_does_not_leak():
    it = windows([1, 2, 3], 2)
    first = next(it)
    first[1] = 99
    assert next(it) == [2, 3]


def test_size_one():
    assert list(windows("ab", 1)) == [["a"], ["b"]]


def test_distinct_objects():
    got = list(windows(range(6), 3))
    assert len({id(w) for w in got}) == 4


def test_windows_are_lists():
    assert all(isinstance(w, list) for w in windows(range(4), 2))


def test_calmest_last_and_none():
    assert calmest([5, 1, 8, 8], 2) == [8, 8]
    assert calmest([3, 3, 9, 0], 2) == [3, 3]
    assert calmest([1], 2) is None
