"""Learns the weights of the repair engine from the training corpus, and says what they are worth.

    python -m benchmarks.repair.train                     # what the cache holds; a minute or two
    python -m benchmarks.repair.train --collect           # first gathers the places (an hour on two cores, resumable)
    python -m benchmarks.repair.train --language          # counts the general language model and the conversions anew
    python -m benchmarks.repair.train --rows FILE...      # other rows of the benchmark than the cache's training rows
    python -m benchmarks.repair.train --calibration       # only what the scores of the weights as they are stand for
    python -m benchmarks.repair.train --choice            # only what tells right patches from rivals, and then the same

Two parts of `testfix_pipeline/repair/learned/weights.json` are written, each with where it comes from:

- `order`, in which edits are tried at a place: from mutations of the training packages, small changes between their
  releases and the training programs, where the right edit is known without running a test (`learning/places.py`);
- `trust`, how likely a plausible patch is right: from rows of `python -m benchmarks.repair --set training`, whose
  patches the judge has labelled. Where there are too few rows, the part stays as it is and that is said.

All figures printed are held out: a package's by weights that were learned on the others. The calibration of the
confidence is also drawn (`calibration.png` in the cache).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.learning import calibration, choice, conversions, language, order, trust
from benchmarks.repair.learning.changes import real_changes
from benchmarks.repair.learning.mutants import mutated_places
from benchmarks.repair.learning.places import Place
from benchmarks.repair.learning.releases import RELEASES
from benchmarks.repair.learning.written import written_places
from testfix_pipeline.repair.trust import WEIGHTS, Trust

PROCESSES = 2
SOURCES = {"mutations": mutated_places, "releases": real_changes}


def place_files() -> list[Path]:
    return sorted(cache.folder("places").glob("*.jsonl"))


def collect() -> None:
    """The places of the programs and of every training package; what is there is not gathered again."""
    wanted: list[tuple[str, Callable[[], Iterable[Place]]]] = [("programs", written_places)]
    wanted += [
        (f"{name}-{package}", partial(gather, package)) for package in RELEASES for name, gather in SOURCES.items()
    ]
    with ProcessPoolExecutor(PROCESSES) as pool:
        for done in [pool.submit(_gather, name, gather) for name, gather in wanted]:
            done.result()


def _gather(name: str, gather: Callable[[], Iterable[Place]]) -> None:
    path = cache.folder("places") / f"{name}.jsonl"
    if not path.is_file():
        found = list(gather())
        cache.write(path, [place.row() for place in found])
        solved = sum(place.solved for place in found)
        print(f"{name:26} {len(found)} places, the right edit is among those of {solved}", flush=True)


def rows_of(paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """Rows of training tasks, one for each task: the last."""
    found = {row["id"]: row for path in paths for row in cache.rows(path) if row.get("set") == "training"}
    yield from map(trust.by_ids, found.values())


def learn_order(weights: dict[str, Any]) -> None:
    rows = [order.by_ids(row) for path in place_files() for row in cache.rows(path)]
    if not rows:
        print("order: no places in the cache (see --collect); left as it was")
        return
    weights["order"], said = order.learn(rows)
    solved = sum(any(one["right"] for one in row["tried"]) for row in rows)
    weights["sources"]["order"] = f"{len(rows)} places of {len(place_files())} files, {solved} with the right edit"
    print(said)


def learn_trust(weights: dict[str, Any], paths: Sequence[Path]) -> None:
    rows = list(rows_of(paths))
    try:
        weights["trust"], judged = trust.learn(rows)
    except trust.TooFew as few:
        print(f"trust: too few to learn from, left as it was: {few}")
        return
    weights["sources"]["trust"] = _source(judged, rows)
    _say(judged)
    weighty = sorted(weights["trust"]["features"].items(), key=lambda item: -abs(item[1]))
    print("weights: " + ", ".join(f"{name} {value:+.2f}" for name, value in weighty[:14]))


def calibrate_trust(weights: dict[str, Any], paths: Sequence[Path]) -> None:
    rows = list(rows_of(paths))
    try:
        weights["trust"]["steps"], judged = trust.calibrate(rows, Trust.of(weights["trust"]))
    except trust.TooFew as few:
        print(f"calibration: too few to learn from, left as it was: {few}")
        return
    weights["sources"]["calibration"] = _source(judged, rows)
    _say(judged)


def learn_choice(weights: dict[str, Any], paths: Sequence[Path]) -> None:
    rows = list(rows_of(paths))
    try:
        model, said = choice.learn(rows, Trust.of(weights["trust"]))
    except trust.TooFew as few:
        print(f"choice: too few to learn from, left as it was: {few}")
        return
    weights["trust"]["features"] = dict(sorted(model.features.items()))
    weights["sources"]["choice"] = said
    print(said, *(f"{name} {model.features[name]:+.2f}" for name in choice.NAMES), sep="\n  ")


def _source(judged: Sequence[trust.Judged], rows: Sequence[Any]) -> str:
    right = sum(one.right for one in judged)
    return f"{len(judged)} plausible patches of {len(rows)} training tasks, {right} right"


def _say(judged: Sequence[trust.Judged]) -> None:
    """The calibration as tables and as a plot."""
    first = [one for one in judged if one.first]
    print(f"all plausible patches\n{calibration.table(judged)}\n\nfirst choices\n{calibration.table(first)}")
    path = cache.folder() / "calibration.png"
    calibration.plot(first, path, f"First choices, held out by package (n = {len(first)})")
    print(f"plot: {path}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collect", action="store_true")
    parser.add_argument("--language", action="store_true")
    parser.add_argument("--rows", type=Path, nargs="*")
    parser.add_argument("--calibration", action="store_true")
    parser.add_argument("--choice", action="store_true")
    wanted = parser.parse_args()
    if wanted.language:
        print(language.train())
        print(conversions.train())
    if wanted.collect:
        collect()
    weights = json.loads(WEIGHTS.read_text())
    paths = wanted.rows or sorted(cache.folder("rows").glob("*.jsonl"))
    if wanted.choice:
        learn_choice(weights, paths)
    if wanted.calibration or wanted.choice:
        calibrate_trust(weights, paths)
    else:
        learn_order(weights)
        learn_trust(weights, paths)
    WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n")


if __name__ == "__main__":
    main()
