"""The fixtures that a generated test may use: those of the project's conftest files, and some of pytest's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.code_names import code_name
from testfix_pipeline.planning.generation.subjects.conftest_fixtures import SHARED, WIDTH_OF, Fixture, read_fixtures

BUILT_IN = ("tmp_path", "monkeypatch")
"""Those that an observation can hand out. What is printed is stated with `capsys`, which is none of these."""

_NOT_USED = "fixture is not used"
_NOT_IN_FORCE = "autouse fixture is not in force while inputs are tried"


@dataclass(frozen=True)
class Fixtures:
    """The fixtures that tests can use.

    conftests: the files that define them, the nearest last, as paths in the project.

    own: what a test module may ask for by name. every: these and those that they need. autouse: what is in force for
    each test, in the order of setting up. refused: path::name -> why one is not used. `available` is empty if tests
    are no functions for pytest.
    """

    conftests: tuple[str, ...] = ()
    own: dict[str, Fixture] = field(default_factory=dict)
    available: frozenset[str] = frozenset()
    every: dict[str, Fixture] = field(default_factory=dict)
    autouse: tuple[str, ...] = ()
    refused: dict[str, str] = field(default_factory=dict)

    def of_class(self, name: str) -> list[str]:
        """The names of the fixtures whose value is an instance of a class."""
        return [one.name for one in self.own.values() if name and one.kind == name]

    def without(self, names: set[str]) -> Fixtures:
        """The fixtures without those of these names, which a test module would shadow."""
        own = {name: one for name, one in self.own.items() if name not in names}
        return replace(self, own=own, available=self.available - names)

    def closure(self, names: Iterable[str]) -> list[str]:
        """The fixtures and all that they need, each after those that it needs."""
        found: dict[str, None] = {}
        seen: set[str] = set()

        def visit(name: str) -> None:
            if name not in seen:
                seen.add(name)
                for need in self.every[name].needs if name in self.every else ():
                    visit(need)
                found[name] = None

        for name in names:
            visit(name)
        return list(found)

    def needed(self, names: Iterable[str]) -> list[Fixture]:
        """The conftests' fixtures that are set up for a test which uses these."""
        return [self.every[name] for name in self.closure([*self.autouse, *names]) if name in self.every]

    def refuse(self, reasons: dict[str, str]) -> Fixtures:
        """The fixtures without some, by name with reasons, and without those that need them."""
        left, refused = dict(self.every), dict(self.refused)
        while reasons:
            for name, reason in reasons.items():
                one = left.pop(name)
                refused[code_name(one.file, name)] = f"{_NOT_IN_FORCE if one.autouse else _NOT_USED}: {reason}"
            reasons = _unmet_needs(left)
        own = {name: one for name, one in self.own.items() if name in left}
        autouse = tuple(name for name in self.autouse if name in left)
        available = (self.available & set(BUILT_IN)) | set(own)
        return replace(self, own=own, available=available, every=left, autouse=autouse, refused=refused)


@dataclass(frozen=True)
class Supplies:
    """`contents` are texts for files and streams, the most informative first; `suffix` is that of the files."""

    fixtures: Fixtures = field(default_factory=Fixtures)
    contents: tuple[str, ...] = ()
    suffix: str = ".txt"

    @property
    def has_files(self) -> bool:
        """Whether tests can create files."""
        return "tmp_path" in self.fixtures.available


def find_fixtures(root: Path, folder: str) -> Fixtures:
    """The fixtures visible to tests in a folder of the project; files that can't be parsed have none."""
    places = [PurePosixPath(folder or "."), *PurePosixPath(folder or ".").parents]
    files = [str(place / "conftest.py") for place in reversed(places)]
    conftests = tuple(dict.fromkeys(file for file in files if (root / file).is_file()))
    found: dict[str, Fixture] = {}
    for file in conftests:
        for one in read_fixtures(root, file):
            forced = one.autouse or (one.name in found and found[one.name].autouse)
            found[one.name] = replace(one, autouse=forced)
    autouse = sorted((one for one in found.values() if one.autouse), key=lambda one: -WIDTH_OF.get(one.scope, 0))
    own = {name: one for name, one in found.items() if one.scope not in SHARED}
    every = Fixtures(conftests, own, frozenset({*BUILT_IN, *own}), found, tuple(one.name for one in autouse))
    reasons = {name: one.trouble for name, one in found.items() if one.trouble}
    return every.refuse(reasons or _unmet_needs(found))


def _unmet_needs(known: dict[str, Fixture]) -> dict[str, str]:
    """Why fixtures can't be used: they need one that is unknown, lives shorter, or has a value that tests share."""
    found: dict[str, str] = {}
    for one in known.values():
        for need in one.needs:
            scope = known[need].scope if need in known else "function"
            if need not in known and need not in BUILT_IN:
                found[one.name] = f"it needs `{need}`, which is not at hand"
            elif WIDTH_OF[scope] < WIDTH_OF[one.scope]:
                found[one.name] = f"it needs `{need}`, which does not live as long"
            elif scope in SHARED and one.scope not in SHARED:
                found[one.name] = f"it needs `{need}`, whose value tests share"
    return found
