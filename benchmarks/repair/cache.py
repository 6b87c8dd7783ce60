"""Where the benchmark keeps what it downloads and derives: outside of the repository, rebuilt by script."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def folder(*parts: str) -> Path:
    """A folder of the cache, made if need be: `$TESTFIX_BENCH_CACHE`, else `~/.cache/testfix-bench`."""
    root = Path(os.environ.get("TESTFIX_BENCH_CACHE") or Path.home() / ".cache" / "testfix-bench")
    place = root.joinpath(*parts)
    place.mkdir(parents=True, exist_ok=True)
    return place


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSONL file; none where it is absent. A last line that was cut off by a kill is passed over."""
    if not path.is_file():
        return
    for line in path.read_text().splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def append(path: Path, row: Mapping[str, Any]) -> None:
    """One more row, on the disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            cut_off = file.read(1) != b"\n"
            file.write(b"\n" if cut_off else b"")
        file.write(json.dumps(row).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def write(path: Path, found: Iterable[Mapping[str, Any]]) -> None:
    """All rows of a file at once; whoever reads meanwhile sees the old ones."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    unfinished.write_text("".join(json.dumps(row) + "\n" for row in found))
    unfinished.replace(path)


def code_version(*sources: str) -> str:
    """A hash of files, and of Python and JSON files in folders, of the checkout: rows are good for the same code."""
    digest = hashlib.sha256()
    for place in (ROOT / name for name in sources):
        for file in [place] if place.is_file() else sorted([*place.rglob("*.py"), *place.rglob("*.json")]):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
