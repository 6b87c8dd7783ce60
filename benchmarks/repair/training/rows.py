"""Rows to fit the order of edits to: what was proposed for known fixes as numbers and ids, without any text.

A file of gzipped JSON lines: first the names of all categories by level, then a set for each known fix. Its edits are
lists of integers: 1 for right, at the right place 1, how many edits it stands for, the logarithm of its place's score
and of its weight under the order that was shipped, the numbers (all times `SCALE`), then the index of each category.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from testfix_pipeline.repair.ranking.edit_features import LEVELS, NUMBERS, Features

ROWS = Path(__file__).with_name("rows.jsonl.gz")
SCALE = 50


@dataclass(frozen=True)
class Row:
    """One proposed edit. stands_for: how many edits of its set. place, before: logarithms."""

    right: bool
    here: bool
    stands_for: float
    place: float
    before: float
    features: Features


@dataclass(frozen=True)
class RowSet:
    """The edits that compete for one known fix. solved: whether one of them is right."""

    origin: str
    group: str
    id: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Table:
    """All rows as arrays.

    origins, groups: of the sets. starts: of each set, its first row. right, here, stands_for, place, before: of the
    rows. numbers: (rows, numbers). categories: (rows, levels), indices into `names` of the level.
    """

    origins: np.ndarray
    groups: np.ndarray
    starts: np.ndarray
    right: np.ndarray
    here: np.ndarray
    stands_for: np.ndarray
    place: np.ndarray
    before: np.ndarray
    numbers: np.ndarray
    categories: np.ndarray
    names: tuple[tuple[str, ...], ...]

    @property
    def set_of(self) -> np.ndarray:
        """The number of each row's set."""
        return np.repeat(np.arange(len(self.starts)), np.diff([*self.starts, len(self.right)]))

    @property
    def solved(self) -> np.ndarray:
        """Of each set whether a right edit is in it."""
        return np.maximum.reduceat(self.right, self.starts).astype(bool)

    def part(self, wanted: np.ndarray) -> Table:
        """The sets that are wanted (a truth value each), with all their rows."""
        return self.of_rows(wanted[self.set_of])

    def of_rows(self, wanted: np.ndarray) -> Table:
        """The rows that are wanted (a truth value each), and the sets that have any."""
        numbers, starts = np.unique(self.set_of[wanted], return_index=True)
        return Table(
            self.origins[numbers],
            self.groups[numbers],
            starts,
            self.right[wanted],
            self.here[wanted],
            self.stands_for[wanted],
            self.place[wanted],
            self.before[wanted],
            self.numbers[wanted],
            self.categories[wanted],
            self.names,
        )

    def with_numbers(self, numbers: np.ndarray) -> Table:
        """The same rows with these numbers and no categories."""
        return replace(self, numbers=numbers, categories=np.zeros((len(self.right), 0), int), names=())


def write(sets: Iterable[RowSet], path: Path = ROWS) -> None:
    """The same bytes for the same sets."""
    names: list[dict[str, int]] = [{} for _ in LEVELS]
    lines = []
    for one in sets:
        rows = [_flat(row, names) for row in one.rows]
        lines.append(json.dumps([one.origin, one.group, one.id, rows], separators=(",", ":")))
    head = json.dumps({"levels": LEVELS, "numbers": NUMBERS, "names": [list(level) for level in names]})
    text = "\n".join([head, *lines]) + "\n"
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def _flat(row: Row, names: Sequence[dict[str, int]]) -> list[int]:
    scaled = (row.stands_for, row.place, row.before, *row.features.numbers)
    ids = (known.setdefault(name, len(known)) for known, name in zip(names, row.features.categories, strict=True))
    return [int(row.right), int(row.here), *(round(SCALE * value) for value in scaled), *ids]


def read(path: Path = ROWS) -> Table:
    """The rows of a file. Raises ValueError where they have other features than the engine asks for."""
    lines = iter(gzip.decompress(path.read_bytes()).decode().splitlines())
    head = json.loads(next(lines))
    if (head["levels"], head["numbers"]) != (list(LEVELS), list(NUMBERS)):
        raise ValueError(f"{path.name} has other features than the engine: collect the rows again")
    sets = [json.loads(line) for line in lines]
    sizes = [len(one[3]) for one in sets]
    flat = np.array([row for one in sets for row in one[3]], dtype=float)
    first = 5 + len(NUMBERS)
    return Table(
        origins=np.array([one[0] for one in sets]),
        groups=np.array([one[1] for one in sets]),
        starts=np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(int),
        right=flat[:, 0],
        here=flat[:, 1].astype(bool),
        stands_for=flat[:, 2] / SCALE,
        place=flat[:, 3] / SCALE,
        before=flat[:, 4] / SCALE,
        numbers=flat[:, 5:first] / SCALE,
        categories=flat[:, first:].astype(int),
        names=tuple(map(tuple, head["names"])),
    )
