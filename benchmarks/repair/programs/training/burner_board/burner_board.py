"""A board of cooking timers, one for each dish on the stove."""


class Dish:
    """A timer: `due` counts while it runs, `left` while it is paused."""

    def __init__(self, name, due):
        self.name = name
        self.due = due
        self.left = None
        self.turn_at = []

    @property
    def paused(self):
        return self.left is not None

    def remaining(self, now):
        if self.paused:
            return self.left
        return max(0, self.due - now)


def clock(seconds):
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02d}:{seconds:02d}"
    return f"{minutes}:{seconds:02d}"


class Board:
    def __init__(self):
        self.now = 0
        self.dishes = {}
        self.done = []

    def start(self, name, seconds, turn_every=None):
        """Start a timer; `turn_every` adds reminders to turn the dish."""
        if name in self.dishes:
            raise ValueError(f"{name} is on already")
        if seconds <= 0:
            raise ValueError("no time")
        dish = Dish(name, self.now + seconds)
        if turn_every:
            dish.turn_at = list(range(seconds - turn_every, 0, -turn_every))
        self.dishes[name] = dish

    def pause(self, name):
        dish = self.dishes[name]
        if not dish.paused:
            dish.left = dish.due - self.now

    def resume(self, name):
        dish = self.dishes[name]
        if dish.paused:
            dish.due = self.now + dish.left
            dish.left = None

    def extend(self, name, seconds):
        """Give a dish more time (or less, if negative), at least a second."""
        dish = self.dishes[name]
        dish.due = max(self.now + 1, dish.due + seconds)

    def stop(self, name):
        """Take a dish off; returns the seconds that were left."""
        return self.dishes.pop(name).remaining(self.now)

    def tick(self, seconds):
        """Let time pass; returns the events as (time, what, dish), in order."""
        until = self.now + seconds
        events = []
        for dish in self.dishes.values():
            if dish.paused:
                continue
            while dish.turn_at and dish.due - dish.turn_at[0] <= until:
                left = dish.turn_at.pop(0)
                events.append((dish.due - left, "turn", dish.name))
            if dish.due <= until:
                events.append((dish.due, "done", dish.name))
        self.now = until
        events.sort()
        for _, what, name in events:
            if what == "done":
                del self.dishes[name]
                self.done.append(name)
        return events

    def next_due(self):
        """Name of the running dish that is done first, None if there is none."""
        running = [d for d in self.dishes.values() if not d.paused]
        if not running:
            return None
        return min(running, key=lambda d: (d.due, d.name)).name

    def show(self):
        lines = []
        for dish in sorted(self.dishes.values(), key=lambda d: (d.remaining(self.now), d.name)):
            mark = " (paused)" if dish.paused else ""
            lines.append(f"{dish.name} {clock(dish.remaining(self.now))}{mark}")
        return lines
