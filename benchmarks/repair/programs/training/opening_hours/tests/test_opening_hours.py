import pytest

from opening_hours import HoursError, OpeningHours, parse_days

SHOP = OpeningHours("Mo-Fr 08:00-12:00,13:00-18:00; Sa 9:00-14:00; We off")
BAR = OpeningHours("Tu-Th 18:00-01:00; Fr-Sa 20:00-03:30; Su 16:00-00:00")


def test_days():
    assert parse_days("Mo-We,Fr") == [0, 1, 2, 4]
    assert parse_days("Sa-Mo") == [5, 6, 0]


def test_open_in_the_morning():
    assert SHOP.is_open("Mo", "08:00")
    assert not SHOP.is_open("Mo", "07:59")


def test_lunch_break():
    assert SHOP.is_open("Tu", "11:59")
    assert not SHOP.is_open("Tu", "12:00")
    assert SHOP.is_open("Tu", "13:00")


def test_later_rule_replaces():
    assert not SHOP.is_open("We", "10:00")
    assert SHOP.closed_days() == ["We", "Su"]


def test_evening():
    assert BAR.is_open("Fr", "20:00")
    assert BAR.is_open("Fr", "23:59")
    assert not BAR.is_open("Mo", "20:00")


def test_after_midnight():
    assert BAR.is_open("Sa", "02:00")
    assert BAR.is_open("We", "00:30")
    assert not BAR.is_open("Sa", "03:30")


def test_closed_before_the_first_evening():
    assert not BAR.is_open("Tu", "00:30")


def test_open_until_midnight():
    assert BAR.is_open("Su", "23:00")
    assert not BAR.is_open("Mo", "00:00")


def test_minutes():
    assert SHOP.minutes_per_week() == 4 * 9 * 60 + 5 * 60


def test_describe():
    assert SHOP.describe("Mo") == "08:00-12:00, 13:00-18:00"
    assert SHOP.describe("Su") == "closed"


@pytest.mark.parametrize("text", ["Mo 8-12", "Xx 08:00-12:00", "Mo 25:00-26:00", "Mo 08:00"])
def test_errors(text):
    with pytest.raises(HoursError):
        OpeningHours(text)
