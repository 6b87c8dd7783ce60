"""Does `testfix explain` name the faulty statement first, and does a session abstain where no small edit helps?

Forty small programs of our own: twenty with one ordinary bug each (`programs/possible`), twenty that no small edit can
repair (`programs/impossible`): stubs, missing features, contradictory tests, many unwritten functions. A session has to
say so within ten seconds of its start, and never of a program with an ordinary bug. Wall times hold for a quiet machine
only. `QUICK=1` takes five of each.

    .venv/bin/python -m benchmarks.explain
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.proof import Row, StoredRows, parser
from benchmarks.repair.stored_program import StoredProgram, stored
from testfix_pipeline.explanation.model import Explanation
from testfix_pipeline.standalone.explain import explain_project
from testfix_pipeline.workspace.git.new_repository import make_repository

FOLDER = Path(__file__).parent / "programs"
SOURCES = ("testfix_pipeline", "benchmarks/explain")
TESTFIX = Path(sys.executable).with_name("testfix")
MOST_S = 10.0
"""From the start of the command until the session says that it abstains."""
LONGEST_S = 300.0
SAID = ("no small edit can repair this", "contradict")


@dataclass(frozen=True, kw_only=True)
class ExplainedProgram(StoredProgram):
    """A program with or without an ordinary bug. category: of the bug, or of what is lacking."""

    category: str
    description: str

    def is_fault(self, file: str, line: int) -> bool:
        """Whether the fix changes a line."""
        for edit in self.edits:
            before = self.files[edit.file].partition(edit.old.strip())[0]
            first = before.count("\n") + 1
            if file == edit.file and first <= line <= first + edit.old.strip().count("\n"):
                return True
        return False


def programs(kind: str) -> list[ExplainedProgram]:
    """Return the programs of a kind, `possible` or `impossible`, by name."""
    found = []
    for name, known in stored(FOLDER / f"{kind}.toml").items():
        own = {"category": known["category"], "description": known["description"]}
        found.append(ExplainedProgram.read(name, known, **own))
    return found


def explained(program: ExplainedProgram) -> Row:
    """Return what `testfix explain` says of a program, and whether its first statement is the faulty one."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as folder:
        found = _explained(program, Path(folder) / "project")
    first = found.causes[0] if found.causes else None
    place = first.place if first is not None else None
    return {
        "first": place is not None and program.is_fault(place.file, place.line),
        "cause": first.cause if first is not None else "",
        "explain_seconds": found.seconds,
        "explain_abstains": bool(found.abstained or (not found.causes and found.not_of_the_code)),
    }


def _explained(program: ExplainedProgram, place: Path) -> Explanation:
    program.write_visible(place)
    make_repository(place, "the work so far")
    return explain_project(place)


def session(program: ExplainedProgram, home: Path) -> Row:
    """Return how a session of the built-in engine ends on a program, and after how many seconds it abstains."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as folder:
        place = Path(folder) / "project"
        program.write_visible(place)
        make_repository(place, "the work so far")
        environment = {**os.environ, "DAGSTER_HOME": str(home), "TESTFIX_CACHE": str(home / "cache")}
        command = [str(TESTFIX), "fix", "--project", str(place), "--agents", "builtin", "--yes"]
        began, said = time.monotonic(), None
        with subprocess.Popen(
            command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as run:
            assert run.stdout is not None
            for line in run.stdout:
                if said is None and any(word in line.lower() for word in SAID):
                    said = time.monotonic() - began
        seconds = time.monotonic() - began
        state = next(place.glob(".workflow/*/WFS-*/.process/iteration-state.json"))
        ended = json.loads(state.read_text())["decision"]["ended_by"]
    return {"said": said, "seconds": seconds, "ended_by": ended, "abstains": ended in ("abstained", "not_code")}


def main() -> None:
    """Measure what is not kept yet, print a line for each program and the summary line."""
    options = parser("explain", __doc__, "five programs of each kind", fresh="measure everything again").parse_args()
    kept = StoredRows("explain", *SOURCES, fresh=options.fresh)
    rows: dict[str, list[Row]] = {}
    with tempfile.TemporaryDirectory(prefix="testfix-bench-home-") as name:
        _warm_up(Path(name))
        for kind in ("possible", "impossible"):
            wanted = programs(kind)[::4] if options.quick else programs(kind)
            rows[kind] = [_row(kept, kind, program, Path(name)) for program in wanted]
    possible, impossible = rows["possible"], rows["impossible"]
    in_time = [row for row in impossible if row["abstains"] and row["said"] is not None and row["said"] <= MOST_S]
    print(
        f"\nbench-explain: the faulty statement first in {sum(row['first'] for row in possible)} of {len(possible)}; a "
        f"session abstains on {sum(row['abstains'] for row in impossible)} of {len(impossible)} impossible programs "
        f"({len(in_time)} say so within {MOST_S:.0f} s) and on {sum(row['abstains'] for row in possible)} of "
        f"{len(possible)} possible ones"
    )


def _warm_up(home: Path) -> None:
    """One session that is not counted: it makes the databases of the home."""
    session(programs("impossible")[0], home)


def _row(kept: StoredRows, kind: str, program: ExplainedProgram, home: Path) -> Row:
    known = next((row for row in kept.rows if row["name"] == program.name), None)
    row = known or kept.add({"name": program.name, **explained(program), **session(program, home)})
    said = f"{row['said']:5.1f} s" if row["said"] is not None else "      -"
    print(
        f"{kind:10} {program.name:18} {program.category:20} first {'yes' if row['first'] else 'no ':3}  explain "
        f"{row['explain_seconds']:5.1f} s  session {row['seconds']:5.1f} s, abstains {said}  {row['ended_by']:10}  "
        f"{row['cause']}",
        flush=True,
    )
    return row


if __name__ == "__main__":
    main()
