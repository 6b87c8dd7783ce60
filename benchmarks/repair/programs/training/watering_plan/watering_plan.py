"""Plans on which days which plants have to be watered."""
from dataclasses import dataclass
from datetime import date, timedelta

ONE_DAY = timedelta(days=1)
WINTER = {11, 12, 1, 2}


@dataclass(frozen=True)
class Plant:
    name: str
    every: int
    millilitres: int
    winter_factor: int = 1

    def interval(self, day):
        """Days until the next watering, if watered on that day."""
        factor = self.winter_factor if day.month in WINTER else 1
        return timedelta(days=self.every * factor)


class WateringPlan:
    """Nobody waters on rest days (weekday numbers, Monday is 0): it is done later then."""

    def __init__(self, rest_days=()):
        self.rest_days = frozenset(rest_days)
        if len(self.rest_days & set(range(7))) == 7:
            raise ValueError("no day is left for watering")
        self._plants = {}
        self._last = {}

    def add(self, plant, last=None):
        if plant.every < 1:
            raise ValueError("bad interval")
        self._plants[plant.name] = plant
        if last is not None:
            self._last[plant.name] = last

    def remove(self, name):
        del self._plants[name]
        self._last.pop(name, None)

    def water(self, name, day):
        """Notes that a plant was watered; an older note than the last changes nothing."""
        if name not in self._plants:
            raise KeyError(name)
        last = self._last.get(name)
        if last is None or day > last:
            self._last[name] = day

    def _working_day(self, day):
        if day.weekday() in self.rest_days:
            day += ONE_DAY
        return day

    def next_due(self, name, today, last=None):
        """Day of the next watering, which is today at the earliest."""
        plant = self._plants[name]
        last = last or self._last.get(name)
        if last is None:
            return self._working_day(today)
        return self._working_day(max(last + plant.interval(last), today))

    def due(self, today):
        """Names of the plants to water today."""
        return sorted(name for name in self._plants if self.next_due(name, today) == today)

    def overdue(self, today):
        """(name, days late) of the plants that should have been watered, latest first."""
        late = []
        for name, last in self._last.items():
            days = (today - last - self._plants[name].interval(last)).days
            if days > 0:
                late.append((name, days))
        return sorted(late, key=lambda pair: (-pair[1], pair[0]))

    def schedule(self, start, days):
        """{day: names} for so many days, if everything is watered as planned."""
        end = start + timedelta(days=days)
        plan = {}
        for name in sorted(self._plants):
            day = self.next_due(name, start)
            while day < end:
                plan.setdefault(day, []).append(name)
                day = self.next_due(name, day + ONE_DAY, last=day)
        return dict(sorted(plan.items()))

    def litres(self, start, days):
        names = [name for group in self.schedule(start, days).values() for name in group]
        return sum(self._plants[name].millilitres for name in names) / 1000
