"""Who has which room when."""

from .slots import Slot


class BookingError(Exception):
    pass


class Ledger:
    def __init__(self, rooms, opening=Slot(8 * 60, 18 * 60)):
        self.opening = opening
        self._bookings = {room: [] for room in rooms}

    def book(self, room, slot, who):
        """Book *room*; raises BookingError with the clashing owner's name."""
        entries = self._entries(room)
        if slot.start < self.opening.start or slot.end > self.opening.end:
            raise BookingError("outside opening hours")
        for taken, owner in entries:
            if taken.overlaps(slot):
                raise BookingError(f"taken by {owner}")
        entries.append((slot, who))
        entries.sort()

    def cancel(self, room, slot):
        entries = self._entries(room)
        for index, (taken, _) in enumerate(entries):
            if taken == slot:
                del entries[index]
                return True
        return False

    def occupant(self, room, minute):
        for taken, owner in self._entries(room):
            if taken.contains(minute):
                return owner
        return None

    def gaps(self, room, at_least=1):
        """Free slots of a room during opening hours, in order."""
        free = []
        cursor = self.opening.start
        for taken, _ in self._entries(room):
            if taken.start - cursor >= at_least:
                free.append(Slot(cursor, taken.start))
            cursor = taken.end
        if self.opening.end - cursor >= at_least:
            free.append(Slot(cursor, self.opening.end))
        return free

    def first_free(self, minutes):
        """Earliest (slot, room) of the given length; ties by room name."""
        options = [
            (Slot(gap.start, gap.start + minutes), room)
            for room in self._bookings
            for gap in self.gaps(room, minutes)
        ]
        return min(options) if options else None

    def _entries(self, room):
        try:
            return self._bookings[room]
        except KeyError:
            raise BookingError(f"no room {room}") from None
