"""Measures the repair engine on small programs in Go.

    python -m benchmarks.go --seconds 30 --only 'stock*' --rows /tmp/rows.jsonl
    python -m benchmarks.go --rate

A patch is right where it is the original text, or where all visible and hidden tests pass. `--check` says whether the
programs are sound. The set `held-out` is for the end of a piece of work alone: whoever looks at its rows spoils it.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks.go.programs import SETS, programs
from benchmarks.languages.measuring import add_options, chosen, measured


def main() -> int:
    """Measure what the options say."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.go", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser, SETS)
    wanted = parser.parse_args()
    return measured(chosen(programs(wanted.set), wanted.only), wanted)


if __name__ == "__main__":
    sys.exit(main())
