"""Learns what the order of edits does not need: trust in plausible patches, and the general language model.

    python -m benchmarks.repair.train                     # trust, from rows of searches in the cache
    python -m benchmarks.repair.train --language          # counts the general language model and the conversions again
    python -m benchmarks.repair.train --rows FILE...      # other rows of the benchmark than the cache's training rows
    python -m benchmarks.repair.train --update            # trust, from the shipped weights on: what new rows add
    python -m benchmarks.repair.train --calibration       # only what the scores of the weights as they are stand for
    python -m benchmarks.repair.train --choice            # only what tells right patches from rivals, and then the same

`trust` in `repair/ranking/learned/weights.json` says how likely a plausible patch is right: from rows of
`python -m benchmarks.repair --set training`, whose patches the judge has labelled, with where it comes from. The rows
are not in the repository: without them the part stays as it is and that is said. `make train` fits the order of edits
(`benchmarks.repair.training`).

All figures printed are held out: a package's by weights that were learned on the others. The calibration of the
confidence is also drawn (`calibration.png` in the cache).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.learning import calibration, choice, conversions, language, trust
from testfix_pipeline.repair.ranking.confidence_model import WEIGHTS, ConfidenceModel


def rows_of(paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """Rows of training tasks, one for each task: the last."""
    found = {row["id"]: row for path in paths for row in cache.rows(path) if row.get("set") == "training"}
    yield from map(trust.by_ids, found.values())


def learn_trust(weights: dict[str, Any], paths: Sequence[Path], update: bool) -> None:
    rows = list(rows_of(paths))
    before = ConfidenceModel.of(weights["trust"]) if update else trust.judgement()
    try:
        weights["trust"], judged = trust.learn(rows, before)
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
        weights["trust"]["steps"], judged = trust.calibrate(rows, ConfidenceModel.of(weights["trust"]))
    except trust.TooFew as few:
        print(f"calibration: too few to learn from, left as it was: {few}")
        return
    weights["sources"]["calibration"] = _source(judged, rows)
    _say(judged)


def learn_choice(weights: dict[str, Any], paths: Sequence[Path]) -> None:
    rows = list(rows_of(paths))
    try:
        model, said = choice.learn(rows, ConfidenceModel.of(weights["trust"]))
    except trust.TooFew as few:
        print(f"choice: too few to learn from, left as it was: {few}")
        return
    weights["trust"]["features"] = dict(sorted(model.features.items()))
    weights["sources"]["choice"] = said
    print(said, *(f"{name} {model.features[name]:+.2f}" for name in choice.NAMES), sep="\n  ")


def _source(judged: Sequence[trust.LabelledPatch], rows: Sequence[Any]) -> str:
    right = sum(one.right for one in judged)
    return f"{len(judged)} plausible patches of {len(rows)} training tasks, {right} right"


def _say(judged: Sequence[trust.LabelledPatch]) -> None:
    """The calibration as tables and as a plot."""
    first = [one for one in judged if one.first]
    print(f"all plausible patches\n{calibration.table(judged)}\n\nfirst choices\n{calibration.table(first)}")
    path = cache.folder() / "calibration.png"
    calibration.plot(first, path, f"First choices, held out by package (n = {len(first)})")
    print(f"plot: {path}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", action="store_true")
    parser.add_argument("--rows", type=Path, nargs="*")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--calibration", action="store_true")
    parser.add_argument("--choice", action="store_true")
    wanted = parser.parse_args()
    if wanted.language:
        print(language.train())
        print(conversions.train())
    weights = json.loads(WEIGHTS.read_text())
    paths = wanted.rows or sorted(cache.folder("rows").glob("*.jsonl"))
    if wanted.choice:
        learn_choice(weights, paths)
    if wanted.calibration or wanted.choice:
        calibrate_trust(weights, paths)
    else:
        learn_trust(weights, paths, wanted.update)
    WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n")


if __name__ == "__main__":
    main()
