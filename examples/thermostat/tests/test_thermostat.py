from thermostat import Thermostat, set_point

SCHEDULE = [(6, 21.0), (22, 16.0)]


def test_set_point_by_day():
    assert set_point(SCHEDULE, 12) == 21.0


def test_set_point_starts_at_its_hour():
    assert set_point(SCHEDULE, 6) == 21.0


def test_boiler_starts_when_it_is_cold():
    assert Thermostat(SCHEDULE).step(12, 18.0)
