from datetime import date

import pytest

from watering import Bed, Controller, Weather, minutes, need

TODAY = date(2024, 7, 1)
MILD = Weather(22)


def test_need_by_weather():
    bed = Bed("a", "lawn")
    assert need(bed, MILD) == 4
    assert need(bed, Weather(35)) == 6
    assert need(bed, Weather(5)) == 2


def test_rain():
    assert need(Bed("a", "flowers"), Weather(20, rain_expected=2)) == 1
    assert need(Bed("a", "flowers"), Weather(20, rain_expected=9)) == 0


def test_minutes():
    assert minutes(Bed("a", "vegetables"), MILD, TODAY) == 10


def test_wet_soil():
    assert minutes(Bed("a", "lawn", moisture=80), MILD, TODAY) == 0


def test_storm():
    assert minutes(Bed("a", "lawn"), Weather(22, wind=60), TODAY) == 0


@pytest.fixture
def controller():
    opened = []
    controller = Controller(
        [Bed("lawn", "lawn", 60), Bed("roses", "flowers", 30), Bed("pots", "flowers", 90)],
        lambda name, duration: opened.append((name, duration)),
    )
    controller.opened = opened
    return controller


def test_driest_first(controller):
    assert controller.run(MILD, TODAY) == ["roses", "lawn"]
    assert controller.opened == [("roses", 6), ("lawn", 8)]
    assert controller.used == 14


def test_second_run_of_the_day(controller):
    controller.run(MILD, TODAY)
    assert controller.run(MILD, TODAY) == []
    assert controller.used == 14


def test_next_day(controller):
    controller.run(MILD, TODAY)
    assert controller.run(MILD, date(2024, 7, 2)) == ["roses", "lawn"]


def test_rainy_day_opens_nothing(controller):
    assert controller.run(Weather(18, rain_expected=20), TODAY) == []
    assert controller.opened == []
