"""Which landed fixes people should read first: those that may as well be wrong, by their own confidence, and those that
add to what the project's own linters and type checkers complain of.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from testfix_pipeline.core.records import Attempt

# Of the engine's patches that said less of themselves about half were right (docs/engine.md, *How far to trust it*).
READ_BELOW = 0.6


def read_first(attempts: Iterable[Attempt]) -> list[dict[str, Any]]:
    """Landed fixes that say less than READ_BELOW of themselves, or add static findings; the least sure first.

    Each as `task_id, confidence, change, commit`, and `findings` where it adds any. A fix that says nothing of itself
    (0, as of some tools) is among them only for its findings.
    """
    doubtful = (one for one in attempts if one.stands and (_is_unsure(one.confidence) or static_findings(one)))
    unsure = sorted(doubtful, key=lambda one: one.confidence)
    return [
        {
            "task_id": one.task_id,
            "confidence": round(one.confidence, 3),
            "change": " ".join((getattr(one, "note", "") or next(iter(one.root_causes), one.reason)).split())[:200],
            "commit": one.commit or "",
            **({"findings": found} if (found := static_findings(one)) else {}),
        }
        for one in unsure
    ]


def read_first_line(fix: dict[str, Any]) -> str:
    """One of them as a sentence."""
    said = [f"may as well be wrong (confidence {fix['confidence']:.2f})"] if _is_unsure(fix["confidence"]) else []
    if fix.get("findings"):
        more = f" and {len(fix['findings']) - 1} more" if len(fix["findings"]) > 1 else ""
        said.append(f"adds a finding of the project's own checks ({fix['findings'][0]}{more})")
    return f"{fix['task_id']} {' and '.join(said)}: {fix['change']}"


def static_findings(attempt: Attempt) -> list[str]:
    """What the project's own linters and type checkers say of an attempt's change and did not say before it."""
    return list(getattr(attempt, "static_findings", []))


def _is_unsure(confidence: float) -> bool:
    return 0 < confidence < READ_BELOW
