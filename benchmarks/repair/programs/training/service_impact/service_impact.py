"""Work out which services an outage reaches, and how soon."""
from collections import deque


class UnknownService(KeyError):
    pass


class ServiceMap:
    """Services and the services they depend on."""

    def __init__(self):
        self._needs = {}
        self._used_by = {}
        self._owners = {}

    def add(self, name, needs=(), owner=None):
        self._needs.setdefault(name, set())
        self._used_by.setdefault(name, set())
        if owner is not None:
            self._owners[name] = owner
        for dependency in needs:
            self.add(dependency)
            self._needs[name].add(dependency)
            self._used_by[dependency].add(name)

    def services(self):
        return sorted(self._needs)

    def impact(self, failed, max_hops=None):
        """Affected services mapped to their distance from the failed one."""
        return self._reach(failed, self._used_by, max_hops)

    def requirements(self, name):
        """Everything a service needs, directly or not."""
        return sorted(self._reach(name, self._needs, None))

    def waves(self, failed):
        """Affected services grouped by distance, nearest first."""
        groups = {}
        for name, hops in self.impact(failed).items():
            groups.setdefault(hops, []).append(name)
        return [sorted(groups[hops]) for hops in sorted(groups)]

    def owners_to_call(self, failed, max_hops=None):
        """Owners of the failed and the affected services, each once."""
        names = [failed, *self.impact(failed, max_hops)]
        return sorted({self._owners[n] for n in names if n in self._owners})

    def most_critical(self):
        """Service whose failure reaches the most others."""
        return max(self.services(), key=lambda name: len(self.impact(name)))

    def _reach(self, start, edges, max_hops):
        if start not in edges:
            raise UnknownService(start)
        hops = {start: 0}
        queue = deque([start])
        while queue:
            current = queue.pop()
            if max_hops is not None and hops[current] >= max_hops:
                continue
            for neighbour in sorted(edges[current]):
                if neighbour not in hops:
                    hops[neighbour] = hops[current] + 1
                    queue.append(neighbour)
        del hops[start]
        return hops
