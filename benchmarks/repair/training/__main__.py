"""Fits the order in which edits are tried to the rows in the repository, and says what it is worth.

    python -m benchmarks.repair.training             # fits, and says whether the shipped file is reproduced
    python -m benchmarks.repair.training --collect   # first collects the rows (ten minutes; needs the mined fixes)
    python -m benchmarks.repair.training --check     # fits with the shipped setting, compares, writes nothing
    python -m benchmarks.repair.training --tried     # also shows the settings that cross-validation compared
    python -m benchmarks.repair.training --language javascript    # that of another language

Fixes come from `python -m benchmarks.repair.fixes FOLDER`, which reads histories of public projects; a third of the
projects is held out: nothing is fitted to them, they only measure. The exit code is 1 where the shipped file differed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.javascript import known_fixes as javascript
from benchmarks.repair.training import known as python
from benchmarks.repair.training.collect import Origins, collect
from benchmarks.repair.training.order import Setting, chosen, for_training
from benchmarks.repair.training.record import record
from benchmarks.repair.training.report import report
from benchmarks.repair.training.rows import ROWS, read, write
from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT, ORDER_OF_EDITS
from testfix_pipeline.repair.languages.python.language import PYTHON
from testfix_pipeline.repair.ranking.edit_order import ORDER


class Corpus(NamedTuple):
    """What the order of a language is fitted to. order: the shipped file."""

    language: Language
    rows: Path
    order: Path
    origins: Origins


CORPORA = {
    "python": Corpus(PYTHON, ROWS, ORDER, python.ORIGINS),
    "javascript": Corpus(JAVASCRIPT, javascript.ROWS, ORDER_OF_EDITS, javascript.ORIGINS),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collect", action="store_true")
    parser.add_argument("--tried", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--language", choices=sorted(CORPORA), default="python")
    wanted = parser.parse_args()
    corpus = CORPORA[wanted.language]
    if wanted.check:
        setting = Setting(**json.loads(corpus.order.read_bytes())["setting"])
        return record(for_training(read(corpus.rows)), setting, corpus.language) != corpus.order.read_bytes()
    if wanted.collect:
        write(collect(corpus.origins), corpus.rows)
    table = read(corpus.rows)
    training = for_training(table)
    setting, tried = chosen(training)
    print("\n".join(tried if wanted.tried else ()))
    made = record(training, setting, corpus.language)
    print(report(table, setting))
    shipped = corpus.order.read_bytes() if corpus.order.is_file() else b""
    corpus.order.write_bytes(made)
    same = made == shipped
    print(f"{corpus.order.name}: {'reproduced, byte for byte' if same else 'differed, written again'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
