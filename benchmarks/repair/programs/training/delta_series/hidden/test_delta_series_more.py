import pytest

from delta_series import DeltaSeries, load


def make(*values, **options):
    series = DeltaSeries(**options)
    series.extend((i, value) for i, value in enumerate(values))
    return series


def values(series):
    return [value for _, value in series]


def test_slow_fall():
    assert values(make(0, -4, -8, -12, -16, resolution=10)) == [0, 0, -10, -10, -20]


def test_slow_rise_by_ones():
    assert values(make(0, 1, 2, 3, 4, 5, resolution=4)) == [0, 0, 4, 4, 4, 4]


def test_too_large_steps():
    assert values(make(0, 6, 12, 18, 24, resolution=10)) == [0, 10, 10, 20, 20]


@pytest.mark.parametrize("step", [1, 4, 9, -7])
def test_bound(step):
    original = [50 + step * i for i in range(40)]
    decoded = values(make(*original, resolution=10, block_size=15))
    assert all(abs(a - b) <= 5 for a, b in zip(original, decoded))


def test_up_and_down():
    original = [0, 14, 3, 17, 6, 20, 9, 23]
    decoded = values(make(*original, resolution=10))
    assert all(abs(a - b) <= 5 for a, b in zip(original, decoded))


def test_resolution_one_is_exact():
    original = [3, 1, 4, 1, 5, 9, 2, 6]
    assert values(make(*original)) == original


def test_new_block_is_exact():
    assert values(make(0, 4, 8, 13, resolution=10, block_size=3)) == [0, 0, 10, 13]


def test_after_new_block():
    series = make(0, 4, 13, 17, 21, resolution=10, block_size=2)
    assert series.dump() == ["0:0 +1/0", "2:13 +1/0", "4:21"]


def test_append_after_load():
    series = load(["0:0 +1/0 +1/1"], resolution=10)
    series.append(3, 12)
    series.append(4, 16)
    assert values(series) == [0, 0, 10, 10, 20]


def test_dump_and_load():
    series = make(0, 4, 8, 12, 16, resolution=10, block_size=4)
    copy = load(series.dump(), 10, 4)
    assert list(copy) == list(series)
    assert copy.dump() == ["0:0 +1/0 +1/1 +1/0", "4:16"]


def test_at_with_slow_rise():
    series = make(0, 4, 8, 12, 16, resolution=10)
    assert series.at(4) == 20
    assert series.between(2, 3) == [(2, 10), (3, 10)]


def test_times_must_rise():
    series = make(1, 2)
    with pytest.raises(ValueError):
        series.append(1, 5)
    assert len(series) == 2
