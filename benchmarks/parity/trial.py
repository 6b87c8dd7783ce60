"""One repository: its environment, both measurements, the planted fault. Each step's result is on the disk at once."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.parity.commands import Ran, run
from benchmarks.parity.comparing import compared
from benchmarks.parity.faults import Fault, faults_of
from benchmarks.parity.native_reports import OPTIONS, Outcomes, read_measured, read_native
from benchmarks.parity.only_commit import forget_history, restore_history, wants_only_commit
from benchmarks.parity.repositories import Environment, NotReady, Repository, checkout
from benchmarks.repair import cache

TESTFIX = Path(sys.executable).with_name("testfix")
MAKE_SECONDS = 900.0
INTERRUPTED = (2, 3, 4)
"""pytest's exit codes where it runs no test: a file can't be collected, pytest fails itself, its options are wrong."""
FAULT_TRIES = 6
MOST_FAILING_SHARE = 0.3
"""A fault that fails more of the tests than that shows its author at once; another one is planted."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Limits:
    """Most seconds of one run of the project's own command, of `testfix measure` and of `testfix fix`."""

    suite: float = 600.0
    measure: float = 1200.0
    fix: float = 600.0


class Trial:
    """What is measured of one repository. `place`: its folder in the cache; `version`: of the code; None: any."""

    def __init__(
        self, repository: Repository, made_by: Environment, place: Path, version: str | None, limits: Limits
    ) -> None:
        self.repository, self.made_by, self.place, self.limits = repository, made_by, place, limits
        self._file = place / "row.json"
        self.row: Row = json.loads(self._file.read_text()) if self._file.is_file() else {}
        made = hashlib.sha256(repr((repository.commit, made_by)).encode()).hexdigest()[:16]
        if self.row.get("made") != made:
            self.row = {"made": made}
        if version is not None and self.row.get("version") != version:
            self.row = {key: value for key, value in self.row.items() if key in ("made", "environment", "native")}
            self.row["version"] = version
        self.tree = place / "checkout"
        self.env = place / "env"
        self.history = place / "history"
        self.commit = "only" if wants_only_commit(repository.name) else "last"
        if self.row.get("fix", {}).get("commit", "last") != self.commit:
            self.row.pop("fix", None)

    def step(self, name: str, make: Callable[[], Row]) -> Row:
        """The result of a step, made unless the disk has it."""
        if name not in self.row:
            self.row[name] = make()
            unfinished = self._file.with_suffix(".new")
            unfinished.write_text(json.dumps(self.row, indent=1))
            unfinished.replace(self._file)
        found: Row = self.row[name]
        return found

    def prepare(self) -> None:
        """Clone and make the environment, once. Raises NotReady, with the command that failed."""
        self.tree = checkout(self.repository, self.place)
        self.put_back()  # what a killed run left

        def made() -> Row:
            for command in self.made_by.make:
                ran = self.run(command, MAKE_SECONDS)
                if ran.exit_code != 0:
                    ended = "took too long" if ran.exit_code is None else f"exit code {ran.exit_code}"
                    raise NotReady(f"`{command}`: {ended}: {ran.printed.strip()[-300:]}")
            return {"status": self.state()["status"]}

        self.step("environment", made)

    def run(self, command: str, seconds: float) -> Ran:
        """Run one of the repository's own commands in its environment."""
        return run(command, self.tree, self.variables(), seconds)

    def variables(self) -> dict[str, str]:
        """Those of the environment: `ENV`, its `bin` first on the PATH, and those of the file."""
        path = os.pathsep.join([str(self.env / "bin"), str(self.tree / "node_modules" / ".bin"), os.environ["PATH"]])
        return {"ENV": str(self.env), "PATH": path, **self.made_by.variables}

    def of_testfix(self) -> dict[str, str]:
        """The variables of `testfix` itself: as of the environment, with a home and a cache of the benchmark's own."""
        home = cache.folder("parity", "home")
        return {**self.variables(), "DAGSTER_HOME": str(home), "TESTFIX_CACHE": str(home / "cache")}

    def native(self) -> tuple[Ran, Outcomes]:
        """One run of the project's own command. Raises ValueError where it reports nothing."""
        framework, report = self.repository.framework, self.place / "report"
        report.unlink(missing_ok=True)
        command = f"{self.made_by.command} {OPTIONS.get(framework, '').format(report=report)}"
        ran = self.run(without_powers(command), self.limits.suite)
        if ran.exit_code is None:
            raise ValueError(f"too long: over {self.limits.suite:.0f} s")
        if framework == "pytest" and ran.exit_code in INTERRUPTED:
            raise ValueError(f"pytest ran no test (exit code {ran.exit_code}): {ran.printed.strip()[-400:]}")
        try:
            return ran, read_native(framework, report, ran.printed, self.tree)
        except ValueError as error:
            raise ValueError(f"{error}; it printed: {ran.printed.strip()[-400:]}") from error

    def native_row(self) -> Row:
        """What the project's own command says, for the step `native`."""
        try:
            ran, outcomes = self.native()
        except ValueError as error:
            return {"error": str(error)}
        return {"seconds": ran.seconds, "cpu": ran.cpu, "exit_code": ran.exit_code, "outcomes": _written(outcomes)}

    def measure_row(self) -> Row:
        """What `testfix measure` says beside it, for the step `measure`."""
        words = ["measure", "--json", "--outcomes", *self.options()]
        ran = run([str(TESTFIX), *words], self.tree, self.of_testfix(), self.limits.measure)
        timed: Row = {"seconds": ran.seconds, "cpu": ran.cpu}
        if ran.exit_code is None:
            return {**timed, "verdict": "wrong", "detail": f"it did not end in {self.limits.measure:.0f} s"}
        try:
            found = json.loads(ran.out.splitlines()[-1])
        except (ValueError, IndexError):
            return {**timed, "verdict": "wrong", "detail": f"no JSON: {ran.printed.strip()[-600:]}"}
        if "error" in found:
            return {**timed, "verdict": "unconfirmed", "detail": f"{found['error']} | {found.get('next_step', '')}"}
        outcomes = [(test, one["status"]) for test, one in found["outcomes"].items()]
        measured = read_measured(self.repository.framework, outcomes)
        native = _read(self.row["native"]["outcomes"])
        result = compared(native, measured)
        if result.verdict == "wrong":
            try:
                result = compared(native, measured, self.native()[1])
            except ValueError as error:
                result = compared(native, measured)
                timed["second_native"] = str(error)
        row = {**timed, "command": found["command"], "tests": found["total"], **asdict(result)}
        if result.verdict == "wrong" and set(result.differences) == {"missing"} and found.get("left_out"):
            row |= {"verdict": "partial", "detail": f"{result.detail}, and it says so: {found['left_out']}"[:600]}
        return row

    def options(self) -> list[str]:
        """The options of `testfix` for the project."""
        given = ["--project", str(self.tree)]
        if self.made_by.python:
            given += ["--python", str(self.env / self.made_by.python)]
        if self.made_by.test_command:
            given += ["--test-command", self.made_by.test_command]
        return given

    def state(self) -> Row:
        """What `testfix` must leave as it is: HEAD, its branch, the index's content and the status."""
        said = {
            "head": self.git("rev-parse", "HEAD", "--symbolic-full-name", "HEAD"),
            "index": hashlib.sha256(self.git("ls-files", "--stage").encode()).hexdigest(),
            "stash": self.git("stash", "list"),
            "status": self.git("status", "--porcelain", "--untracked-files=all"),
        }
        return dict(said)

    def git(self, *words: str) -> str:
        """What git says in the checkout."""
        command = ["git", "-c", "user.name=parity", "-c", "user.email=parity@localhost", "-c", "commit.gpgsign=false"]
        return subprocess.run([*command, *words], cwd=self.tree, check=True, capture_output=True, text=True).stdout

    def fix_row(self) -> Row:
        """Plant a fault that a test notices, have `testfix fix` repair it, and put the checkout back."""
        try:
            planted = self.plant()
            if planted is None:
                return {
                    "outcome": "no fault",
                    "commit": self.commit,
                    "detail": f"none of {FAULT_TRIES} faults failed a test",
                }
            if self.commit == "only":
                forget_history(self.tree, self.history)
            return {**planted, **self.repaired(planted)}
        finally:
            self.put_back()

    def put_back(self) -> None:
        """Leave the checkout at its commit, with its history."""
        restore_history(self.tree, self.history)
        self.git("reset", "--quiet", "--hard", self.repository.commit)

    def plant(self) -> Row | None:
        """Commit the first of a few faults that makes a passing test fail, and few of them."""
        before = _read(self.row["native"]["outcomes"])
        files = self.git("ls-files", "-z").split("\0")
        tries = faults_of(self.tree, files, self.repository.language, self.repository.name)
        for _, fault in zip(range(FAULT_TRIES), tries, strict=False):
            failing = self.noticed(fault, before)
            if failing:
                self.git("commit", "--quiet", "--no-verify", "--all", "--message", "Change a line")
                original = self.original(fault)
                return {"commit": self.commit, "fault": asdict(fault), "failing": failing, "original": original}
            self.git("checkout", "--quiet", "--", fault.path)
        return None

    def original(self, fault: Fault) -> str:
        """The text of the file without the fault."""
        return self.git("show", f"{self.repository.commit}:{fault.path}")

    def noticed(self, fault: Fault, before: Outcomes) -> int:
        """Write the fault; the number of tests that passed and now fail, 0 where they are none or too many."""
        path = self.tree / fault.path
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()
        with path.open("w", encoding="utf-8", newline="") as file:
            file.write(fault.planted(text))
        try:
            after = self.native()[1]
        except ValueError:
            return 0
        failing = sum(
            count
            for (name, status), count in (after - before).items()
            if status == "failed" and (name, "passed") in before
        )
        lost = before.total() - after.total()
        return failing if lost <= 0 and failing <= max(1, MOST_FAILING_SHARE * before.total()) else 0

    def repaired(self, planted: Row) -> Row:
        """What `testfix fix` makes of the planted fault."""
        before = self.state()
        budget = ["--budget-seconds", str(self.limits.fix), "--agents", "builtin", "--json"]
        ran = run([str(TESTFIX), "fix", *budget, *self.options()], self.tree, self.of_testfix(), self.limits.fix + 300)
        touched = [name for name, value in self.state().items() if value != before[name]]
        suite = self.row["native"]["seconds"]
        known = {"seconds": ran.seconds, "cpu": ran.cpu, "suites": round(ran.seconds / suite, 1), "touched": touched}
        try:
            found = json.loads(ran.out.splitlines()[-1])
        except (ValueError, IndexError):
            return {**known, "outcome": "crash", "detail": ran.printed.strip()[-600:]}
        said = {"outcome": found["outcome"], "detail": found.get("reason") or found.get("error", "")}
        said |= {key: found[key] for key in ("first_seconds", "candidates_tried") if key in found}
        if found["outcome"] == "success":
            said["right"] = self.git("show", f"{found['branch']}:{planted['fault']['path']}") == planted["original"]
        return {**known, **said}


def without_powers(command: str) -> str:
    """The command as anybody runs it: root may write to files that are closed to others, and tests notice that."""
    if os.geteuid() or not shutil.which("setpriv"):
        return command
    return f"setpriv --bounding-set=-all --inh-caps=-all sh -c {shlex.quote(command)}"


def _written(outcomes: Outcomes) -> list[tuple[str, str, int]]:
    return [(name, status, count) for (name, status), count in outcomes.items()]


def _read(rows: list[tuple[str, str, int]]) -> Outcomes:
    found = Outcomes()
    for name, status, count in rows:
        found[name, status] += count
    return found
