import pytest

from delta_series import DeltaSeries, load, to_steps


def make(*values, **options):
    series = DeltaSeries(**options)
    series.extend((10 * i, value) for i, value in enumerate(values))
    return series


def values(series):
    return [value for _, value in series]


def test_exact():
    assert list(make(5, 9, 2)) == [(0, 5), (10, 9), (20, 2)]


def test_resolution():
    assert values(make(100, 121, 98, resolution=10)) == [100, 120, 100]


def test_slow_rise():
    assert values(make(0, 4, 8, 12, 16, resolution=10)) == [0, 0, 10, 10, 20]


def test_never_off_by_more_than_half_a_step():
    original = [7 * i for i in range(20)]
    decoded = values(make(*original, resolution=10))
    assert all(abs(a - b) <= 5 for a, b in zip(original, decoded))


def test_blocks():
    series = make(3, 14, 15, 92, 65, resolution=10, block_size=2)
    assert series.dump() == ["0:3 +10/1", "20:15 +10/8", "40:65"]
    assert len(series) == 5


def test_at():
    series = make(1, 2, 3, block_size=2)
    assert series.at(19) == 2
    assert series.at(500) == 3
    with pytest.raises(LookupError):
        series.at(-1)


def test_between():
    series = make(1, 2, 3, 4, 5, block_size=2)
    assert series.between(10, 30) == [(10, 2), (20, 3), (30, 4)]
    assert series.between(31, 39) == []


def test_drop_before():
    series = make(1, 2, 3, 4, 5, block_size=2)
    assert series.drop_before(25) == 2
    assert values(series) == [3, 4, 5]


def test_load():
    series = load(["100:20 +5/3 +5/-2"], resolution=10)
    assert list(series) == [(100, 20), (105, 50), (110, 30)]
    with pytest.raises(ValueError):
        series.append(110, 0)


def test_to_steps():
    assert [to_steps(d, 10) for d in (4, 5, -4, -5, -15)] == [0, 1, 0, -1, -2]
