import pytest

from latency import percentile, spread, summary, worst_endpoints


def test_percentiles_rise():
    samples = [3, 8, 21, 22, 60]
    values = [percentile(samples, percent) for percent in range(101)]
    assert values == sorted(values)


@pytest.mark.parametrize("percent", [0, 13, 50, 77, 100])
def test_even_samples(percent):
    assert percentile(range(11), percent) == pytest.approx(percent / 10)


def test_near_the_lower_sample():
    assert percentile([0, 100], 10) == pytest.approx(10)
    assert percentile([0, 100, 1000], 45) == pytest.approx(90)


def test_spread_of_six():
    assert spread([1, 2, 4, 8, 16, 32]) == pytest.approx(14 - 2.5)


def test_p90_and_p99():
    row = summary([10, 20, 30])
    assert (row["p90"], row["p99"]) == (28.0, 29.8)


def test_worst_by_interpolated_value():
    log = [("/x", 0), ("/x", 100), ("/y", 80), ("/y", 85)]
    rows = worst_endpoints(log, 82)
    assert [endpoint for endpoint, _ in rows] == ["/x", "/y"]
    assert [value for _, value in rows] == pytest.approx([90, 84.5])
