"""The confidence in patches of the search for Python, as programs showed it that nothing was learned from.

The calibration in `weights.json` is of training programs, which the edits were written on: of 24 first patches of
between .76 and .82 ten were right in 80 held-out programs, and four of six wrong patches in unseen packages had .56 to
.79.
"""

from __future__ import annotations

from dataclasses import replace

from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.ids import JOINT
from testfix_pipeline.repair.ranking.confidence_model import interpolate
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch

SHARES = (
    (0.0, 0.0),
    (0.4, 0.4),
    (0.76, 0.42),
    (0.8, 0.44),
    (0.82, 0.6),
    (0.9, 0.72),
    (0.96, 0.8),
    (0.976, 0.86),
    (1, 1),
)
"""(learned confidence, share that was right). Right were 4 of 10 first patches from .4 to .76, 10 of 24 to .82, 9 of 12
to .96 and 6 of 7 above (`python -m benchmarks.repair --section programs --seconds 30` on `--set held-out-1` and -2)."""
OTHERS = ("library", "history", "syntax", "patch")
"""Groups of edits whose confidence is measured elsewhere."""


def as_measured(patch: RankedPatch) -> RankedPatch:
    """The patch with the confidence that the held-out programs give it; one by other means, or elsewhere, as it is."""
    is_by_search = not any(part.partition(".")[0] in OTHERS for part in patch.kind.split(JOINT))
    if not is_by_search or not all(language_of(path).is_learned for path in patch.files):
        return patch
    return replace(patch, confidence=round(interpolate(SHARES, patch.confidence), 3))
