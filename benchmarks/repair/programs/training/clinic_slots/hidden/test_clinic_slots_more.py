from datetime import date, datetime

import pytest

from clinic_slots import Clinic, ConflictError

DAY = date(2024, 3, 4)


def at(hour, minute=0):
    return datetime(2024, 3, 4, hour, minute)


@pytest.fixture
def clinic():
    c = Clinic()
    c.book("Dr Ek", "Mia", at(9), 60)
    return c


def test_move_earlier(clinic):
    clinic.move(1, at(8, 30))
    assert clinic.get(1).start == at(8, 30)


def test_move_to_same_time(clinic):
    clinic.move(1, at(9))
    assert clinic.get(1).start == at(9)
    assert clinic.minutes_booked("Dr Ek", DAY) == 60


def test_move_up_to_the_next(clinic):
    clinic.book("Dr Ek", "Per", at(10, 30))
    clinic.move(1, at(9, 30))
    assert clinic.get(1).end == at(10, 30)


def test_move_into_the_next(clinic):
    clinic.book("Dr Ek", "Per", at(10, 30))
    with pytest.raises(ConflictError):
        clinic.move(1, at(9, 35))
    assert clinic.get(1).start == at(9)


def test_move_same_patient_elsewhere(clinic):
    clinic.book("Dr Bo", "Mia", at(10, 30))
    with pytest.raises(ConflictError):
        clinic.move(1, at(9, 40))


def test_move_same_patient_same_doctor(clinic):
    clinic.book("Dr Ek", "Mia", at(10, 30))
    with pytest.raises(ConflictError):
        clinic.move(1, at(10))
    with pytest.raises(ConflictError):
        clinic.move(2, at(9, 50))


def test_move_second_keeps_first_blocking(clinic):
    clinic.book("Dr Ek", "Per", at(11))
    clinic.move(2, at(11, 10))
    with pytest.raises(ConflictError):
        clinic.move(2, at(9, 30))


def test_move_outside_hours(clinic):
    with pytest.raises(ValueError):
        clinic.move(1, at(7, 30))
    with pytest.raises(ValueError):
        clinic.move(1, at(16, 30))


def test_move_cancelled(clinic):
    clinic.cancel(1)
    with pytest.raises(ValueError):
        clinic.move(1, at(11))


def test_cancelled_does_not_block(clinic):
    clinic.book("Dr Ek", "Per", at(11))
    clinic.cancel(1)
    clinic.move(2, at(9, 10))
    assert [a.number for a in clinic.day("Dr Ek", DAY)] == [2]


def test_gap_after_move(clinic):
    clinic.move(1, at(9, 15))
    assert clinic.free_gaps("Dr Ek", DAY, 75) == [(at(8), at(9, 15)), (at(10, 15), at(17))]


def test_book_still_checks(clinic):
    clinic.move(1, at(9, 30))
    with pytest.raises(ConflictError):
        clinic.book("Dr Ek", "Per", at(9, 20))
    clinic.book("Dr Ek", "Per", at(9, 10))
