"""Appointments of a small clinic."""
from dataclasses import dataclass
from datetime import datetime, time, timedelta


@dataclass
class Appointment:
    number: int
    doctor: str
    patient: str
    start: datetime
    minutes: int
    status: str = "booked"

    @property
    def end(self):
        return self.start + timedelta(minutes=self.minutes)


class ConflictError(Exception):
    pass


class Clinic:
    """Keeps the calendars of all doctors; times are local and without zones."""

    def __init__(self, opens=time(8), closes=time(17)):
        self.opens = opens
        self.closes = closes
        self._appointments = {}
        self._last_number = 0

    def get(self, number):
        if number not in self._appointments:
            raise LookupError(f"no appointment {number}")
        return self._appointments[number]

    def active(self):
        return [a for a in self._appointments.values() if a.status == "booked"]

    def _check_hours(self, start, minutes):
        if minutes <= 0:
            raise ValueError("an appointment takes some time")
        end = start + timedelta(minutes=minutes)
        if start.time() < self.opens or end.time() > self.closes or end.date() != start.date():
            raise ValueError("outside the opening hours")

    def _check_free(self, doctor, patient, start, minutes, skip=None):
        """Neither the doctor nor the patient may have something else then."""
        end = start + timedelta(minutes=minutes)
        for other in self.active():
            if other.number == skip:
                continue
            if other.start < end and start < other.end:
                if other.doctor == doctor:
                    raise ConflictError(f"{doctor} is busy")
                if other.patient == patient:
                    raise ConflictError(f"{patient} is elsewhere")

    def book(self, doctor, patient, start, minutes=20):
        self._check_hours(start, minutes)
        self._check_free(doctor, patient, start, minutes)
        self._last_number += 1
        appointment = Appointment(self._last_number, doctor, patient, start, minutes)
        self._appointments[appointment.number] = appointment
        return appointment

    def cancel(self, number):
        appointment = self.get(number)
        if appointment.status != "booked":
            raise ValueError("not booked")
        appointment.status = "cancelled"

    def extend(self, number, minutes):
        """Make an appointment longer without moving its start."""
        a = self.get(number)
        total = a.minutes + minutes
        self._check_hours(a.start, total)
        self._check_free(a.doctor, a.patient, a.start, total, skip=a.number)
        a.minutes = total

    def move(self, number, start):
        """Give an appointment another time with the same doctor."""
        a = self.get(number)
        if a.status != "booked":
            raise ValueError("not booked")
        self._check_hours(start, a.minutes)
        self._check_free(a.doctor, a.patient, start, a.minutes)
        a.start = start

    def day(self, doctor, date):
        """The doctor's appointments of a day in order of time."""
        found = [a for a in self.active() if a.doctor == doctor and a.start.date() == date]
        return sorted(found, key=lambda a: a.start)

    def free_gaps(self, doctor, date, minutes):
        """Periods of at least so many minutes in which the doctor is free."""
        gaps = []
        begin = datetime.combine(date, self.opens)
        for a in self.day(doctor, date):
            if a.start - begin >= timedelta(minutes=minutes):
                gaps.append((begin, a.start))
            begin = a.end
        closing = datetime.combine(date, self.closes)
        if closing - begin >= timedelta(minutes=minutes):
            gaps.append((begin, closing))
        return gaps

    def minutes_booked(self, doctor, date):
        return sum(a.minutes for a in self.day(doctor, date))
