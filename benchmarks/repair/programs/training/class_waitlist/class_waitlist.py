"""Gym classes with limited places, a waiting list and a limit of bookings per member."""


class BookingError(Exception):
    pass


class GymClass:
    def __init__(self, name, hour, capacity):
        self.name = name
        self.hour = hour
        self.capacity = capacity
        self.booked = []
        self.waiting = []

    @property
    def free(self):
        return max(self.capacity - len(self.booked), 0)

    def position(self, member):
        """Place on the waiting list, from 1; None for those who don't wait."""
        return self.waiting.index(member) + 1 if member in self.waiting else None

    def __str__(self):
        text = f"{self.name} {self.hour:02d}h: {len(self.booked)}/{self.capacity}"
        return f"{text}, {len(self.waiting)} waiting" if self.waiting else text


class Gym:
    def __init__(self, max_bookings=3):
        self.max_bookings = max_bookings
        self._classes = {}
        self._strikes = {}
        self.messages = []

    def add_class(self, name, hour, capacity):
        if name in self._classes:
            raise ValueError(f"class {name} exists")
        self._classes[name] = GymClass(name, hour, capacity)

    def gym_class(self, name):
        return self._classes[name]

    def bookings(self, member):
        """Names of the member's classes, by hour."""
        mine = [c for c in self._classes.values() if member in c.booked]
        return [c.name for c in sorted(mine, key=lambda c: (c.hour, c.name))]

    def refusal(self, member, gym_class):
        """Why the member can't have a place in the class now, None if they can."""
        mine = self.bookings(member)
        if len(mine) >= self.max_bookings:
            return "too many bookings"
        if any(self._classes[name].hour == gym_class.hour for name in mine):
            return "another class at the same hour"
        if self._strikes.get(member, 0) >= 2:
            return "too many missed classes"
        return None

    def book(self, member, name):
        """Book a place, or join the waiting list. True if there was a place."""
        gym_class = self._classes[name]
        if member in gym_class.booked or member in gym_class.waiting:
            raise BookingError("already on the list")
        reason = self.refusal(member, gym_class)
        if reason:
            raise BookingError(reason)
        if gym_class.free and not gym_class.waiting:
            gym_class.booked.append(member)
            return True
        gym_class.waiting.append(member)
        self._fill(gym_class)
        return member in gym_class.booked

    def cancel(self, member, name):
        gym_class = self._classes[name]
        if member in gym_class.waiting:
            gym_class.waiting.remove(member)
        elif member in gym_class.booked:
            gym_class.booked.remove(member)
            self._fill(gym_class)
        else:
            raise BookingError("not on the list")

    def resize(self, name, capacity):
        """Move a class to another room; nobody loses their place in a smaller one."""
        gym_class = self._classes[name]
        gym_class.capacity = capacity
        self._fill(gym_class)

    def _fill(self, gym_class):
        """Give free places to those who wait, first come first served.

        Who can't take the place at the moment stays on the list.
        """
        for member in gym_class.waiting:
            if not gym_class.free:
                break
            if self.refusal(member, gym_class):
                continue
            gym_class.waiting.remove(member)
            gym_class.booked.append(member)
            self.messages.append((member, f"You have a place in {gym_class.name}"))

    def check_in(self, name, present):
        """Close a class; those who were booked but absent get a strike."""
        gym_class = self._classes.pop(name)
        absent = [member for member in gym_class.booked if member not in present]
        for member in absent:
            self._strikes[member] = self._strikes.get(member, 0) + 1
        for member in gym_class.waiting:
            self.messages.append((member, f"No place in {name} this time"))
        return absent

    def timetable(self):
        return [str(c) for c in sorted(self._classes.values(), key=lambda c: (c.hour, c.name))]
