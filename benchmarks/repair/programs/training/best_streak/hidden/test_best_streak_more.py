from scores import ScoreSheet


def run(*points):
    s = ScoreSheet("x")
    for p in points:
        s.add_round(x=p)
    return s.best_run("x")


def test_single_negative():
    assert run(-7) == (-7, 0, 0)


def test_single_zero():
    assert run(0) == (0, 0, 0)


def test_zero_after_negative():
    assert run(-3, 0, -1) == (0, 1, 1)


def test_equal_negatives_first():
    assert run(-4, -2, -2) == (-2, 1, 1)


def test_positive_last():
    assert run(-4, -2, 6) == (6, 2, 2)


def test_tie_of_positive_runs():
    assert run(3, -9, 3) == (3, 0, 0)


def test_decreasing():
    assert run(-1, -2, -3) == (-1, 0, 0)
