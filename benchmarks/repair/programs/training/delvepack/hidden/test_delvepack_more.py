import pytest

from delvepack import Hero, TooHeavy
from items import AXE, CROWN, HELMET, MAIL, SWORD, TORCH


def hero_with(*items):
    hero = Hero()
    hero.take(*items)
    return hero


def test_load_is_kept_when_changing():
    hero = hero_with(SWORD, AXE)
    hero.wear("axe")
    hero.wear("sword")
    assert hero.load == 15
    assert hero.pack == [AXE]


def test_change_back():
    hero = hero_with(HELMET, CROWN)
    for name in ("helmet", "crown", "helmet"):
        hero.wear(name)
    assert hero.worn == {"head": HELMET}
    assert hero.pack == [CROWN]


def test_same_kind_twice():
    hero = hero_with(HELMET, HELMET)
    hero.wear("helmet")
    hero.wear("helmet")
    assert hero.pack == [HELMET]
    assert hero.load == 6


def test_other_slots_are_left_alone():
    hero = hero_with(SWORD, HELMET)
    hero.wear("sword")
    hero.wear("helmet")
    assert hero.pack == []
    assert hero.worn == {"hand": SWORD, "head": HELMET}


def test_nothing_appears_in_the_pack():
    hero = hero_with(MAIL, TORCH)
    hero.wear("mail")
    assert hero.pack == [TORCH]


def test_armour_after_change():
    hero = hero_with(HELMET, CROWN)
    hero.wear("helmet")
    hero.wear("crown")
    assert hero.armour == 1


def test_failed_wear_keeps_everything():
    hero = hero_with(SWORD, TORCH)
    hero.wear("sword")
    with pytest.raises(ValueError):
        hero.wear("torch")
    assert hero.worn == {"hand": SWORD}
    assert hero.pack == [TORCH]


def test_limit_after_change():
    hero = hero_with(MAIL, SWORD, AXE)
    hero.wear("sword")
    hero.wear("axe")
    with pytest.raises(TooHeavy):
        hero.take(TORCH)


def test_wear_best_keeps_the_worse():
    hero = hero_with(CROWN, HELMET)
    hero.wear("crown")
    hero.wear_best()
    assert hero.pack == [CROWN]
    hero.wear_best()
    assert hero.pack == [CROWN]


def test_take_off_after_change():
    hero = hero_with(SWORD, AXE)
    hero.wear("sword")
    hero.wear("axe")
    assert hero.take_off("hand") == AXE
    assert sorted(item.name for item in hero.pack) == ["axe", "sword"]
