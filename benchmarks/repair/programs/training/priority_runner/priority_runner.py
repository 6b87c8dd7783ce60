"""Runs tasks by priority (lower first), then in the order they were added."""
import heapq
from dataclasses import dataclass, field
from itertools import count

WAITING, RUNNING, DONE, FAILED, CANCELLED = "waiting", "running", "done", "failed", "cancelled"


@dataclass
class Task:
    name: str
    action: object
    priority: int
    number: int
    retries: int = 0
    state: str = WAITING
    needs: set = field(default_factory=set)


class Runner:
    def __init__(self):
        self._tasks = {}
        self._heap = []
        self._numbers = count(1)
        self.log = []

    def add(self, name, action, priority=5, needs=(), retries=0):
        if name in self._tasks:
            raise ValueError(f"task {name} exists")
        missing = [n for n in needs if n not in self._tasks]
        if missing:
            raise KeyError(", ".join(missing))
        task = Task(name, action, priority, next(self._numbers), retries)
        task.needs = {n for n in needs if self._tasks[n].state != DONE}
        self._tasks[name] = task
        if not task.needs:
            self._push(task)
        return task

    def _push(self, task):
        heapq.heappush(self._heap, (task.priority, task.number, task.name))

    def state(self, name):
        return self._tasks[name].state

    def pending(self):
        """Names of the waiting tasks in order of priority."""
        waiting = [t for t in self._tasks.values() if t.state == WAITING]
        return [t.name for t in sorted(waiting, key=lambda t: (t.priority, t.number))]

    def reprioritise(self, name, priority):
        task = self._tasks[name]
        if task.state != WAITING:
            raise ValueError(f"task {name} is {task.state}")
        if priority == task.priority:
            return
        task.priority = priority
        if not task.needs:
            self._push(task)

    def cancel(self, name):
        """Cancel a waiting task, with everything that needs it."""
        task = self._tasks[name]
        if task.state != WAITING:
            return False
        task.state = CANCELLED
        self._cancel_dependents(name)
        return True

    def _cancel_dependents(self, name):
        for other in self._tasks.values():
            if name in other.needs:
                self.cancel(other.name)

    def _next(self):
        """The most urgent task that can run, None if there is none."""
        while self._heap:
            priority, _, name = heapq.heappop(self._heap)
            task = self._tasks[name]
            if task.state != WAITING:
                continue
            return task
        return None

    def run_one(self):
        """Run one task and return its name, None if nothing can run."""
        task = self._next()
        if task is None:
            return None
        task.state = RUNNING
        self.log.append(task.name)
        try:
            task.action()
        except Exception:
            self._failed(task)
        else:
            task.state = DONE
            self._release(task.name)
        return task.name

    def _failed(self, task):
        if task.retries > 0:
            task.retries -= 1
            task.state = WAITING
            self._push(task)
        else:
            task.state = FAILED
            self._cancel_dependents(task.name)

    def _release(self, name):
        for other in self._tasks.values():
            if name in other.needs:
                other.needs.discard(name)
                if not other.needs and other.state == WAITING:
                    self._push(other)

    def run_all(self):
        while self.run_one() is not None:
            pass
        return self.log
