import pytest

from splitter import split_evenly


@pytest.mark.parametrize("cents", range(0, 25))
@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_all_cents_are_handed_out(cents, count):
    shares = split_evenly(cents, [f"p{n}" for n in range(count)])
    values = list(shares.values())
    assert sum(values) == cents
    assert values == sorted(values, reverse=True)
    assert max(values) - min(values) <= 1


def test_single_person():
    assert split_evenly(101, ["a"]) == {"a": 101}
