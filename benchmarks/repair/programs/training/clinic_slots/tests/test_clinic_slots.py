from datetime import date, datetime

import pytest

from clinic_slots import Clinic, ConflictError

DAY = date(2024, 3, 4)


def at(hour, minute=0):
    return datetime(2024, 3, 4, hour, minute)


@pytest.fixture
def clinic():
    c = Clinic()
    c.book("Dr Ek", "Mia", at(9))
    c.book("Dr Ek", "Per", at(10), 40)
    return c


def test_day(clinic):
    clinic.book("Dr Ek", "Ulf", at(8))
    assert [a.patient for a in clinic.day("Dr Ek", DAY)] == ["Ulf", "Mia", "Per"]
    assert clinic.day("Dr Bo", DAY) == []


def test_conflicts(clinic):
    with pytest.raises(ConflictError):
        clinic.book("Dr Ek", "Ulf", at(10, 30))
    with pytest.raises(ConflictError):
        clinic.book("Dr Bo", "Mia", at(9, 10))
    clinic.book("Dr Ek", "Ulf", at(9, 20))


def test_opening_hours(clinic):
    with pytest.raises(ValueError):
        clinic.book("Dr Ek", "Ulf", at(7, 50))
    with pytest.raises(ValueError):
        clinic.book("Dr Ek", "Ulf", at(16, 50))


def test_cancel_frees_the_time(clinic):
    clinic.cancel(1)
    clinic.book("Dr Ek", "Ulf", at(9))
    with pytest.raises(ValueError):
        clinic.cancel(1)


def test_extend(clinic):
    clinic.extend(1, 40)
    assert clinic.get(1).end == at(10)
    with pytest.raises(ConflictError):
        clinic.extend(1, 5)


def test_move(clinic):
    clinic.move(2, at(14))
    assert clinic.get(2).start == at(14)
    clinic.book("Dr Ek", "Ulf", at(10))


def test_move_by_ten_minutes(clinic):
    clinic.move(2, at(10, 10))
    assert clinic.get(2).start == at(10, 10)
    assert clinic.get(2).end == at(10, 50)


def test_move_into_another(clinic):
    with pytest.raises(ConflictError):
        clinic.move(2, at(8, 50))
    assert clinic.get(2).start == at(10)


def test_gaps(clinic):
    assert clinic.free_gaps("Dr Ek", DAY, 30) == [
        (at(8), at(9)),
        (at(9, 20), at(10)),
        (at(10, 40), at(17)),
    ]
    assert clinic.free_gaps("Dr Ek", DAY, 45)[1:] == [(at(10, 40), at(17))]
    assert clinic.minutes_booked("Dr Ek", DAY) == 60
