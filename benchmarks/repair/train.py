"""Learns what the order of edits does not need: trust in plausible patches, and the general language model.

    python -m benchmarks.repair.train                     # trust, from the rows of searches in the repository
    python -m benchmarks.repair.train --rows FILE... --unseen FILE...                    # from these in their place
    python -m benchmarks.repair.train --language          # counts the general language model and the conversions again

`trust` in `repair/ranking/learned/weights.json` says how likely a plausible patch is right, from rows of
`python -m benchmarks.repair`, whose patches the judge has labelled: those of the set `training`, and unseen ones of
held-out sets. What a language adds (`python -m benchmarks.javascript --calibrate`) has to be learned again after it.
`make train` fits the order of edits (`benchmarks.repair.training`).

All figures printed are of unseen tasks, each by what the others say. The calibration is also drawn (`calibration.png`
in the cache).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.javascript.calibrate import LANGUAGE as JAVASCRIPT
from benchmarks.repair import cache
from benchmarks.repair.learning import calibration, conversions, language, stored_rows, trust
from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.repair.language.registry import languages
from testfix_pipeline.repair.ranking.confidence_model import WEIGHTS, ConfidenceModel

ROWS = Path(__file__).with_name("learning") / "confidence-rows.jsonl.gz"


def rows_of(paths: Sequence[Path], *, unseen: bool) -> Iterator[Mapping[str, Any]]:
    """Rows of the benchmark as they are stored, one for each task: the last."""
    found = {row["id"]: row for path in paths for row in cache.rows(path)}
    for row in found.values():
        of_patches = {f"{name}s": [one[name] for one in row["patches"]] for name in ("label", "kind")}
        features = [one["features"] for one in row["patches"]]
        yield {"id": row["id"], **of_patches, "features": features, "unseen": unseen}


def learn_trust(rows: Sequence[stored_rows.Row]) -> str:
    """Write `trust` in `weights.json`; tables of the first choices of unseen tasks, also under the shipped weights.

    Patches in languages that nothing was learned of keep the scores and steps from before: the rows say nothing of
    them.
    """
    weights = json.loads(WEIGHTS.read_text())
    shipped = ConfidenceModel.of(weights["trust"])
    try:
        learned, judged = trust.learn(rows, before := trust.earlier())
    except trust.TooFew as few:
        return f"trust: too few to learn from, left as it was: {few}"
    said = stored_rows.about_unseen(rows)
    unlearned = [one.name for one in languages() if not one.is_learned and one.name != JAVASCRIPT]
    as_before = dict.fromkeys(unlearned, _record(trust.difference(before, learned)))
    weights["trust"] |= {**_record(learned), "languages": {**weights["trust"]["languages"], **as_before}}
    weights["sources"]["calibration"] = said
    if (made := json.dumps(weights, indent=1) + "\n") != WEIGHTS.read_text():
        WEIGHTS.write_text(made)
    parts = {"as shipped": list(_as_shipped(rows, shipped)), **judged}
    return "\n\n".join([*(f"{name}\n{_table(some)}" for name, some in parts.items()), said])


def _record(model: ConfidenceModel) -> dict[str, Any]:
    return {name: vars(model)[name] for name in ("intercept", "features", "kinds", "steps")}


def _as_shipped(rows: Sequence[stored_rows.Row], shipped: ConfidenceModel) -> Iterator[trust.LabelledPatch]:
    """The unseen patches with the confidence that the weights from before this run give them."""
    for row in rows:
        scores = [shipped.score(*one) for one in zip(row["kinds"], row["features"], strict=True)]
        for score, label in zip(scores if row["unseen"] else (), row["labels"], strict=False):
            yield trust.LabelledPatch(shipped.confidence(score), label != "wrong", score == max(scores))


def _table(judged: Sequence[trust.LabelledPatch]) -> str:
    first = [one for one in judged if one.first]
    landing = [one.right for one in first if not is_doubtful(one.confidence)]
    said = f"{len(first)} first choices, {sum(one.right for one in first)} right: "
    return f"{calibration.table(first)}\n{said}{len(landing)} land, {len(landing) - sum(landing)} of them wrong"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", action="store_true")
    parser.add_argument("--rows", type=Path, nargs="+", default=[])
    parser.add_argument("--unseen", type=Path, nargs="+", default=[])
    wanted = parser.parse_args()
    if wanted.language:
        print(language.train())
        print(conversions.train())
    if wanted.rows:
        seen, unseen = rows_of(wanted.rows, unseen=False), rows_of(wanted.unseen, unseen=True)
        stored_rows.store(ROWS, [*seen, *unseen])
    print(learn_trust(stored_rows.stored(ROWS)))


if __name__ == "__main__":
    main()
