"""Stable ids of edits, their display labels, and the ids for labels in older records.

An id (`guard.return`) never changes: weights, records and comparisons use it. The part before its first dot is its
group. The ids of several edits at once are joined by " + ".
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path

JOINT = " + "
LABELS = {
    "moved.behind-the-loop": "moved: behind the loop",
    "moved.else-of-a-loop": "moved: else of a loop",
    "moved.further": "moved: further",
    "moved.in-front-of-the-block": "moved: in front of the block",
    "moved.into-the-block": "moved: into the block",
    "moved.out-of-the-block": "moved: out of the block",
    "moved.swapped": "moved: swapped",
    "none-asked-for": "None asked for",
}
"""Display labels by id; other ids are displayed as their words. Labels are only for people."""
OLDER = Path(__file__).with_name("older_labels.json")
"""The labels in records from before there were ids, with their ids. Never add to it: new records contain ids."""


def group(edit_id: str) -> str:
    """The group of an id: `guard` of `guard.return`; an id without a dot is its own group."""
    return edit_id.partition(".")[0]


def label(edit_ids: str) -> str:
    """The display label of an id, or of several joined ids."""
    return JOINT.join(LABELS.get(one) or re.sub(r"[.-]", " ", one) for one in edit_ids.split(JOINT))


def edit_ids_of(recorded: str) -> str:
    """The joined ids for a record of any age, which contains ids or labels."""
    return JOINT.join(_older()["edits"].get(one, one) for one in recorded.split(JOINT))


@functools.cache
def _older() -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = json.loads(OLDER.read_text())
    return found
