import pytest
from retry_policy import GaveUp, Policy, retrying


@pytest.mark.parametrize("policy,want", [
    (Policy(attempts=3, base=2, factor=3), [2, 6]),
    (Policy(attempts=5, base=10, ceiling=35), [10, 20, 35, 35]),
    (Policy(attempts=2, base=100), [60]),
    (Policy(attempts=4, base=8, factor=0.5), [8, 4, 2]),
])
def test_delays(policy, want):
    assert list(policy.delays()) == want


def test_worst_case():
    assert Policy(attempts=6).worst_case == 31


def test_naps_when_giving_up():
    naps, seen = [], []

    @retrying(Policy(attempts=4, base=3), naps.append, lambda n, e: seen.append((n, str(e))))
    def bad():
        raise OSError("x")

    with pytest.raises(GaveUp):
        bad()
    assert naps == [3, 6, 12]
    assert seen == [(1, "x"), (2, "x"), (3, "x"), (4, "x")]


def test_first_delay_is_base():
    for base in (1, 5, 7.5):
        assert Policy(base=base).delay(1) == base


def test_keyword_arguments():
    assert retrying(Policy(), print)(lambda a, b=1: a + b)(1, b=5) == 6


def test_none_result():
    assert retrying(Policy(), print)(lambda: None)() is None
