from locker import Locker


def test_next_parcel_has_all_tries():
    locker = Locker(lambda: 0)
    locker.store("1")
    locker.open("0")
    locker.open("0")
    locker.open("1")
    assert locker.wrong == 0
    locker.close()
    locker.store("2")
    locker.open("0")
    locker.open("0")
    assert locker.open("2")


def test_wrong_ones_count():
    locker = Locker(lambda: 0)
    locker.store("1")
    locker.open("0")
    assert locker.wrong == 1
