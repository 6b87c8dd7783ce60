from laps import Timer


def test_more():
    t = Timer()
    t.start()
    for s in (5, 2, 7):
        t.tick(s)
        t.lap()
    assert t.laps == [5, 2, 7] and t.best() == 2
