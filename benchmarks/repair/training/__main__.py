"""Fits the order in which edits are tried to the rows in the repository, and says what it is worth.

    python -m benchmarks.repair.training             # fits, and says whether the shipped file is reproduced
    python -m benchmarks.repair.training --collect   # first collects the rows (ten minutes; needs the mined fixes)
    python -m benchmarks.repair.training --check     # fits with the shipped setting, compares, writes nothing
    python -m benchmarks.repair.training --tried     # also shows the settings that cross-validation compared

Fixes come from `python -m benchmarks.repair.fixes FOLDER`, which reads histories of public projects; a third of the
projects is held out: nothing is fitted to them, they only measure. The exit code is 1 where the shipped file differed.
"""

from __future__ import annotations

import argparse
import json
import sys

from benchmarks.repair.training.collect import collect
from benchmarks.repair.training.order import Setting, chosen, for_training
from benchmarks.repair.training.record import record
from benchmarks.repair.training.report import report
from benchmarks.repair.training.rows import ROWS, read, write
from testfix_pipeline.repair.ranking.edit_order import ORDER


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collect", action="store_true")
    parser.add_argument("--tried", action="store_true")
    parser.add_argument("--check", action="store_true")
    wanted = parser.parse_args()
    if wanted.check:
        setting = Setting(**json.loads(ORDER.read_bytes())["setting"])
        return record(for_training(read()), setting) != ORDER.read_bytes()
    if wanted.collect:
        write(collect())
    table = read()
    training = for_training(table)
    setting, tried = chosen(training)
    print("\n".join(tried if wanted.tried else ()))
    made = record(training, setting)
    print(report(table, setting))
    shipped = ORDER.read_bytes() if ORDER.is_file() else b""
    ORDER.write_bytes(made)
    same = made == shipped
    print(f"{ORDER.name}: {'reproduced, byte for byte' if same else 'differed, written again'} from {ROWS.name}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
