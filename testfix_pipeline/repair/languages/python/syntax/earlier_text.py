"""Edits that resolve merge conflicts or restore earlier text near the complaint."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.core.change_history import Change
from testfix_pipeline.repair.history.project_history import edits_of
from testfix_pipeline.repair.history.undo import undo_hunks
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.syntax.damage import Damage, complaint

MOST_TEXTS = 6
NEAR = 3
"""The greatest distance of a hunk from a suspicious line, in lines."""
_CONFLICT = re.compile(
    r"^<{7}(?: [^\n]*)?\n(?P<ours>(?:[^\n]*\n)*?)(?:^\|{7}(?: [^\n]*)?\n(?:[^\n]*\n)*?)?^={7}\r?\n"
    r"(?P<theirs>(?:[^\n]*\n)*?)^>{7}(?: [^\n]*)?(?:\n|\Z)",
    re.M,
)
_MARKER = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?: [^\n]*)?\r?(?:\n|\Z)", re.M)
# (resolution of a conflict, its prior for all conflicts of the file).
_SIDES = (("ours", 0.9), ("theirs", 0.85), ("both", 0.7), ("both, theirs first", 0.3))


def resolve_conflicts(damage: Damage) -> Iterator[Edit]:
    """Proposes resolutions of merge conflicts: the same for all of the file, or one alone; removes stray markers."""
    text = damage.source.text
    found = list(_CONFLICT.finditer(text))
    for side, prior in _SIDES:
        spans = [(*one.span(), _resolved(one, side)) for one in found]
        near = [one for one in spans if one[0] <= damage.complaint_offset < one[1]] or spans[:1]
        note = f"settled with {side}"
        if spans:
            yield _conflict_edit(damage, spans, prior, f"{len(spans)} merge conflicts {note}")
        if len(spans) > 1:
            yield _conflict_edit(damage, near, 0.6 * prior, f"a merge conflict {note}")
    for marker in [] if found else _MARKER.finditer(text):
        yield _conflict_edit(damage, [(*marker.span(), "")], 0.7, "the marker of a merge conflict taken out")


def _conflict_edit(damage: Damage, spans: Sequence[tuple[int, int, str]], prior: float, note: str) -> Edit:
    start, end, text = spans[0]
    line = damage.source.line_at(start)
    return Edit(damage.source.path, start, end, text, "syntax.merge-conflict", prior, line, note, tuple(spans[1:]))


def _resolved(found: re.Match[str], side: str) -> str:
    ours, theirs = found["ours"], found["theirs"]
    return {"ours": ours, "theirs": theirs, "both": ours + theirs}.get(side, theirs + ours)


def restore_earlier_text(damage: Damage, changes: Sequence[Change]) -> Iterator[Edit]:
    """Proposes hunks of earlier texts of the file near the complaint: whole, single lines, and changes within a line.

    Only texts that compile are used. The one before the latest change has the highest prior.
    """
    texts = [
        (change.label, file.before)
        for change in changes
        for file in change.files
        if file.path == damage.source.path and file.before is not None
    ]
    compiling = [(label, text) for label, text in texts[:MOST_TEXTS] if complaint(text) is None]
    for age, (label, text) in enumerate(compiling):
        weight = 1 / (1 + 0.3 * age)
        for candidate in undo_hunks(damage.source, text, damage.source.text, f"as before {label}"):
            for edit in edits_of(candidate):
                if _is_near(damage, edit):
                    yield replace(edit, prior=weight * edit.prior)
        yield _whole_file(damage, text, weight, label)


def _is_near(damage: Damage, edit: Edit) -> bool:
    first, last = edit.line, damage.source.line_at(max(edit.start, edit.end - 1))
    return any(first - NEAR <= line <= last + NEAR for line in (*damage.places, *damage.unclosed))


def _whole_file(damage: Damage, text: str, weight: float, label: str) -> Edit:
    """The whole file as it was: it also undoes correct work, but certainly compiles."""
    end = len(damage.source.text)
    text = text.replace("\r\n", "\n").replace("\n", damage.source.newline)
    return Edit(damage.source.path, 0, end, text, "history.undo", 0.02 * weight, 1, f"the file as before {label}")
