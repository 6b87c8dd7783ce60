"""Rows of searches that confidence is learned from, stored in the repository: of each task its patches without texts.

Each is a task's `id`, the `labels`, `kinds` and `features` of its judged patches, and whether it was `unseen`: of a
program that nobody who works on the engine had read.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.repair.learning.regression import Case
from testfix_pipeline.repair.model.ids import JOINT

NAMES = ("id", "labels", "kinds", "features", "unseen")

Row = Mapping[str, Any]


def store(place: Path, rows: Iterable[Row]) -> None:
    """Take what is learned from into the repository; equal rows make equal bytes."""
    lines = [json.dumps({name: row[name] for name in NAMES}, separators=(",", ":")) for row in rows]
    place.write_bytes(gzip.compress("\n".join(lines).encode() + b"\n", mtime=0))


def stored(place: Path) -> list[Row]:
    """The rows in the repository."""
    return [json.loads(line) for line in gzip.decompress(place.read_bytes()).splitlines()]


def without_texts(row: Row) -> Row:
    """A row of `python -m benchmarks.repair --rows` as it is stored."""
    patches = [one for one in row["patches"] if one.get("features")]
    names = {"labels": "label", "kinds": "kind", "features": "features"}
    columns = {column: [one[name] for one in patches] for column, name in names.items()}
    return {"id": row["id"], **columns, "unseen": row["set"] != "training"}


def cases(row: Row) -> Iterator[Case]:
    """The labelled patches of a task, which together count less than as many tasks would."""
    for label, kind, features in zip(row["labels"], row["kinds"], row["features"], strict=True):
        kinds = tuple(dict.fromkeys(kind.split(JOINT)))
        yield Case(kinds, features, label != "wrong", row["id"], len(row["labels"]) ** -0.5)


def about(rows: Iterable[Row]) -> str:
    """How many tasks rows are of, and what was found of them."""
    labels = [row["labels"] for row in rows]
    found, right = sum(map(bool, labels)), sum(one[:1] not in ([], ["wrong"]) for one in labels)
    return f"{len(labels)} unseen tasks: {found} with a plausible patch, the first one right in {right}"
