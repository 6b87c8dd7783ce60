"""A to-do list on which every change can be undone and redone."""
from contextlib import contextmanager
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Task:
    title: str
    done: bool = False
    priority: int = 0


class Insert:
    def __init__(self, index, task):
        self.index = index
        self.task = task

    def apply(self, tasks):
        tasks.insert(self.index, self.task)

    def revert(self, tasks):
        del tasks[self.index]


class Delete:
    def __init__(self, index):
        self.index = index
        self.task = None

    def apply(self, tasks):
        self.task = tasks.pop(self.index)

    def revert(self, tasks):
        tasks.insert(self.index, self.task)


class Change:
    """Replace some fields of one task."""

    def __init__(self, index, **fields):
        self.index = index
        self.fields = fields
        self.before = None

    def apply(self, tasks):
        self.before = tasks[self.index]
        tasks[self.index] = replace(self.before, **self.fields)

    def revert(self, tasks):
        tasks[self.index] = self.before


class Group:
    """Several changes that are undone and redone as one."""

    def __init__(self, commands):
        self.commands = commands

    def apply(self, tasks):
        for command in self.commands:
            command.apply(tasks)

    def revert(self, tasks):
        for command in self.commands:
            command.revert(tasks)


class TaskList:
    def __init__(self, titles=()):
        self._tasks = [Task(title) for title in titles]
        self._undo = []
        self._redo = []
        self._open_group = None

    def _run(self, command):
        command.apply(self._tasks)
        if self._open_group is not None:
            self._open_group.append(command)
        else:
            self._undo.append(command)
        self._redo.clear()

    @contextmanager
    def group(self):
        """All changes made inside count as a single step."""
        if self._open_group is not None:
            raise RuntimeError("groups can't be nested")
        self._open_group = []
        try:
            yield self
        finally:
            commands, self._open_group = self._open_group, None
            if commands:
                self._undo.append(Group(commands))

    def add(self, title, priority=0):
        title = title.strip()
        if not title:
            raise ValueError("empty title")
        self._run(Insert(len(self._tasks), Task(title, priority=priority)))

    def remove(self, title):
        self._run(Delete(self._find(title)))

    def finish(self, title):
        self._run(Change(self._find(title), done=True))

    def rename(self, old, new):
        self._run(Change(self._find(old), title=new))

    def move(self, title, index):
        """Put the task at another place of the list."""
        old = self._find(title)
        task = self._tasks[old]
        with self.group():
            self._run(Delete(old))
            self._run(Insert(index, task))

    def clear_done(self):
        with self.group():
            for task in [task for task in self._tasks if task.done]:
                self._run(Delete(self._tasks.index(task)))

    def _find(self, title):
        for index, task in enumerate(self._tasks):
            if task.title == title:
                return index
        raise KeyError(title)

    def undo(self):
        """Undo the last step; False if there is none."""
        if not self._undo:
            return False
        command = self._undo.pop()
        command.revert(self._tasks)
        self._redo.append(command)
        return True

    def redo(self):
        if not self._redo:
            return False
        command = self._redo.pop()
        command.apply(self._tasks)
        self._undo.append(command)
        return True

    def titles(self, pending_only=False):
        return [t.title for t in self._tasks if not (pending_only and t.done)]
