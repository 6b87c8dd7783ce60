import pytest
from signal_filters import Chain, Delta, Filter, Hysteresis, MovingAverage


def test_plain():
    f = Filter()
    assert f.run([1, 2]) == [1, 2]
    assert f.count == 2


def test_average():
    assert MovingAverage(2).run([1, 3, 5, 5]) == [2, 4, 5]
    assert MovingAverage(5).run([1, 2]) == []


def test_bad_size():
    with pytest.raises(ValueError):
        MovingAverage(0)


def test_hysteresis():
    assert Hysteresis(2, 5).run([1, 5, 3, 2, 4, 6]) == [False, True, True, False, False, True]


def test_delta():
    assert Delta().run([5, 8, 4]) == [3, -4]


def test_reset():
    m = MovingAverage(2)
    m.run([1, 2, 3])
    m.reset()
    assert m.count == 0
    assert m.run([10, 20]) == [15]


def test_chain_of_one():
    assert Chain(Delta()).run([1, 4]) == [3]


def test_chain_of_two():
    assert Chain(MovingAverage(2), Delta()).run([0, 2, 4, 4]) == [2, 1]


def test_chain_warm_up_stops():
    avg, delta = MovingAverage(3), Delta()
    chain = Chain(avg, delta)
    assert chain.push(1) is None and chain.push(2) is None
    assert delta.count == 0
