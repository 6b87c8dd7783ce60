"""A build cache: targets are built only if something they depend on changed."""
import hashlib
from collections import OrderedDict
from dataclasses import dataclass


@dataclass
class Target:
    name: str
    source: str
    deps: tuple
    action: object


class CycleError(Exception):
    """Targets depend on each other in a circle."""


class Store:
    """Keeps the artifacts used last."""

    def __init__(self, size):
        self.size = size
        self._artifacts = OrderedDict()

    def __len__(self):
        return len(self._artifacts)

    def __contains__(self, key):
        return key in self._artifacts

    def get(self, key):
        self._artifacts.move_to_end(key)
        return self._artifacts[key]

    def put(self, key, artifact):
        self._artifacts[key] = artifact
        self._artifacts.move_to_end(key)
        while len(self._artifacts) > self.size:
            self._artifacts.popitem(last=False)


class Builder:
    def __init__(self, size=100):
        self.store = Store(size)
        self.built = []
        self.hits = 0
        self._targets = {}
        self._keys = {}

    def add(self, name, source, deps=(), action=None):
        """Define a target; action(source, artifacts of the deps) builds it."""
        if name in self._targets:
            raise ValueError(f"target {name} exists")
        self._targets[name] = Target(name, source, tuple(deps), action or join)

    def edit(self, name, source):
        """Change the source of a target."""
        self._targets[name].source = source
        self._keys.pop(name, None)

    def key(self, name, above=()):
        """Digest of everything the artifact of a target is made of."""
        if name in above:
            raise CycleError(" -> ".join([*above, name]))
        if name not in self._keys:
            target = self._targets[name]
            digest = hashlib.sha256()
            digest.update(f"{target.name}\0{target.source}".encode())
            for dep in target.deps:
                digest.update(self.key(dep, (*above, name)).encode())
            self._keys[name] = digest.hexdigest()
        return self._keys[name]

    def is_fresh(self, name):
        return self.key(name) in self.store

    def build(self, name):
        """The artifact of a target, out of the cache if possible."""
        key = self.key(name)
        if key in self.store:
            self.hits += 1
            return self.store.get(key)
        target = self._targets[name]
        parts = [self.build(dep) for dep in target.deps]
        artifact = target.action(target.source, parts)
        self.built.append(name)
        self.store.put(key, artifact)
        return artifact

    def stale(self):
        """Names of the targets that would have to be built."""
        return sorted(name for name in self._targets if not self.is_fresh(name))

    def dependents(self, name):
        """Names of all targets that need `name`, directly or not."""
        found = set()
        waiting = [name]
        while waiting:
            current = waiting.pop()
            for target in self._targets.values():
                if current in target.deps and target.name not in found:
                    found.add(target.name)
                    waiting.append(target.name)
        return found


def join(source, parts):
    """The default action."""
    return "+".join([*parts, source])
