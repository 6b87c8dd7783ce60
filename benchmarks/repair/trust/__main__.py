"""Fits how far plausible patches are trusted to the rows in the repository, and says what it is worth.

    python -m benchmarks.repair.trust                          # fits, and says whether the shipped file is reproduced
    python -m benchmarks.repair.trust --collect ORIGIN FILE    # adds judged searches to a file of raw rows; resumable
    python -m benchmarks.repair.trust --rows FILE...           # first makes the repository's rows of these raw ones
    python -m benchmarks.repair.trust --tried                  # also shows the settings that cross-validation compared

Origins are `written`, `dropped` and `mutated` (see `collect.py`). The exit code is 1 where the shipped file differed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.repair import cache
from benchmarks.repair.trust import rivals
from benchmarks.repair.trust.collect import ORIGINS, collect
from benchmarks.repair.trust.fit import chosen, cross_validated, fit, shifted
from benchmarks.repair.trust.record import UNSEEN, record
from benchmarks.repair.trust.report import report
from benchmarks.repair.trust.rows import ROWS, read, write
from testfix_pipeline.repair.trust import WEIGHTS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collect", nargs=2, metavar=("ORIGIN", "FILE"), help=f"one of {', '.join(ORIGINS)}")
    parser.add_argument("--rows", type=Path, nargs="+")
    parser.add_argument("--tried", action="store_true")
    wanted = parser.parse_args()
    if wanted.collect:
        collect(wanted.collect[0], Path(wanted.collect[1]))
        return 0
    if wanted.rows:
        write(row for path in wanted.rows for row in cache.rows(path))
    searches = read()
    setting, tried = chosen(searches)
    print("\n".join(tried if wanted.tried else ()))
    print(report(searches, setting))
    found = cross_validated(searches, setting)
    shift = shifted(searches, found, UNSEEN)
    print("\n".join(rivals.table(searches, [u + shift for u in found], fit(searches, setting))))
    made = record(searches, setting)
    shipped = WEIGHTS.read_bytes() if WEIGHTS.is_file() else b""
    WEIGHTS.write_bytes(made)
    same = made == shipped
    print(f"{WEIGHTS.name}: {'reproduced, byte for byte' if same else 'differed, written again'} from {ROWS.name}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
