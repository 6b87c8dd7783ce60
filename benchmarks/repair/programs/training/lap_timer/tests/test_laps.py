from laps import Timer


def started():
    timer = Timer()
    timer.start()
    return timer


def test_not_running():
    timer = Timer()
    timer.tick()
    assert timer.elapsed == 0


def test_elapsed():
    timer = started()
    timer.tick()
    timer.tick(4)
    assert timer.stop() == 5


def test_lap():
    timer = started()
    timer.tick(3)
    assert timer.lap() == 3


def test_laps():
    timer = started()
    timer.tick(3)
    timer.lap()
    timer.tick(2)
    assert timer.lap() == 2
    assert timer.elapsed == 5


def test_best():
    timer = started()
    timer.tick(4)
    timer.lap()
    timer.tick(9)
    timer.lap()
    assert timer.best() == 4


def test_best_of_none():
    assert Timer().best() is None
