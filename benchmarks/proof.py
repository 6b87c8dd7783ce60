"""What proofs and benchmarks share: how a part of one is asked for, and rows that hold for one state of the code."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.repair import cache

Row = dict[str, Any]
ANALYSIS = "This report explains at length what is wrong with the code and how it is going to be fixed. " * 8
"""As long as the cycle wants an agent's analysis to be."""


def quick_wanted() -> bool:
    """Whether a part is enough: `make prove-... QUICK=1`, `make bench-... QUICK=1`."""
    return os.environ.get("QUICK", "") not in ("", "0")


def parser(name: str, description: str | None, quick: str, fresh: str = "") -> argparse.ArgumentParser:
    """The options of `python -m benchmarks.NAME`: `--quick`, which is what `quick` says, and `--fresh` where it is."""
    made = argparse.ArgumentParser(prog=f"benchmarks.{name}", description=description)
    made.add_argument("--quick", action="store_true", default=quick_wanted(), help=f"{quick}; QUICK=1 does the same")
    if fresh:
        made.add_argument("--fresh", action="store_true", help=fresh)
    return made


def aligned(table: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table of texts, its columns as wide as the longest text in them."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in table]


def memory() -> str | None:
    """The folder of files in memory, where there is one: what is proved is seldom about disks."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


class StoredRows:
    """The rows of a proof under the user's cache that were made by this state of the code: a broken-off run goes on.

    `sources` are the files and folders that a row depends on; `fresh` forgets the rows there are.
    """

    def __init__(self, name: str, *sources: str, fresh: bool = False) -> None:
        self._file = cache.folder(name) / "rows.jsonl"
        self._version = cache.code_version(*sources)
        if fresh:
            self._file.unlink(missing_ok=True)
        self.rows: list[Row] = [row for row in cache.rows(self._file) if row["version"] == self._version]

    def add(self, row: Row) -> Row:
        """Keep one more, on the disk when this returns."""
        self.rows.append({**row, "version": self._version})
        cache.append(self._file, self.rows[-1])
        return self.rows[-1]


def in_fresh_process(home: Path, *arguments: str) -> Row:
    """The row that `python -m ARGUMENTS` prints last. home: of its Dagster instance, and of its cache."""
    environment = {**os.environ, "DAGSTER_HOME": str(home), "TESTFIX_CACHE": str(home / "cache")}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=cache.ROOT, env=environment)
    found: Row = json.loads(done.stdout.splitlines()[-1])
    return found
