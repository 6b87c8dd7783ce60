from traffic_crossing import Controller, Phase

FAST = {phase: 1 for phase in Phase}


def test_fast_cycle():
    c = Controller(FAST)
    c.press()
    c.tick(30)
    assert c.history == [Phase.CARS, Phase.CARS_STOPPING, Phase.WALK, Phase.CLEARING,
                         Phase.CARS_STARTING, Phase.CARS]


def test_press_ignored_while_walking():
    c = Controller(FAST)
    c.press()
    c.tick(2)
    c.press()
    assert not c.requested
    assert c.waiting is None


def test_request_while_stopping_is_served_too():
    c = Controller()
    c.press()
    c.tick(11)
    c.press()
    c.tick(2)
    assert c.phase is Phase.WALK
    assert c.requested is False


def test_request_kept_until_walk():
    c = Controller()
    c.press()
    c.tick(12)
    assert c.phase is Phase.CARS_STOPPING
    assert c.requested


def test_two_requests_two_cycles():
    c = Controller(FAST)
    c.press()
    c.tick(3)
    c.press()
    assert c.requested
    c.tick(40)
    assert c.history.count(Phase.WALK) == 2


def test_request_after_starting():
    c = Controller(FAST)
    c.press()
    c.tick(4)
    assert c.phase is Phase.CARS_STARTING
    c.press()
    assert c.waiting == 3


def test_waiting_none_after_service():
    c = Controller()
    c.press()
    c.tick(30)
    assert c.waiting is None
