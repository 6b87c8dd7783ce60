import pytest

from delvepack import Hero, TooHeavy
from items import AXE, CROWN, GEM, HELMET, MAIL, SWORD, TORCH


@pytest.fixture
def hero():
    hero = Hero()
    hero.take(SWORD, HELMET, TORCH, TORCH)
    return hero


def test_summary(hero):
    assert hero.summary() == "helmet, sword, 2 x torch (11/30)"
    assert Hero(5).summary() == "nothing (0/15)"


def test_too_heavy(hero):
    hero.take(MAIL)
    with pytest.raises(TooHeavy):
        hero.take(AXE)


def test_wear(hero):
    hero.wear("Helmet")
    assert hero.armour == 2
    assert hero.summary() == "sword, 2 x torch (11/30)"


def test_wear_torch(hero):
    with pytest.raises(ValueError):
        hero.wear("torch")
    assert hero.pack.count(TORCH) == 2


def test_take_off(hero):
    hero.wear("helmet")
    assert hero.take_off("head") == HELMET
    assert HELMET in hero.pack
    with pytest.raises(ValueError):
        hero.take_off("head")


def test_change_weapon(hero):
    hero.take(AXE)
    hero.wear("sword")
    hero.wear("axe")
    assert hero.worn == {"hand": AXE}
    assert hero.summary() == "helmet, sword, 2 x torch (20/30)"


def test_sell(hero):
    hero.take(GEM)
    assert hero.sell("gem") == 75
    assert hero.gold == 75
    with pytest.raises(KeyError):
        hero.sell("gem")


def test_wear_best(hero):
    hero.take(CROWN, MAIL)
    hero.wear_best()
    assert hero.worn == {"head": HELMET, "body": MAIL, "hand": SWORD}


def test_wear_best_replaces(hero):
    hero.take(CROWN)
    hero.wear("crown")
    hero.wear_best()
    assert hero.armour == 2
    assert hero.sell("crown") == 200
