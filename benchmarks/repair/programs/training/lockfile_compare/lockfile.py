"""Reads lock files.

    roots: web-app, Click
    requests==2.31.0 sha:ab12 (urllib3, idna)
    idna==3.4 sha:99fe

A `#` starts a comment.
"""
import re
from dataclasses import dataclass

LINE = re.compile(r"(?P<name>[\w.-]+)\s*==\s*(?P<version>[\w.]+)"
                  r"(?:\s+sha:(?P<digest>\w+))?"
                  r"(?:\s*\((?P<requires>[^)]*)\))?")


class LockError(ValueError):
    pass


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    digest: str = ""
    requires: tuple = ()


def canonical(name):
    """`Foo.Bar`, `foo_bar` and `foo-bar` are the same package."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


def split_names(text):
    return [part.strip() for part in text.split(",") if part.strip()]


class Lock:
    def __init__(self, packages=(), roots=()):
        self.packages = {package.name: package for package in packages}
        self.roots = tuple(roots)

    @classmethod
    def parse(cls, text):
        packages, roots = {}, []
        for number, line in enumerate(text.splitlines(), start=1):
            line = line.partition("#")[0].strip()
            if not line:
                continue
            if line.startswith("roots:"):
                roots += [canonical(name) for name in split_names(line[len("roots:"):])]
                continue
            match = LINE.fullmatch(line)
            if not match:
                raise LockError(f"line {number}")
            name = canonical(match["name"])
            if name in packages:
                raise LockError(f"line {number}: {name} is locked twice")
            requires = split_names(match["requires"] or "")
            packages[name] = Package(name, match["version"], match["digest"] or "", tuple(requires))
        return cls(packages.values(), roots)

    def get(self, name):
        return self.packages.get(canonical(name))

    def required_by(self, name):
        """Names of the packages that directly need this one."""
        wanted = canonical(name)
        return sorted(p.name for p in self.packages.values() if wanted in p.requires)

    def reachable(self):
        """Names of all the locked packages that the roots need."""
        seen = set()
        todo = list(self.roots)
        while todo:
            name = todo.pop()
            if name in seen or name not in self.packages:
                continue
            seen.add(name)
            todo.extend(self.packages[name].requires)
        return seen

    def orphans(self):
        return sorted(self.packages.keys() - self.reachable())

    def missing(self):
        """Names that are required, or roots, but not locked."""
        wanted = set(self.roots)
        for package in self.packages.values():
            wanted.update(package.requires)
        return sorted(wanted - self.packages.keys())
