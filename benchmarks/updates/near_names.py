"""Measures how often a near name is right that gives again, for arguments no test passes, what the old release gave.

    python -m benchmarks.updates.near_names --rows /tmp/near-names.jsonl --minutes 20

In each pair whose name is gone, the names of the same module or class that are written nearly the same are put in its
place, one after the other. A row is one that the visible tests pass with: the number of different results that varied
calls give again, whether any differ, and whether the hidden tests pass, too. Held-out pairs are left out.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.stored_program import write_texts
from benchmarks.updates.__main__ import chosen
from benchmarks.updates.environments import NoEnvironment, interpreter
from benchmarks.updates.pairs import FOLDERS, Half, LibraryChangeKind, Pair
from benchmarks.updates.trial import passes_hidden
from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import CallRecording
from testfix_pipeline.repair.languages.python.libraries.recorded.behaviour import compared, restored_results

LOST: tuple[LibraryChangeKind, ...] = ("renamed", "removed", "moved", "split")
LEAST_RESULTS = (0, 1, 2, 3, 4, 6)
MOST_NAMES, LEAST_SIMILARITY = 6, 0.5
_NEAR = """
import importlib, sys
sys.path.insert(0, sys.argv[1])
from testfix_library_spelling import says_the_same, similarity
holder, lost = sys.argv[2], sys.argv[3]
parts = holder.split(".")
for end in range(len(parts), 0, -1):
    try:
        found = importlib.import_module(".".join(parts[:end]))
        break
    except ImportError:
        continue
for part in parts[end:]:
    found = getattr(found, part)
rated = sorted(((similarity(lost, one), one) for one in dir(found) if not one.startswith("__")), reverse=True)
for rate, name in rated[:int(sys.argv[4])]:
    if rate >= float(sys.argv[5]) and name != lost and not says_the_same(lost, name):
        print(name)
"""


def rows_of(pair: Pair) -> Iterator[dict[str, Any]]:
    """Yields a row for each near name with which the visible tests pass. Raises NoEnvironment."""
    old, new = interpreter(pair, "old"), interpreter(pair, "new")
    holder, _, lost = pair.symbol.rpartition(".")
    limits = [str(MOST_NAMES), str(LEAST_SIMILARITY)]
    command = [str(new), "-c", _NEAR, str(IN_TARGET), holder, lost, *limits]
    names = subprocess.run(command, capture_output=True, text=True).stdout.split()
    with tempfile.TemporaryDirectory(prefix="testfix-near-") as scratch:
        before = recorded(pair, old, {}, Path(scratch) / "old") if names else None
        broken = recorded(pair, new, {}, Path(scratch) / "broken") if names else None
        for name in names:
            word = re.compile(rf"\b{re.escape(lost)}\b")
            changed = {file: word.sub(name, text) for file, text in pair.files.items()}
            tree = Path(scratch) / name
            after = recorded(pair, new, changed, tree)
            if before is None or broken is None or after is None or {*after.outcomes.values()} != {"passed"}:
                continue
            check = compared(before, after)
            yield {"id": f"{pair.half}/{pair.name}", "lost": lost, "name": name,
                   "restored": restored_results(before, after, broken), "differs": bool(check.differences),
                   "rare": bool(check.rare), "right": passes_hidden(pair, tree, new)}  # fmt: skip


def recorded(pair: Pair, python: Path, changed: dict[str, str], tree: Path) -> CallRecording | None:
    """What the visible tests call under an interpreter; None where that is no recording. The tree stays."""
    pair.write(tree)
    write_texts(tree, changed)
    order = {
        "root": str(tree), "files": sorted(pair.files), "tests": ["tests"], "libraries": [], "signatures": [],
        "arguments": ["-q", "-p", "no:cacheprovider"], "varied_seconds": 20,
    }  # fmt: skip
    command = [str(python), str(IN_TARGET / "testfix_recorded_calls.py")]
    try:
        done = subprocess.run(command, cwd=tree, input=json.dumps(order), capture_output=True, text=True, timeout=120)
        return CallRecording.model_validate_json(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None


def summary(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yields how many names are right: of those that differ, and of the others by how many results they restore."""
    found = [row for row in rows if "right" in row]
    differing = [row for row in found if row["differs"]]
    yield f"{sum(row['right'] for row in differing)} of {len(differing)} right that differ"
    for least in LEAST_RESULTS:
        same = [row for row in found if not (row["differs"] or row["rare"]) and row["restored"] >= least]
        yield f"{sum(row['right'] for row in same)} of {len(same)} right with {least} results or more"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.updates.near_names", description=__doc__)
    parser.add_argument("--only", default="*")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rows", type=Path, required=True)
    wanted = parser.parse_args()
    until = time.monotonic() + 60 * wanted.minutes
    halves: list[Half] = [one for one in FOLDERS if one != "held-out"]
    done = {row["id"] for row in cache.rows(wanted.rows)}
    for pair in chosen(halves, wanted.only, None):
        key = f"{pair.half}/{pair.name}"
        if key in done or pair.kind not in LOST or time.monotonic() > until:
            continue
        try:
            for row in [*rows_of(pair), {"id": key}]:
                cache.append(wanted.rows, row)
        except NoEnvironment as why:
            print(f"{key}: left out, {why}", flush=True)
    print("\n".join(summary(list(cache.rows(wanted.rows)))))


if __name__ == "__main__":
    main()
