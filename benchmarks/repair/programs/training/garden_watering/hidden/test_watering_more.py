from datetime import date

from watering import Bed, Weather, minutes

TODAY = date(2024, 7, 1)


def test_watered_today():
    assert minutes(Bed("a", "lawn", 10, last_watered=TODAY), Weather(35), TODAY) == 0


def test_watered_on_another_day():
    assert minutes(Bed("a", "lawn", 10, last_watered=date(2024, 6, 30)), Weather(22), TODAY) == 8
    assert minutes(Bed("a", "lawn", 10, last_watered=date(2023, 7, 1)), Weather(22), TODAY) == 8
    assert minutes(Bed("a", "lawn", 10), Weather(22), TODAY) == 8
