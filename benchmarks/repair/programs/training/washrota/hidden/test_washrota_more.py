import pytest

from washrota import Rota


def filled(limit, *names):
    rota = Rota(limit)
    for name in names:
        rota.book(name, "wed", 14)
    return rota


def test_nobody_waits():
    rota = filled(1, "a")
    assert rota.cancel("a", "wed", 15) is None
    assert rota.owner("wed", 14) is None


def test_nobody_may():
    rota = filled(1, "a", "b", "c")
    rota.book("b", "thu", 8)
    rota.book("c", "thu", 11)
    assert rota.cancel("a", "wed", 14) is None
    assert rota.owner("wed", 14) is None
    assert rota.queue("wed", 14) == ["b", "c"]


def test_two_are_passed_over():
    rota = filled(1, "a", "b", "c", "d", "e")
    rota.book("b", "thu", 8)
    rota.book("c", "thu", 11)
    assert rota.cancel("a", "wed", 14) == "d"
    assert rota.queue("wed", 14) == ["b", "c", "e"]


def test_passed_over_gets_it_later():
    rota = filled(1, "a", "b", "c")
    rota.book("b", "thu", 8)
    rota.cancel("a", "wed", 14)
    rota.cancel("b", "thu", 8)
    assert rota.cancel("c", "wed", 14) == "b"


def test_first_who_may_is_first():
    rota = filled(2, "a", "b", "c")
    rota.book("b", "thu", 8)
    assert rota.cancel("a", "wed", 14) == "b"
    assert rota.slots_of("b") == [("wed", 14), ("thu", 8)]


def test_limit_two_passed_over():
    rota = filled(2, "a", "b", "c")
    rota.book("b", "thu", 8)
    rota.book("b", "fri", 8)
    assert rota.cancel("a", "wed", 14) == "c"


def test_move_out_passes_slot_on():
    rota = filled(1, "a", "b", "c")
    rota.book("b", "mon", 8)
    rota.move_out("a")
    assert rota.table() == "mon 08:b\nwed 14:c"


def test_booked_twice():
    rota = filled(1, "a", "a")
    assert rota.queue("wed", 14) == []
    assert rota.slots_of("a") == [("wed", 14)]


def test_cancelled_limit_free_again():
    rota = filled(1, "a")
    rota.cancel("a", "wed", 14)
    assert rota.book("a", "sun", 19)
    with pytest.raises(ValueError):
        rota.book("a", "sat", 19)
