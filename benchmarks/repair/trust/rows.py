"""Rows to fit trust to: the plausible patches of each search as numbers, without any text.

A file of gzipped JSON lines: first the names of the features, then a search each: its id, after how many tries it found
its first patch, how many it made in all, and its patches in the order of the model that was shipped then: 1 for right,
after how many tries it was found (0 where that is not known), its confidence under that model, and the features (both
times `SCALE`).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from testfix_pipeline.repair.evidence import FEATURES

ROWS = Path(__file__).with_name("rows.jsonl.gz")
SCALE = 1000
RIGHT = ("exact", "equivalent")


@dataclass(frozen=True)
class Search:
    """The patches of one search. right, tried, before: of each. x: (patches, features).

    first, tries: how many candidates were tried until the first patch, and in all.
    """

    id: str
    first: int
    tries: int
    right: np.ndarray
    tried: np.ndarray
    before: np.ndarray
    x: np.ndarray

    @property
    def program(self) -> str:
        """What it is held out with: `mutated/till/3` and `dropped/programs/till` are of the program `till`."""
        return next(part for part in self.id.split("/") if part not in ("dropped", "mutated", "programs"))

    @property
    def origin(self) -> str:
        """How the bug and the search came about: `programs`, `dropped` or `mutated`."""
        return self.id.partition("/")[0]


def write(rows: Iterable[Mapping[str, Any]], path: Path = ROWS) -> None:
    """The rows of `collect`, as far as a patch was found; the same bytes for the same rows."""
    found = sorted((row for row in rows if row["patches"] and row["events"]), key=lambda row: str(row["id"]))
    lines = [json.dumps(one, separators=(",", ":")) for one in ({"features": FEATURES}, *map(_line, found))]
    path.write_bytes(gzip.compress("\n".join([*lines, ""]).encode(), compresslevel=9, mtime=0))


def _line(row: Mapping[str, Any]) -> list[Any]:
    tried = {event["fingerprint"]: event["tried"] for event in reversed(row["events"])}
    patches = []
    for one in row["patches"]:
        values = [one["confidence"], *(one["features"][name] for name in FEATURES)]
        found = tried.get(one["fingerprint"], 0)
        patches.append([int(one["label"] in RIGHT), found, *(round(SCALE * value) for value in values)])
    return [row["id"], row["events"][0]["tried"], row["tried"], patches]


def read(path: Path = ROWS) -> list[Search]:
    """The searches of a file. Raises ValueError where they have other features than the engine asks for."""
    head, *lines = map(json.loads, gzip.decompress(path.read_bytes()).decode().splitlines())
    if head["features"] != list(FEATURES):
        raise ValueError(f"{path.name} has other features than the engine: collect the rows again")
    return [_search(*line) for line in lines]


def _search(name: str, first: int, tries: int, patches: Sequence[Sequence[int]]) -> Search:
    flat = np.array(patches, float)
    return Search(
        name, first, tries, flat[:, 0].astype(bool), flat[:, 1].astype(int), flat[:, 2] / SCALE, flat[:, 3:] / SCALE
    )
