"""The shipped file of trust (`repair/languages/python/learned/trust.json`), made of fitted weights."""

from __future__ import annotations

import json
from collections.abc import Sequence

from benchmarks.repair.trust import rivals
from benchmarks.repair.trust.fit import Setting, calibration, cross_validated, firsts, fit, shifted
from benchmarks.repair.trust.rows import Search

DIGITS = 3
UNSEEN = 0.65
"""How often a first choice is right in programs that nobody developed the engine on: when they were new, in 284 of 495
training programs, of which some 87 % had one."""


def record(searches: Sequence[Search], setting: Setting) -> bytes:
    """The file for these rows, the same bytes for the same rows and setting."""
    model, held_out = fit(searches, setting), cross_validated(searches, setting)
    shift = shifted(searches, held_out, UNSEEN)
    found = {
        "searches": len(searches),
        "ridge": setting.ridge,
        "unseen": UNSEEN,
        "trust": {
            "intercept": round(model.intercept + shift, DIGITS),
            "features": {name: round(value, DIGITS) for name, value in model.features.items()},
            "calibration": _rounded(calibration(*firsts(searches, held_out))),
        },
        "rivals": rivals.fitted(searches)._asdict(),
    }
    return (json.dumps(found, indent=1) + "\n").encode()


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, DIGITS) for value in values]
