import pytest

from hotel_points import Programme


@pytest.fixture
def programme():
    p = Programme()
    p.enrol("ana")
    p.enrol("bo")
    return p


def test_points_of_first_stay(programme):
    assert programme.add_stay("ana", "s1", "Lido", 3, 200) == 2000
    assert programme.member("ana").points == 2000
    assert programme.member("ana").tier == "basic"


def test_bonus_from_the_next_stay_on(programme):
    programme.add_stay("ana", "s1", "Lido", 10, 500)
    assert programme.member("ana").tier == "silver"
    assert programme.add_stay("ana", "s2", "Lido", 1, 100) == 1250


def test_cancel_gives_points_back(programme):
    programme.add_stay("ana", "s1", "Lido", 2, 100)
    assert programme.cancel_stay("ana", "s1") == 1000
    member = programme.member("ana")
    assert member.points == 0
    assert member.ledger == [("stay s1", 1000), ("cancel s1", -1000)]


def test_cancelled_nights_do_not_count_for_the_tier(programme):
    programme.add_stay("ana", "s1", "Lido", 4, 100)
    programme.add_stay("ana", "s2", "Park", 7, 100)
    assert programme.member("ana").tier == "silver"
    programme.cancel_stay("ana", "s2")
    assert programme.member("ana").tier == "basic"


def test_shorter_stay(programme):
    programme.add_stay("ana", "s1", "Lido", 12, 100)
    programme.change_nights("ana", "s1", 9)
    assert programme.member("ana").tier == "basic"


def test_redeem(programme):
    programme.add_stay("bo", "s1", "Lido", 1, 100)
    programme.redeem("bo", 400, "breakfast")
    assert programme.member("bo").points == 600
    with pytest.raises(ValueError):
        programme.redeem("bo", 601, "room")


def test_groups(programme):
    programme.add_stay("bo", "s1", "Lido", 30, 100)
    assert programme.by_tier() == {"gold": ["bo"], "silver": [], "basic": ["ana"]}


def test_unknown(programme):
    with pytest.raises(LookupError):
        programme.cancel_stay("ana", "zz")
    with pytest.raises(LookupError):
        programme.member("cy")


def test_favourite(programme):
    assert programme.favourite_hotel("ana") is None
    programme.add_stay("ana", "s1", "Park", 2, 100)
    programme.add_stay("ana", "s2", "Lido", 2, 100)
    assert programme.favourite_hotel("ana") == "Lido"
