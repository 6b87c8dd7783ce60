import pytest

from scores import ScoreSheet


def sheet(*rounds):
    s = ScoreSheet("ann", "bob")
    for a, b in rounds:
        s.add_round(ann=a, bob=b)
    return s


def test_duplicate_names():
    with pytest.raises(ValueError):
        ScoreSheet("a", "a")


def test_incomplete_round():
    with pytest.raises(ValueError):
        sheet().add_round(ann=1)


def test_total():
    assert sheet((5, -3), (2, 4)).total("ann") == 7


def test_standing():
    assert sheet((1, 3), (1, 2)).standing() == [("bob", 5), ("ann", 2)]


def test_standing_tie():
    assert sheet((2, 2)).standing() == [("ann", 2), ("bob", 2)]


def test_winners():
    s = sheet((1, 3), (-2, -2))
    assert s.winners(0) == ["bob"]
    assert s.winners(1) == ["ann", "bob"]


def test_best_run():
    s = sheet((4, 0), (-6, 0), (5, 0), (-1, 0), (3, 0), (-9, 0))
    assert s.best_run("ann") == (7, 2, 4)


def test_best_run_everything():
    assert sheet((1, 0), (2, 0)).best_run("ann") == (3, 0, 1)


def test_best_run_all_negative():
    assert sheet((-5, 0), (-2, 0), (-4, 0)).best_run("ann") == (-2, 1, 1)


def test_best_run_no_rounds():
    assert sheet().best_run("ann") is None


def test_longest_lead():
    assert sheet((5, 1), (0, 2), (0, 9), (9, 0)).longest_lead("ann") == 2
