"""How long `testfix fix` takes on one-bug projects, and on what: a table, and a summary line last.

Twenty small programs: the whole command, its parts, the interpreter starts, the engine alone, and pytest on the same
project as the unit. Then what the command line costs by itself, what the history costs with many past sessions, a
package of some hundred tests, and a large one. Rows are kept per state of the code, so that a broken-off run goes on.
`QUICK=1` takes six programs and leaves out the packages. Absolute times hold for a quiet machine only.

    .venv/bin/python -m benchmarks.fix
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.fix.history import SESSIONS, fill_history
from benchmarks.fix.parts import BEFORE, LATER
from benchmarks.fix.projects import LARGE, PACKAGE, Fault, small_programs, write_package, write_small
from benchmarks.proof import Row, StoredRows, parser
from benchmarks.repair.packages import NotReady
from benchmarks.repair.programs import Program

SOURCES = ("testfix_pipeline", "benchmarks/fix")
QUICK_PROGRAMS, ROUNDS = 6, 5
TESTFIX = Path(sys.executable).with_name("testfix")
PARTS = ("start-up", "git and session", "baseline", "search", "validation", "Dagster", "history")


class Bench:
    """One run of the benchmark: the kept rows, and a home whose databases exist already."""

    def __init__(self, kept: StoredRows, home: Path) -> None:
        self.kept = kept
        self.home = home

    def row(self, kind: str, name: str, make: Callable[[Path], Row]) -> Row:
        """The row of a measurement, made unless it is kept. `make` gets an empty folder."""
        known = next((row for row in self.kept.rows if (row["kind"], row["name"]) == (kind, name)), None)
        if known is None:
            with tempfile.TemporaryDirectory(prefix="testfix-bench-") as folder:
                known = self.kept.add({"kind": kind, "name": name, **make(Path(folder))})
            print(f"  {kind:8} {name:24} {known.get('seconds', 0.0):8.2f} s", flush=True)
        return known

    def call(self, command: Iterable[str | Path], place: Path) -> tuple[float, str]:
        """Wall seconds of a command and its standard output; what its exit code says is in the answer."""
        environment = {**os.environ, "DAGSTER_HOME": str(self.home), "TESTFIX_CACHE": str(place / "cache")}
        began = time.perf_counter()
        done = subprocess.run([str(part) for part in command], env=environment, capture_output=True, text=True)
        seconds = time.perf_counter() - began
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr[-2000:])
        return seconds, done.stdout

    def fix(self, place: Path, *options: str | Path) -> Row:
        """`testfix fix` on the project in `place/project`, with its parts."""
        notes = place / "notes.json"
        command: list[str | Path] = [
            sys.executable,
            "-m",
            "benchmarks.fix.parts",
            notes,
            "fix",
            "--agents",
            "builtin",
            "--json",
        ]
        seconds, out = self.call([*command, "--project", place / "project", *options], place)
        found, known = json.loads(out.splitlines()[-1]), json.loads(notes.read_text())
        return {"seconds": seconds, "outcome": found["outcome"], "tests": found.get("total", 0), **known}

    def warm_up(self, program: Program) -> None:
        """One fix that is not counted: it makes the databases of the home, once for all time."""
        with tempfile.TemporaryDirectory(prefix="testfix-bench-") as folder:
            write_small(program, Path(folder) / "project")
            self.fix(Path(folder))

    def repair(self, place: Path) -> Row:
        """`testfix repair` on the same project: seconds to the first plausible patch and to the answer."""
        seconds, out = self.call([TESTFIX, "repair", "--project", place / "project", "--json"], place)
        found = json.loads(out.splitlines()[-1])
        return {"seconds": seconds, "first": next((bug["first_seconds"] for bug in found["bugs"]), None)}

    def pytest(self, place: Path) -> Row:
        """The project's own suite, once: the unit that everything else is a multiple of."""
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", place / "project"]
        environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        began = time.perf_counter()
        subprocess.run([str(part) for part in command], env=environment, capture_output=True, cwd=place / "project")
        return {"seconds": time.perf_counter() - began}

    def small(self, program: Program) -> dict[str, Row]:
        """What is measured of one small program."""

        def on(measure: Callable[[Path], Row]) -> Callable[[Path], Row]:
            def made(place: Path) -> Row:
                write_small(program, place / "project")
                return measure(place)

            return made

        kinds = {"fix": self.fix, "repair": self.repair, "pytest": self.pytest}
        return {kind: self.row(kind, program.name, on(measure)) for kind, measure in kinds.items()}

    def package(self, fault: Fault) -> Row | None:
        """`testfix fix` on a package, and its suite's own seconds; None where the package can't be had."""

        def made(place: Path) -> Row:
            python = write_package(fault, place / "project")
            began = time.perf_counter()
            arguments = fault.tests.removeprefix("pytest ").split()
            done = subprocess.run([str(python), "-m", "pytest", *arguments], cwd=place / "project", capture_output=True)
            suite = time.perf_counter() - began
            if done.returncode != 1:
                raise ValueError(f"the fault in {fault.name} fails no test: pytest ended with {done.returncode}")
            return {"suite": suite, **self.fix(place, "--python", python, "--test-command", fault.tests)}

        try:
            return self.row("package", fault.name, made)
        except NotReady as why:
            print(f"  {fault.name}: left out, it can't be had here: {why}")
            return None

    def command(self, name: str, *words: str) -> Row:
        """The median of several calls of a command that does little."""

        def made(place: Path) -> Row:
            write_small(small_programs()[0], place / "project")
            calls = [self.call([TESTFIX, *words], place)[0] for _ in range(ROUNDS)]
            return {"seconds": statistics.median(calls)}

        return self.row("command", name, made)

    def history(self, sessions: int) -> Row:
        """The history's part of one fix in a home that knows so many sessions."""

        def made(place: Path) -> Row:
            home, self.home = self.home, place / "home"
            try:
                fill_history(self.home, sessions)
                write_small(small_programs()[0], place / "project")
                return self.fix(place)
            finally:
                self.home = home

        return self.row("history", str(sessions), made)


def median_max(values: Iterable[float]) -> str:
    """`median / maximum`, in seconds."""
    known = sorted(values)
    return f"{statistics.median(known):6.2f} / {known[-1]:6.2f}" if known else "     not measured"


def print_small(rows: list[dict[str, Row]]) -> str:
    """The table of the small programs; the summary of the whole command."""
    fixes = [row["fix"] for row in rows]
    total = sum(fix["seconds"] for fix in fixes)
    units = [row["fix"]["seconds"] / row["pytest"]["seconds"] for row in rows]
    print(f"\n{len(rows)} one-bug projects                     median / maximum")
    print(f"testfix fix, whole command, s        {median_max(fix['seconds'] for fix in fixes)}")
    print(f"  as a multiple of one pytest run    {median_max(units)}")
    for part in PARTS:
        share = sum(fix["parts"].get(part, 0.0) for fix in fixes) / total
        print(f"  {part:18} {share:6.1%} of the time  {median_max(fix['parts'].get(part, 0.0) for fix in fixes)}")
    print(f"interpreter starts in iterations     {median_max(fix[LATER] for fix in fixes)}")
    print(f"interpreter starts before            {median_max(fix[BEFORE] for fix in fixes)}")
    firsts = [row["repair"]["first"] for row in rows if row["repair"]["first"] is not None]
    print(f"engine alone, first plausible, s     {median_max(firsts)}")
    print(f"testfix repair, whole command, s     {median_max(row['repair']['seconds'] for row in rows)}")
    green = sum(fix["outcome"] == "success" for fix in fixes)
    return f"fix {median_max(fix['seconds'] for fix in fixes)} s (aim 5 / 12), {green} of {len(fixes)} green"


def main() -> None:
    """Measure what is not kept yet, print the tables and the summary line."""
    options = parser("fix", __doc__, "six programs, no packages", fresh="measure everything again").parse_args()
    kept = StoredRows("fix", *SOURCES, fresh=options.fresh)
    wanted = small_programs()[:QUICK_PROGRAMS] if options.quick else small_programs()
    with tempfile.TemporaryDirectory(prefix="testfix-bench-home-") as name:
        bench = Bench(kept, Path(name))
        bench.warm_up(wanted[0])
        small = [bench.small(program) for program in wanted]
        commands = [bench.command("--help", "--help"), bench.command("status", "status", "--project", ".")]
        history = [bench.history(number) for number in (SESSIONS[:2] if options.quick else SESSIONS)]
        packages = [] if options.quick else [bench.package(fault) for fault in (PACKAGE, LARGE)]
    summary = print_small(small)
    for row in commands:
        print(f"testfix {row['name']:28} {row['seconds']:6.2f} s, median of {ROUNDS}")
    for row in history:
        print(f"history in one fix, {row['name']:>6} sessions     {row['parts'].get('history', 0.0):6.3f} s")
    for found in packages:
        if found is not None:
            print(
                f"{found['name']} ({found['tests']} tests): {found['outcome']} in {found['seconds']:.1f} s, "
                f"{found['seconds'] / found['suite']:.1f} times its suite's {found['suite']:.1f} s"
            )
    print(f"\nbench-fix: {summary}")


if __name__ == "__main__":
    main()
