from traffic_light import Phase, TrafficLight


def test_pressed_in_every_other_cycle():
    light = TrafficLight()
    light.press()
    light.tick(10 + 2 + 8 + 3)
    assert light.remaining == 15
    light.tick(15 + 2 + 20 + 3)
    assert light.remaining == 10
    light.press()
    light.tick(10 + 2)
    assert light.remaining == 8


def test_waiting_stays_until_red():
    light = TrafficLight()
    light.tick(12)
    light.press()
    light.tick(8)
    assert light.phase is Phase.AMBER
    assert light.waiting
    light.tick(3)
    assert light.walking
    assert not light.waiting


def test_press_in_amber():
    light = TrafficLight()
    light.tick(33)
    light.press()
    light.tick(2)
    assert (light.phase, light.remaining) == (Phase.RED, 15)
    light.tick(17)
    assert light.remaining == 20


def test_press_in_normal_red_counts_for_the_next():
    light = TrafficLight()
    light.tick(5)
    light.press()
    assert light.remaining == 5
    light.tick(7)
    assert (light.phase, light.remaining) == (Phase.GREEN, 8)


def test_no_long_red_after_repair():
    light = TrafficLight()
    light.press()
    light.fail()
    light.repair()
    assert light.remaining == 10
    light.tick(12)
    assert light.remaining == 20
