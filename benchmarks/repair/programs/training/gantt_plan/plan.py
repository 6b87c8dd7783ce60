"""When tasks can and have to start, and which ones must not be late."""

from dataclasses import dataclass

from tasks import in_order, parse_tasks


@dataclass
class Slot:
    """Days are counted from 0; a task that starts on day 2 and takes 3 days ends on day 5, where the next can start."""

    task: object
    start: int = 0
    latest: int = 0

    @property
    def end(self):
        return self.start + self.task.days

    @property
    def slack(self):
        """By how many days the task can be late without delaying the whole plan."""
        return self.latest - self.start

    @property
    def critical(self):
        return self.slack == 0


class Plan:
    def __init__(self, text):
        self.tasks = in_order(parse_tasks(text))
        self.slots = {}
        self._forward()
        self.length = max((slot.end for slot in self.slots.values()), default=0)
        self._backward()

    def _forward(self):
        for task in self.tasks:
            ends = [self.slots[other].end + self.slots[other].task.lag for other in task.after]
            self.slots[task.name] = Slot(task, max(ends, default=0))

    def _backward(self):
        for task in reversed(self.tasks):
            slot = self.slots[task.name]
            latest_end = self.length
            for other in self.tasks:
                if task.name in other.after:
                    latest_end = self.slots[other.name].latest - task.lag
            slot.latest = latest_end - task.days

    def critical_path(self):
        """The names of the tasks that have no slack, in order of their start."""
        slots = [slot for slot in self.slots.values() if slot.critical]
        return [slot.task.name for slot in sorted(slots, key=lambda slot: slot.start)]

    def busiest(self):
        """The largest number of tasks on the same day."""
        days = [
            sum(1 for slot in self.slots.values() if slot.start <= day < slot.end) for day in range(self.length)
        ]
        return max(days, default=0)

    def chart(self):
        """A line for every task: `#` for a day of work that must not be late, `=` for other work, `-` for slack."""
        width = max((len(name) for name in self.slots), default=0)
        lines = []
        for name, slot in self.slots.items():
            mark = "#" if slot.critical else "="
            bar = " " * slot.start + mark * slot.task.days + "-" * slot.slack
            lines.append(f"{name:<{width}} |{bar}")
        return "\n".join(lines)
