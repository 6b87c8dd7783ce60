"""Makes all that the benchmark needs and that is not there yet: packages, environments, mutations.

python -m benchmarks.repair.prepare --set measuring
"""

from __future__ import annotations

import argparse

from benchmarks.repair import mutations


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=("training", "measuring"), required=True)
    mutations.prepare(parser.parse_args().set)


if __name__ == "__main__":
    main()
