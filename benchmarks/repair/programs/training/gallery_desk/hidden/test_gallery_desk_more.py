from datetime import date

import pytest

from gallery_desk import Desk, Reduction, Tariff, Visitor, standard_tariff

DAY = date(2024, 3, 5)


@pytest.mark.parametrize("order", [(10, 20, 30), (30, 20, 10), (20, 30, 10)])
def test_order_does_not_matter(order):
    tariff = Tariff(1000, [Reduction(str(p), p) for p in order])
    assert tariff.reduction_for(Visitor(30)) == 30


def test_nothing_applies():
    assert Tariff(1000).reduction_for(Visitor(30)) == 0
    assert standard_tariff().reduction_for(Visitor(40)) == 0


def test_small_child_with_cards():
    assert standard_tariff().price(Visitor.with_cards(3, "city", "member"), DAY) == 0


def test_senior_with_city_pass():
    assert standard_tariff().price(Visitor.with_cards(70, "CITY"), DAY) == 840


def test_youth_member():
    assert standard_tariff().price(Visitor.with_cards(12, "member"), DAY) == 240


def test_card_and_age_both_needed():
    tariff = Tariff(1000, [Reduction("student", 40, max_age=27, card="student")])
    assert tariff.price(Visitor.with_cards(27, "student"), DAY) == 600
    assert tariff.price(Visitor.with_cards(28, "student"), DAY) == 1000
    assert tariff.price(Visitor(20), DAY) == 1000


def test_exhibition_reduced():
    assert standard_tariff().price(Visitor.with_cards(12, "city"), DAY, "dinosaurs") == 800


def test_mixed_party():
    desk = Desk(standard_tariff())
    party = [Visitor.with_cards(40, "member", "city"), Visitor(40)]
    assert desk.sell(party, DAY) == 1440
    assert desk.sold == {DAY: (2, 1440)}


def test_empty_desk():
    desk = Desk(standard_tariff())
    assert desk.busiest_day() is None
    assert desk.day_report(DAY) == "2024-03-05: 0 visitors, 0.00"
