import pytest

from windows import calmest, changes, chunks, moving_average, pairs, windows


def test_windows():
    assert list(windows([1, 2, 3, 4], 2)) == [[1, 2], [2, 3], [3, 4]]


def test_windows_too_short():
    assert list(windows([1], 2)) == []


def test_windows_exact():
    assert list(windows("abc", 3)) == [["a", "b", "c"]]


def test_bad_size():
    with pytest.raises(ValueError):
        list(windows([1], 0))
    with pytest.raises(ValueError):
        list(chunks([1], 0))


def test_chunks():
    assert list(chunks(range(5), 2)) == [[0, 1], [2, 3], [4]]


def test_moving_average():
    assert list(moving_average([2, 4, 6], 2)) == [3, 5]


def test_pairs():
    assert list(pairs("abc")) == [("a", "b"), ("b", "c")]


def test_changes():
    assert changes([1, 4, 2]) == [3, -2]


def test_calmest():
    assert calmest([9, 1, 2, 2, 7], 2) == [2, 2]
    assert calmest([1, 2, 9, 30], 2) == [1, 2]


def test_lazy():
    def endless():
        n = 0
        while True:
            yield n
            n += 1
    assert next(windows(endless(), 3)) == [0, 1, 2]
