"""Measures the repair engine on small programs in JavaScript and TypeScript: node:test, vitest and jest.

    python -m benchmarks.javascript --seconds 60 --only 'cart*' --rows /tmp/rows.jsonl
    python -m benchmarks.javascript --set packages
    python -m benchmarks.javascript --seconds 45 --rivals 15 --rows /tmp/rows.jsonl
    python -m benchmarks.javascript --calibrate /tmp/rows.jsonl --unseen /tmp/held-out.jsonl

The set `packages` are 20 mutations in each of five npm packages, which `git` fetches once; a quarter of their tests is
kept from the engine. A patch is right where it is the original text, or where all visible and hidden tests pass.
Programs of frameworks that are not installed (`tools/install`) are left out, which is said. `--check` says whether the
programs are sound. The set `held-out` is for the end of a piece of work alone: whoever looks at its rows spoils it. The
labels of its patches calibrate the confidence (`--unseen`). Rows of `--rivals` say most of what ranks patches.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
from pathlib import Path

from benchmarks.javascript.calibrate import calibrate, store, stored
from benchmarks.javascript.mutated_packages import PackageMutation, tasks
from benchmarks.javascript.packages import NotFetched
from benchmarks.javascript.programs import SETS, programs
from benchmarks.languages.measuring import add_options, chosen, measured, tried
from benchmarks.proof import quick_wanted

PACKAGES = "packages"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.javascript",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(parser, (*SETS, PACKAGES))
    parser.add_argument(
        "--calibrate", type=Path, nargs="*", help="fit what confidence stands for, to these rows in place of the stored"
    )
    parser.add_argument("--unseen", type=Path, nargs="+", default=[], help="files of rows that calibrate the fit")
    return parser.parse_args()


def chosen_mutations(only: str) -> list[PackageMutation]:
    """The mutations to try: those of packages whose framework is there, two of each where a part is enough."""
    found = [one for one in tasks(quick_wanted()) if fnmatch.fnmatch(one.name, only)]
    if quick_wanted():
        print(f"QUICK: {len(found)} mutations of packages, no measurement")
    return found


def main() -> int:
    wanted = arguments()
    if wanted.calibrate is not None:
        if wanted.calibrate:
            store(wanted.calibrate, wanted.unseen)
        print(calibrate(stored()))
        return 0
    try:
        if wanted.set == PACKAGES:
            return tried(chosen_mutations(wanted.only), wanted)
    except NotFetched as error:
        print(f"no package could be fetched: {error}")
        return 1
    return measured(chosen(programs(wanted.set), wanted.only), wanted)


if __name__ == "__main__":
    sys.exit(main())
