from statistics import median

from running_median import RunningMedian, medians


def expected(values):
    return [median(values[: n + 1]) for n in range(len(values))]


def test_long_rise():
    assert medians(list(range(12))) == expected(list(range(12)))


def test_jumble():
    values = [7, -2, 11, 0, 4, 4, 19, -8, 3, 12, 5]
    assert medians(values) == expected(values)


def test_up_and_down():
    values = [10, 20, 30, 5, 4, 3, 2]
    assert medians(values) == expected(values)


def test_length():
    running = RunningMedian()
    for value in (1, 2, 3, 4, 5):
        running.add(value)
    assert len(running) == 5
    assert running.median == 3
