"""Tasks that depend on each other."""

from dataclasses import dataclass


class PlanError(ValueError):
    """A plan that can't be carried out."""


@dataclass(frozen=True)
class Task:
    """days: working days; lag: days to wait after the end before anything that depends on it can start."""

    name: str
    days: int
    after: tuple = ()
    lag: int = 0


def parse_tasks(text):
    """Lines such as `paint: 3 +1 after walls, ceiling` (three days of work, one to dry)."""
    tasks = {}
    for line in text.strip().splitlines():
        name, colon, rest = line.partition(":")
        if not colon:
            raise PlanError(f"can't read {line!r}")
        numbers, _, names = rest.partition(" after ")
        days, *lag = numbers.split()
        after = tuple(other.strip() for other in names.split(",") if other.strip())
        name = name.strip()
        if name in tasks:
            raise PlanError(f"{name} is there twice")
        tasks[name] = Task(name, int(days), after, int(lag[0]) if lag else 0)
    return tasks


def in_order(tasks):
    """The tasks so that every one comes after those it depends on, otherwise as they were given."""
    ordered = {}
    left = dict(tasks)
    while left:
        ready = [name for name, task in left.items() if all(other in ordered for other in task.after)]
        if not ready:
            unknown = {other for task in left.values() for other in task.after} - set(tasks)
            raise PlanError(f"no such task: {min(unknown)}" if unknown else f"a circle around {min(left)}")
        for name in ready:
            ordered[name] = left.pop(name)
    return list(ordered.values())
