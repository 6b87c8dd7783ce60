"""Finds a set of package versions that satisfies all requirements."""
from versions import Requirement, parse_version, show


class Unresolvable(Exception):
    pass


class Index:
    """The packages that can be had, with the requirements of each version."""

    def __init__(self):
        self._packages = {}

    def publish(self, name, version, requires=()):
        releases = self._packages.setdefault(name, {})
        releases[parse_version(version)] = [Requirement.parse(r) for r in requires]

    def candidates(self, requirement):
        """Versions that the requirement allows, newest first."""
        releases = self._packages.get(requirement.name, {})
        return sorted(filter(requirement.allows, releases), reverse=True)

    def requires(self, name, version):
        return self._packages[name][version]


class Resolver:
    def __init__(self, index):
        self.index = index

    def resolve(self, *wanted):
        """Package name -> version text, as new as possible."""
        chosen = self._solve([Requirement.parse(text) for text in wanted], {})
        if chosen is None:
            raise Unresolvable(", ".join(wanted))
        return {name: show(version) for name, version in sorted(chosen.items())}

    def _solve(self, open_requirements, chosen):
        if not open_requirements:
            return chosen
        first, *rest = open_requirements
        if first.name in chosen:
            return self._solve(rest, chosen)
        for version in self.index.candidates(first):
            needed = self.index.requires(first.name, version)
            found = self._solve(rest + needed, {**chosen, first.name: version})
            if found is not None:
                return found
        return None

    def upgrades(self, installed, *wanted):
        """Changes from the installed versions: name -> (old or None, new)."""
        changes = {}
        for name, new in self.resolve(*wanted).items():
            old = installed.get(name)
            if old is None or parse_version(old) != parse_version(new):
                changes[name] = (old, new)
        return changes

    def order(self, *wanted):
        """Names in the order of installation: what is required comes first."""
        chosen = self.resolve(*wanted)
        done = []

        def visit(name, path):
            if name in done or name in path:
                return
            for requirement in self.index.requires(name, parse_version(chosen[name])):
                visit(requirement.name, path + [name])
            done.append(name)

        for name in chosen:
            visit(name, [])
        return done
