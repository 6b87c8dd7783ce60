"""Lock files that a package client checks against their manifest, and makes again: a row each."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.package_client import run_package_client
from testfix_pipeline.execution.processes.supervisor import ProcessResult
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.static_checks.cargo_tools import CargoCheck
from testfix_pipeline.execution.static_checks.static_checks import StaticReport, find_program
from testfix_pipeline.execution.static_checks.static_tools import StaticFinding, StaticTool

_SECONDS = 180.0
_OF_GO = ("GOPROXY", "GONOSUMDB", "GONOSUMCHECK", "GOSUMDB", "GOPRIVATE")
"""Where go looks for modules, as it is set up on the machine."""


@dataclass(frozen=True)
class LockFile:
    """A kind of lock file. checking: the client's arguments that compare it with its manifest, without a change.

    stale: what the client then says of a lock that does not match. making: the arguments that make it again. variables:
    its environment, where `{cache}` is a folder of the session's. passed: variables of the machine that it sees. tool:
    whose environment and folders it uses, too.
    """

    name: str
    manifest: str
    program: str
    checking: tuple[str, ...]
    stale: str
    making: tuple[str, ...]
    variables: Mapping[str, str] = field(default_factory=dict)
    passed: tuple[str, ...] = ()
    tool: StaticTool | None = None


_QUIET_NPM = ("--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund")
_CARGO = ("metadata", "--offline", "--format-version=1")
LOCK_FILES = (
    # building a package to learn its metadata would run its code with the network open
    LockFile("uv.lock", "pyproject.toml", "uv", ("lock", "--check", "--no-build"), r"needs to be updated",
             ("lock", "--no-build")),
    LockFile("poetry.lock", "pyproject.toml", "poetry", ("check", "--lock"), r"changed significantly|poetry lock",
             ("lock",)),
    LockFile("package-lock.json", "package.json", "npm", ("ls", *_QUIET_NPM), r"ELSPROBLEMS",
             ("install", *_QUIET_NPM)),
    LockFile("go.sum", "go.mod", "go", ("list", "-mod=readonly", "-deps", "./..."), r"missing go\.sum entry",
             ("list", "-mod=mod", "-deps", "./..."), {"GOMODCACHE": "{cache}/go", "GOFLAGS": ""}, _OF_GO),
    LockFile("Cargo.lock", "Cargo.toml", "cargo", (*_CARGO, "--locked"), r"cannot update the lock file", _CARGO,
             tool=CargoCheck()),
)  # fmt: skip


@dataclass(frozen=True)
class LockCheck:
    """The check of one lock file of a project. name: its path, relative to the project's root."""

    lock: LockFile
    name: str
    project: TargetProject
    tree: Path
    cache: Path

    @property
    def command(self) -> str:
        """The command that makes the lock again, as a person types it."""
        return f"{self.lock.program} {self.lock.making[0]}"

    def run(self) -> StaticReport:
        """One finding if the lock does not match its manifest; a notice if the client can't tell."""
        done = self._run(self.lock.checking)
        if isinstance(done, str):
            return StaticReport(notices=(done,))
        said = done.log.decode(errors="replace")
        if done.returncode == 0:
            return StaticReport(ran=(self.lock.program,))
        if re.search(self.lock.stale, said) is None:
            return StaticReport(notices=(self._explain("could not compare", done),))
        message = f"it does not match {self.lock.manifest}"
        found = StaticFinding(self.lock.program, self.name, 1, "lock", message, "lint", True)
        return StaticReport((found,), (self.lock.program,))

    def fix(self, files: Sequence[str]) -> str:
        """Make the lock again in the tree; return why that failed, "" if it did not."""
        done = self._run(self.lock.making)
        if isinstance(done, str):
            return done
        return "" if done.returncode == 0 else self._explain("could not make", done)

    def _run(self, arguments: Sequence[str]) -> ProcessResult | str:
        """The client's run in the lock's folder, or why there is none."""
        folder = (self.project.root(self.tree) / self.name).parent
        program = find_program(self.lock.program, folder, self.project, self.tree)
        if program is None:
            return f"{self.lock.program} is not installed, which checks {self.name}."
        own = self.lock.tool
        variables = {name: os.environ[name] for name in self.lock.passed if name in os.environ}
        variables |= {name: text.format(cache=self.cache) for name, text in self.lock.variables.items()}
        variables |= own.environment(self.cache) if own else {}
        self.cache.mkdir(parents=True, exist_ok=True)
        readable = [self.tree, *(own.read_folders() if own else ())]
        seconds = self.project.deadline.bound(_SECONDS)
        try:
            return run_package_client(
                self.project,
                [str(program), *arguments],
                program,
                [folder, self.cache],
                seconds,
                readable=readable,
                variables=variables,
            )
        except MeasurementError as error:
            return f"{self.lock.program} could not be run: {error.what}"

    def _explain(self, what: str, done: ProcessResult) -> str:
        """Why the client failed, by the last line that says so; the network is the usual cause."""
        lines = done.log.decode(errors="replace").strip().splitlines()
        errors = [line for line in lines if re.search(r"error|not found|network|offline", line, re.I)]
        last = "it did not end in time" if done.timed_out else (errors or lines or ["it said nothing"])[0].strip()
        return f"{self.lock.program} {what} {self.name}: {last[:200]} (it may need the network)"


def lock_checks(project: TargetProject, tree: Path, files: Sequence[str], cache: Path) -> list[LockCheck]:
    """The checks of the lock files among `files` (relative to the project's root) that stand beside their manifest."""
    known = set(files)
    return [
        LockCheck(lock, path, project, tree, cache)
        for lock in LOCK_FILES
        for path in files
        if Path(path).name == lock.name and Path(path).with_name(lock.manifest).as_posix() in known
    ]
