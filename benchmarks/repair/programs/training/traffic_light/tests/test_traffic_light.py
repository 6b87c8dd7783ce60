import pytest

from traffic_light import Phase, TrafficLight


@pytest.fixture
def light():
    return TrafficLight()


def test_starts_red(light):
    assert light.phase is Phase.RED
    assert light.remaining == 10


def test_cycle(light):
    light.tick(35)
    assert light.history() == ["0: red", "10: red-amber", "12: green", "32: amber", "35: red"]


def test_remaining(light):
    light.tick(15)
    assert (light.phase, light.remaining) == (Phase.GREEN, 17)


def test_button_shortens_green(light):
    light.tick(14)
    light.press()
    assert light.remaining == 6
    light.tick(6)
    assert light.phase is Phase.AMBER


def test_button_late_in_green(light):
    light.tick(25)
    light.press()
    assert light.remaining == 0
    light.tick()
    assert light.phase is Phase.AMBER


def test_long_red(light):
    light.tick(12)
    light.press()
    light.tick(11)
    assert (light.phase, light.remaining) == (Phase.RED, 15)


def test_next_cycle_is_normal_again(light):
    light.tick(12)
    light.press()
    light.tick(11 + 15 + 2)
    assert (light.phase, light.remaining) == (Phase.GREEN, 20)
    light.tick(20 + 3)
    assert (light.phase, light.remaining) == (Phase.RED, 10)


def test_button_while_walking_is_ignored(light):
    light.tick(12)
    light.press()
    light.tick(11)
    light.press()
    assert light.waiting is False


def test_failure(light):
    light.tick(15)
    light.press()
    light.fail()
    light.tick(500)
    assert light.phase is Phase.BLINKING
    assert light.remaining is None


def test_repair(light):
    light.fail()
    light.press()
    light.tick(3)
    light.repair()
    assert (light.phase, light.remaining) == (Phase.RED, 10)
    assert light.history() == ["0: red", "0: blinking", "3: red"]
