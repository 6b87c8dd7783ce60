from signal_filters import Chain, Delta, Filter, Hysteresis, MovingAverage


def test_empty_chain_passes():
    assert Chain().run([3, 0, 5]) == [3, 0, 5]


def test_three_stages():
    chain = Chain(Delta(), MovingAverage(2), Hysteresis(0, 2))
    assert chain.run([0, 1, 4, 4, 2]) == [True, True, False]


def test_counts_of_stages():
    a, b, c = Filter(), Delta(), Filter()
    Chain(a, b, c).run([1, 2, 3])
    assert (a.count, b.count, c.count) == (3, 3, 2)


def test_zero_is_passed_on():
    assert Chain(Delta(), Delta()).run([1, 1, 1, 2]) == [0, 1]


def test_nested_chain():
    inner = Chain(Delta(), Delta())
    assert Chain(inner, Filter()).run([0, 1, 4, 9]) == [2, 2]


def test_reset_reaches_all():
    avg, delta = MovingAverage(1), Delta()
    chain = Chain(avg, delta)
    chain.run([1, 2])
    chain.reset()
    assert (chain.count, avg.count, delta.count) == (0, 0, 0)
    assert delta.previous is None
    assert chain.run([5, 9]) == [4]


def test_false_is_passed_on():
    seen = []

    class Spy(Filter):
        def process(self, sample):
            seen.append(sample)
            return sample

    Chain(Hysteresis(1, 3), Spy()).run([0, 4])
    assert seen == [False, True]
