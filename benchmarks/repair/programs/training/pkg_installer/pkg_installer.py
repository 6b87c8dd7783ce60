"""Works out in which order packages must be installed and removed."""
from dataclasses import dataclass


class PackageError(Exception):
    """A request that can't be carried out."""


@dataclass(frozen=True)
class Package:
    name: str
    requires: tuple = ()
    conflicts: tuple = ()


class Catalog:
    """All known packages."""

    def __init__(self, packages=()):
        self._packages = {}
        for package in packages:
            self.add(package)

    def add(self, package):
        self._packages[package.name] = package

    def __getitem__(self, name):
        try:
            return self._packages[name]
        except KeyError:
            raise PackageError(f"unknown package {name}") from None

    def closure(self, name):
        """All packages that `name` needs, in installation order, itself last."""
        order = []
        self._visit(name, order, [])
        return order

    def _visit(self, name, order, path):
        if name in order:
            return
        if name in path:
            raise PackageError("cycle: " + " -> ".join(path[path.index(name):] + [name]))
        for required in sorted(self[name].requires):
            self._visit(required, order, path + [name])
        order.append(name)


class System:
    """The installed packages, and which of them the user asked for."""

    def __init__(self, catalog):
        self.catalog = catalog
        self.installed = []
        self.manual = set()

    def install(self, name):
        """Installs the package with all it needs; returns what was added."""
        if name in self.installed:
            return []
        wanted = [n for n in self.catalog.closure(name) if n not in self.installed]
        self._check_conflicts(wanted)
        self.installed.extend(wanted)
        self.manual.add(name)
        return wanted

    def _check_conflicts(self, wanted):
        present = set(self.installed) | set(wanted)
        for name in sorted(present):
            for other in self.catalog[name].conflicts:
                if other in present:
                    raise PackageError(f"{name} conflicts with {other}")

    def dependents(self, name):
        """Installed packages that require `name` directly."""
        return [n for n in self.installed if name in self.catalog[n].requires]

    def remove(self, name):
        if name not in self.installed:
            raise PackageError(f"{name} is not installed")
        users = self.dependents(name)
        if users:
            raise PackageError(f"{name} is needed by {', '.join(users)}")
        self.installed.remove(name)
        self.manual.discard(name)

    def orphans(self):
        """Packages that came along as requirements and that nobody needs now."""
        needed = set()
        for name in self.manual:
            needed.update(self.catalog.closure(name))
        return [n for n in self.installed if n not in needed]

    def autoremove(self):
        """Removes the orphans, those that depend on others first."""
        removed = []
        for name in reversed(self.orphans()):
            self.remove(name)
            removed.append(name)
        return removed

    def describe(self):
        return [n if n in self.manual else f"{n} (auto)" for n in self.installed]
