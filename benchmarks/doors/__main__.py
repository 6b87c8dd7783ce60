"""`make prove-doors`: forty changes through `testfix verify`, MCP and `testfix ci`; the same verdicts, none wrong.

Wrong is a door that accepts what is no repair, or refuses an honest fix, and two doors that differ. `--quick` takes
every fourth change; rows are kept under the user's cache by the state of the code. Exits with 1 where a row is wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.doors.change import Change
from benchmarks.doors.changes import mixed_changes
from benchmarks.doors.judging import is_accepted, verdicts_of
from benchmarks.doors.other_languages import left_out
from benchmarks.proof import Row, StoredRows, parser

SOURCES = ("benchmarks/doors", "testfix_pipeline")


def main() -> int:
    options = _options()
    wanted = [change for change in mixed_changes() if options.only in change.name][:: 4 if options.quick else 1]
    kept = StoredRows("doors", *SOURCES, fresh=options.fresh)
    known = {row["name"]: row for row in kept.rows}
    os.environ["GIT_CONFIG_GLOBAL"] = os.devnull
    rows = []
    for change in wanted:
        row = known.get(change.name) or kept.add(row_of(change))
        print(_line(row), flush=True)
        rows.append(row)
    wrong = sum(row["wrong"] for row in rows)
    honest = sum(row["honest"] for row in rows)
    print(f"{len(rows)} changes, {honest} of them honest, through verify, MCP and CI: {wrong} wrong")
    for note in left_out():
        print(note)
    return 1 if wrong else 0


def row_of(change: Change) -> Row:
    """What the doors say of a change, and whether one of them is wrong."""
    with tempfile.TemporaryDirectory(prefix="prove-doors-") as folder:
        verdicts = verdicts_of(change, Path(folder))
    wrong = any(is_accepted(verdict) is not change.honest for verdict in verdicts.values())
    differ = verdicts["verify"] != verdicts["mcp"]
    return {"name": change.name, "honest": change.honest, "verdicts": verdicts, "wrong": wrong or differ}


def _options() -> argparse.Namespace:
    found = parser("doors", __doc__, "every fourth change", "measure everything again")
    found.add_argument("--only", default="", help="changes with this in their name")
    return found.parse_args()


def _line(row: Row) -> str:
    said = ", ".join(f"{door}: {' '.join(verdict.split())[:60]}" for door, verdict in row["verdicts"].items())
    mark = "WRONG" if row["wrong"] else "  ok "
    return f"{mark} {'honest' if row['honest'] else 'no fix'}  {row['name']:<60} {said}"


if __name__ == "__main__":
    sys.exit(main())
