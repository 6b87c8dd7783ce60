"""Laundry room rota: who has the washing machine, and who waits for it."""
from collections import defaultdict


DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
FIRST_HOUR, LAST_HOUR, SLOT_HOURS = 8, 20, 3


def slot(day, hour):
    """The slot of a day that contains the hour, as (day, start hour)."""
    day = day.strip().lower()[:3]
    if day not in DAYS:
        raise ValueError(f"unknown day {day!r}")
    if not FIRST_HOUR <= hour < LAST_HOUR:
        raise ValueError("laundry room is closed")
    return day, hour - (hour - FIRST_HOUR) % SLOT_HOURS


class Rota:
    """Bookings of one week."""

    def __init__(self, limit=2):
        self.limit = limit
        self._booked = {}
        self._waiting = defaultdict(list)

    def slots_of(self, tenant):
        mine = [place for place, who in self._booked.items() if who == tenant]
        return sorted(mine, key=lambda place: (DAYS.index(place[0]), place[1]))

    def owner(self, day, hour):
        return self._booked.get(slot(day, hour))

    def queue(self, day, hour):
        return list(self._waiting.get(slot(day, hour), ()))

    def _may_book(self, tenant):
        return len(self.slots_of(tenant)) < self.limit

    def book(self, tenant, day, hour):
        """Book a slot, or join its queue if it is taken; True if booked."""
        place = slot(day, hour)
        current = self._booked.get(place)
        if current == tenant:
            return True
        if current is not None:
            if tenant not in self._waiting[place]:
                self._waiting[place].append(tenant)
            return False
        if not self._may_book(tenant):
            raise ValueError(f"{tenant} has no slots left")
        self._booked[place] = tenant
        return True

    def cancel(self, tenant, day, hour):
        """Give a slot back; returns the tenant who gets it from the queue."""
        place = slot(day, hour)
        if self._booked.get(place) != tenant:
            raise KeyError(f"{tenant} has not booked {place}")
        del self._booked[place]
        return self._promote(place)

    def _promote(self, place):
        queue = self._waiting[place]
        for candidate in queue:
            if not self._may_book(candidate):
                break
            queue.remove(candidate)
            self._booked[place] = candidate
            return candidate
        return None

    def move_out(self, tenant):
        """Remove a tenant from all the queues and slots."""
        for queue in self._waiting.values():
            if tenant in queue:
                queue.remove(tenant)
        for place in self.slots_of(tenant):
            self.cancel(tenant, *place)

    def free_slots(self, day):
        hours = range(FIRST_HOUR, LAST_HOUR, SLOT_HOURS)
        return [h for h in hours if slot(day, h) not in self._booked]

    def table(self):
        """One line per day on which anything is booked."""
        lines = []
        for day in DAYS:
            entries = [
                f"{hour:02d}:{self._booked[day, hour]}"
                for hour in range(FIRST_HOUR, LAST_HOUR, SLOT_HOURS)
                if (day, hour) in self._booked
            ]
            if entries:
                lines.append(f"{day} " + " ".join(entries))
        return "\n".join(lines)
