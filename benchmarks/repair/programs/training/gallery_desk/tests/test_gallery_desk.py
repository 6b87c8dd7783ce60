from datetime import date

import pytest

from gallery_desk import Desk, Visitor, standard_tariff

MONDAY = date(2024, 3, 4)
WEDNESDAY = date(2024, 3, 6)


@pytest.fixture
def desk():
    return Desk(standard_tariff())


def test_adult_pays_full(desk):
    assert desk.quote([Visitor(30)], MONDAY) == 1200


def test_ages(desk):
    prices = [desk.quote([Visitor(age)], MONDAY) for age in (5, 6, 17, 18, 65)]
    assert prices == [0, 600, 600, 1200, 900]


def test_card_is_normalised(desk):
    assert desk.quote([Visitor.with_cards(40, " Member ")], MONDAY) == 240


def test_youth_with_city_pass(desk):
    assert desk.quote([Visitor.with_cards(12, "city")], MONDAY) == 600


def test_member_with_city_pass(desk):
    assert desk.quote([Visitor.with_cards(70, "city", "member")], MONDAY) == 240


def test_free_day_with_exhibition(desk):
    assert desk.quote([Visitor(30)], WEDNESDAY) == 0
    assert desk.quote([Visitor(30)], WEDNESDAY, "dinosaurs") == 400


def test_group(desk):
    assert desk.quote([Visitor(30)] * 9, MONDAY) == 10800
    assert desk.quote([Visitor(30)] * 10, MONDAY) == 10800


def test_report(desk):
    desk.sell([Visitor(30), Visitor(10)], MONDAY)
    desk.sell([Visitor(30)], MONDAY, "impressionists")
    assert desk.day_report(MONDAY) == "2024-03-04: 3 visitors, 36.00"
    assert desk.busiest_day() == MONDAY
