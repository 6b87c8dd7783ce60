"""Pins a bug that a release mended: which tests the older code fails and the fix turns green, from real runs.

    python -m benchmarks.repair.pinning PAIR --hunks FILE#N... [--suite FILE...]

The row, with the next free number of the pair, goes into `historical.json`. Which hunks are a fix was seen by a person
or found by `mining.py`. A fix that any test of the suite does not survive is refused.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from benchmarks.repair.historical import PINNED, Bug, record_of, run_tree, steady
from benchmarks.repair.hunks import digest
from benchmarks.repair.packages import NotReady
from benchmarks.repair.pairs import PAIRS
from benchmarks.repair.releases import Releases, releases


def row_of(name: str, found: Releases, hunks: Sequence[str], suite: Sequence[str]) -> dict[str, Any]:
    """The row of a fix, from a run without it and one with it. Raises NotReady where it is none.

    `historical.py` checks afterwards, in more runs, that the tests always fail and pass as they did here.
    """
    fix = tuple(hunk for hunk in found.hunks_of({name.rpartition("#")[0] for name in hunks}) if hunk.id in hunks)
    one = Bug(name, found.pair.set, found, tuple(suite) or found.pair.tests, (), fix)
    before = run_tree(one, {})
    after = steady(run_tree(one, one.reference))
    tests = [test for test in after["passing"] if test not in before.passed]
    broken = sorted(before.passed - set(after["passing"]))
    if broken or not tests or len(fix) != len(set(hunks)):
        raise NotReady(f"{len(fix)} hunks mend {len(tests)} tests and break {broken[:5]}")
    mended = digest(one.reference)
    record_of(name, mended).write_text(json.dumps(after))
    return {
        "name": name,
        "set": found.pair.set,
        "pair": found.pair.key,
        "suite": list(suite),
        "hunks": [hunk.id for hunk in fix],
        "digest": mended,
        "tests": tests,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pair", choices=[pair.key for pair in PAIRS], metavar="PAIR")
    parser.add_argument("--hunks", nargs="+", required=True)
    parser.add_argument("--suite", nargs="*", default=[])
    wanted = parser.parse_args()
    rows = json.loads(PINNED.read_text())
    pair = next(pair for pair in PAIRS if pair.key == wanted.pair)
    taken = {row["name"] for row in rows}
    base = f"{pair.package}/{pair.old}-{pair.new}"
    name = next(name for name in (f"{base}-{number}" for number in range(len(rows) + 1)) if name not in taken)
    row = row_of(name, releases(pair), wanted.hunks, wanted.suite)
    PINNED.write_text(json.dumps([*rows, row], indent=1) + "\n")
    print(f"{name}: {len(row['tests'])} tests")


if __name__ == "__main__":
    main()
