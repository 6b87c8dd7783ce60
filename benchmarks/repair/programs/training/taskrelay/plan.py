"""Tasks and the order in which they have to run."""
from dataclasses import dataclass, field


class PlanError(ValueError):
    pass


@dataclass
class Task:
    name: str
    action: object
    needs: list = field(default_factory=list)
    retries: int = 0
    optional: bool = False


class Plan:
    def __init__(self, tasks=()):
        self._tasks = {}
        for task in tasks:
            self.add(task)

    def add(self, task):
        if task.name in self._tasks:
            raise PlanError(f"task {task.name} exists already")
        self._tasks[task.name] = task

    def __getitem__(self, name):
        return self._tasks[name]

    def __len__(self):
        return len(self._tasks)

    def order(self, targets=None):
        """Names of the targets (default: all) and what they need, needs first."""
        done = []
        path = []

        def visit(name):
            if name in done:
                return
            if name in path:
                raise PlanError("cycle: " + " -> ".join(path[path.index(name):] + [name]))
            if name not in self._tasks:
                raise PlanError(f"unknown task {name}")
            path.append(name)
            for need in self._tasks[name].needs:
                visit(need)
            path.pop()
            done.append(name)

        for name in self._tasks if targets is None else targets:
            visit(name)
        return done
