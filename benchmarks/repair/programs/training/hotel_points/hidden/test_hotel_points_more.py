import pytest

from hotel_points import Programme


def make(*stays):
    p = Programme()
    p.enrol("ana")
    for i, (nights, euros) in enumerate(stays, 1):
        p.add_stay("ana", f"s{i}", "Lido", nights, euros)
    return p


def test_gold_to_silver():
    p = make((20, 10), (15, 10))
    assert p.member("ana").tier == "gold"
    p.cancel_stay("ana", "s2")
    assert p.member("ana").tier == "silver"


def test_gold_to_basic():
    p = make((5, 10), (29, 10))
    p.cancel_stay("ana", "s2")
    assert p.member("ana").tier == "basic"


def test_tier_kept_when_enough_nights_remain():
    p = make((10, 10), (5, 10))
    p.cancel_stay("ana", "s2")
    assert p.member("ana").tier == "silver"


def test_no_bonus_after_cancel():
    p = make((12, 10))
    p.cancel_stay("ana", "s1")
    assert p.add_stay("ana", "s9", "Lido", 1, 100) == 1000


def test_groups_after_cancel():
    p = make((30, 10))
    p.cancel_stay("ana", "s1")
    assert p.by_tier() == {"gold": [], "silver": [], "basic": ["ana"]}


def test_other_member_untouched():
    p = make((12, 10))
    p.enrol("bo")
    p.add_stay("bo", "b1", "Park", 12, 10)
    p.cancel_stay("ana", "s1")
    assert p.member("bo").tier == "silver"


def test_points_of_cancelled_bonus_stay():
    p = make((10, 100), (1, 100))
    assert p.cancel_stay("ana", "s2") == 1250
    assert p.member("ana").points == 1000
    assert p.member("ana").tier == "silver"


def test_cancel_twice():
    p = make((10, 100))
    p.cancel_stay("ana", "s1")
    with pytest.raises(LookupError):
        p.cancel_stay("ana", "s1")


def test_nights_to_next_tier():
    p = make((10, 100), (2, 10))
    assert p.nights_to_next_tier("ana") == 18
    p.cancel_stay("ana", "s1")
    assert p.nights_to_next_tier("ana") == 8
    p.change_nights("ana", "s2", 40)
    assert p.nights_to_next_tier("ana") == 0


def test_tier_back_again():
    p = make((10, 100))
    p.cancel_stay("ana", "s1")
    p.add_stay("ana", "s1", "Lido", 10, 100)
    assert p.member("ana").tier == "silver"
    assert p.member("ana").points == 1000
