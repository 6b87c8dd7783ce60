"""Which landed fixes people should read first: those that may as well be wrong, by their own confidence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from testfix_pipeline.core.records import Attempt

# Of the engine's patches that said less of themselves about half were right (docs/engine.md, *How far to trust it*).
READ_BELOW = 0.6


def read_first(attempts: Iterable[Attempt]) -> list[dict[str, Any]]:
    """Landed fixes that say less than READ_BELOW of themselves, the least sure first.

    Each as `task_id, confidence, change, commit`. A fix that says nothing of itself (0, as of some tools) is not among
    them.
    """
    doubtful = (one for one in attempts if one.stands and 0 < one.confidence < READ_BELOW)
    unsure = sorted(doubtful, key=lambda one: one.confidence)
    return [
        {
            "task_id": one.task_id,
            "confidence": round(one.confidence, 3),
            "change": " ".join((getattr(one, "note", "") or next(iter(one.root_causes), one.reason)).split())[:200],
            "commit": one.commit or "",
        }
        for one in unsure
    ]


def read_first_line(fix: dict[str, Any]) -> str:
    """One of them as a sentence."""
    return f"{fix['task_id']} may as well be wrong (confidence {fix['confidence']:.2f}): {fix['change']}"
