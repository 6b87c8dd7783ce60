import pytest
from retry_policy import GaveUp, Policy, retrying


def flaky(failures, error=ValueError):
    left = [failures]

    def func(x):
        """doc"""
        if left[0]:
            left[0] -= 1
            raise error("boom")
        return x * 2

    return func


def test_first_try():
    naps = []
    assert retrying(Policy(), naps.append)(flaky(0))(4) == 8
    assert naps == []


def test_delays():
    assert list(Policy(attempts=4).delays()) == [1, 2, 4]


def test_sleeps_between():
    naps = []
    assert retrying(Policy(base=0.5), naps.append)(flaky(2))(1) == 2
    assert naps == [0.5, 1.0]


def test_gives_up():
    with pytest.raises(GaveUp) as info:
        retrying(Policy(), lambda s: None)(flaky(9))(1)
    assert info.value.attempts == 3
    assert isinstance(info.value.__cause__, ValueError)


def test_other_errors_pass():
    with pytest.raises(KeyError):
        retrying(Policy(errors=(ValueError,)), lambda s: None)(flaky(1, KeyError))(1)


def test_single_attempt():
    assert list(Policy(attempts=1).delays()) == []


def test_wraps():
    assert retrying(Policy(), print)(flaky(0)).__doc__ == "doc"


def test_constant_factor():
    assert list(Policy(factor=1, attempts=3).delays()) == [1, 1]


def test_bad_policy():
    with pytest.raises(ValueError):
        Policy(attempts=0)
