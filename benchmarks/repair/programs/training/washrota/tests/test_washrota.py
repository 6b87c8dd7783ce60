import pytest

from washrota import Rota, slot


def test_slot():
    assert slot("Monday", 8) == ("mon", 8)
    assert slot("tue", 13) == ("tue", 11)
    with pytest.raises(ValueError):
        slot("tue", 20)
    with pytest.raises(ValueError):
        slot("someday", 10)


def test_book():
    rota = Rota()
    assert rota.book("ann", "mon", 9)
    assert rota.owner("mon", 10) == "ann"
    assert rota.free_slots("mon") == [11, 14, 17]


def test_limit():
    rota = Rota(limit=1)
    rota.book("ann", "mon", 9)
    with pytest.raises(ValueError):
        rota.book("ann", "tue", 9)


def test_queue():
    rota = Rota()
    rota.book("ann", "mon", 9)
    assert not rota.book("bob", "mon", 8)
    assert not rota.book("bob", "mon", 10)
    assert rota.queue("mon", 9) == ["bob"]


def test_cancel_promotes():
    rota = Rota()
    rota.book("ann", "mon", 9)
    rota.book("bob", "mon", 9)
    rota.book("cat", "mon", 9)
    assert rota.cancel("ann", "mon", 9) == "bob"
    assert rota.owner("mon", 9) == "bob"
    assert rota.queue("mon", 9) == ["cat"]


def test_cancel_promotes_somebody_who_may():
    rota = Rota(limit=1)
    rota.book("ann", "mon", 9)
    rota.book("bob", "mon", 9)
    rota.book("cat", "mon", 9)
    rota.book("bob", "tue", 9)
    assert rota.cancel("ann", "mon", 9) == "cat"
    assert rota.table() == "mon 08:cat\ntue 08:bob"
    assert rota.queue("mon", 9) == ["bob"]


def test_cancel_not_mine():
    rota = Rota()
    rota.book("ann", "mon", 9)
    with pytest.raises(KeyError):
        rota.cancel("bob", "mon", 9)


def test_move_out():
    rota = Rota()
    rota.book("ann", "mon", 9)
    rota.book("bob", "mon", 9)
    rota.book("ann", "sun", 18)
    rota.move_out("ann")
    assert rota.table() == "mon 08:bob"
