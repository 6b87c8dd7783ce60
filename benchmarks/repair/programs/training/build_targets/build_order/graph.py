"""Targets and their prerequisites."""


class CycleError(Exception):
    """Raised with the list of targets that form a cycle."""

    def __init__(self, path):
        super().__init__(" -> ".join(path))
        self.path = path


class Graph:
    """Directed graph: target -> the targets it needs."""

    def __init__(self):
        self._needs = {}

    def add(self, target, *needs):
        known = self._needs.setdefault(target, [])
        for need in needs:
            self._needs.setdefault(need, [])
            if need not in known:
                known.append(need)
        return self

    def needs(self, target):
        return tuple(self._needs[target])

    def __contains__(self, target):
        return target in self._needs

    def __iter__(self):
        return iter(self._needs)

    def order(self, goals=None):
        """Targets needed for *goals*, prerequisites first."""
        done = []
        finished = set()
        path = []

        def visit(target):
            if target in finished:
                return
            if target in path:
                raise CycleError(path[path.index(target):] + [target])
            path.append(target)
            for need in self._needs[target]:
                visit(need)
            finished.add(target)
            done.append(target)

        for goal in list(self._needs) if goals is None else goals:
            if goal not in self._needs:
                raise KeyError(goal)
            visit(goal)
        return done
