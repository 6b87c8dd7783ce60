"""What is installed of npm packages: their versions, what they export, and what their documents say of a lost name."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field, TypeAdapter

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.execution.npm_locks import LOCKS, locked_versions
from testfix_pipeline.execution.processes.environment import IN_TARGET, target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project_files import read_json, read_text
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion


class PackageExports(Record):
    """What a package gives: see `testfix_packages.mjs`."""

    names: list[str] = Field(default_factory=list)
    required: list[str] = Field(default_factory=list)
    kind: str = ""
    inner: str = ""
    entries: dict[str, list[str]] = Field(default_factory=dict)
    lacking: list[str] = Field(default_factory=list)
    problem: str = ""


@dataclass(frozen=True)
class PackageVersions:
    """A package's version as it is installed, and the one that the project was written for, with what says so; "" where
    not known."""

    installed: str
    before: str
    source: str

    @classmethod
    def of(cls, root: Path, package: str, earlier: Mapping[str, str]) -> PackageVersions:
        """earlier: by `npm:NAME`, as git knows them, for a lock that was changed together with what is installed."""
        installed, (before, source) = installed_version(root, package), locked_version(root, package)
        if not is_update(before, installed) and (known := earlier.get(f"npm:{package}")):
            before, _, source = known.partition(" in ")
        return cls(installed, before, source)

    @property
    def is_update(self) -> bool:
        """Whether the installed version is surely the newer one."""
        return is_update(self.before, self.installed)

    @property
    def is_major(self) -> bool:
        """Whether the newer version may break what uses the older one, as npm's ranges with `^` have it."""
        return self.is_update and is_update(f"^{self.before.lstrip('^~=v')}", self.installed)


_ANSWER = TypeAdapter(dict[str, PackageExports])
_OFFERED = re.compile(
    r"\b(?:[Uu]se|[Tt]ry|call|to|by|with|now|(?:in )?favou?r of)\s+(?:the\s+)?[`'\"‘“]?([A-Za-z_$][\w$.]*[\w$])"
)
_DOCUMENTS = ("*.md", "*.d.ts", "dist/*.d.ts", "lib/*.d.ts", "types/*.d.ts")
_LARGEST_BYTES = 2_000_000


def exports_of(
    question: LibraryQuestion, members: Mapping[str, Sequence[str]], place: str = "."
) -> dict[str, PackageExports]:
    """What each package gives in a folder of the project, by specifier; empty where Node says nothing readable.

    members: by specifier the members of exports that are asked for.
    """
    node = shutil.which("node")
    if node is None:
        return {}
    script = (IN_TARGET / "testfix_packages.mjs").read_text(encoding="utf-8")
    try:
        done = run(
            [node, "--input-type=module", "-e", script],
            cwd=question.root / place,
            env=target_environment(question.project, question.tree),
            limits=ProcessLimits(question.seconds),
            policy=target_policy(question.project),
            writable=[question.tree],
            stdin=json.dumps({"members": members}).encode(),
        )
        return _ANSWER.validate_json(done.stdout.splitlines()[-1])
    except (MeasurementError, ValueError, IndexError):
        return {}


def installed_version(root: Path, package: str) -> str:
    """The version of a package in `node_modules`; "" where it is not there."""
    return str(read_json(root / "node_modules" / package / "package.json").get("version", ""))


def locked_version(root: Path, package: str) -> tuple[str, str]:
    """The version that the project was written for, and the file that says so: its lock, else what it requires."""
    for name in (*LOCKS, "package.json"):
        if version := locked_versions(name, read_text(root / name)).get(package):
            return version, name
    return "", ""


def is_update(then: str, now: str) -> bool:
    """Whether the version now is surely later than the one before, which may be a range such as `^1.2`."""
    before, after = (re.match(r"[~^=v]*(\d+)(?:\.(\d+))?(?:\.(\d+))?", version) for version in (then, now))
    if before is None or after is None:
        return False
    old, new = ([int(part or 0) for part in found.groups()] for found in (before, after))
    kept = 1 if then.startswith("^") and old[0] else 2 if then.startswith(("~", "^")) else 3
    return new[:kept] > old[:kept]


def renamed_by_documents(lines: Iterable[str], name: str, known: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Names that a line of a package's documents offers in place of another one, with that line.

    A name that may be a word of prose has to be written as code: in quotes, after a dot, or called.
    """
    start, end = (r"(?<=[`'\".])", r"(?=[`'\"(])") if re.fullmatch("[a-z]+", name) else (r"(?<![\w$])", r"(?![\w$])")
    own = re.escape(name)
    word = re.compile(rf"{start}{own}(?![\w$])|(?<![\w$]){own}{end}")
    for line in lines:
        rest = word.sub(" ", line)
        if rest != line and re.search(r"renam|instead|\buse|replac|→|->|=>|deprecat|\bnow\b", line, re.I):
            named = [one for one in re.findall(r"[`'\"]([\w$.]+)(?:\(\))?[`'\"]", rest) if one in known]
            yield from ((one, " ".join(line.split())[:160]) for one in dict.fromkeys(named))


def offered_by_errors(errors: Sequence[str], name: str, known: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Names that an error about one of a package's names offers in place of it, with the error's line."""
    lines = dict.fromkeys(line for error in errors for line in error.splitlines())
    for line in lines if name else ():
        if re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", line):
            offered = [found.rpartition(".")[2] for found in _OFFERED.findall(line)]
            yield from ((one, line[:160]) for one in dict.fromkeys(offered) if one in known and one != name)


def document_lines(folder: Path) -> Iterator[str]:
    """The lines of a package's documents and of its first type declarations."""
    for file in dict.fromkeys(file for pattern in _DOCUMENTS for file in sorted(folder.glob(pattern))):
        with contextlib.suppress(OSError):
            if file.stat().st_size <= _LARGEST_BYTES:
                yield from file.read_text(encoding="utf-8", errors="replace").splitlines()
