from traffic_crossing import Controller, Phase


def test_initial():
    c = Controller()
    assert c.lights == ("green", "red")
    assert c.waiting is None


def test_no_request_stays_green():
    assert Controller().tick(100) is Phase.CARS


def test_request_waits_for_minimum():
    c = Controller()
    c.press()
    assert c.tick(9) is Phase.CARS
    assert c.tick() is Phase.CARS_STOPPING


def test_late_request_served_at_once():
    c = Controller()
    c.tick(50)
    c.press()
    assert c.tick() is Phase.CARS_STOPPING
    assert c.tick(3) is Phase.WALK


def test_one_cycle_only():
    c = Controller()
    c.press()
    c.tick(25)
    assert c.phase is Phase.CARS
    assert c.tick(60) is Phase.CARS
    assert len(c.history) == 6


def test_request_cleared():
    c = Controller()
    c.press()
    c.tick(13)
    assert c.phase is Phase.WALK
    assert not c.requested


def test_press_while_clearing_counts():
    c = Controller()
    c.press()
    c.tick(19)
    assert c.phase is Phase.CLEARING
    c.press()
    c.tick(6)
    assert c.tick(10) is Phase.CARS_STOPPING


def test_waiting():
    c = Controller()
    c.press()
    assert c.waiting == 13
    c.tick(11)
    assert c.waiting == 2


def test_durations():
    c = Controller({Phase.CARS: 1, Phase.CARS_STOPPING: 1})
    c.press()
    assert c.tick(2) is Phase.WALK
