"""Offers a verified patch beside the comment: as suggestions on lines that the request shows, or as a branch.

Line numbers and contents of the patch are those of the checkout. They are valid at the request's head only if git's ids
of the contents are the same there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from testfix_pipeline.core.code_fence import code_span, fence_for
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.forges.diff_lines import file_patches, suggestions_of
from testfix_pipeline.forges.forge import PatchForge
from testfix_pipeline.forges.port import CommittedFile, FixBranch, Suggestion

Files = Mapping[str, tuple[str, CommittedFile]]
"""By path: git's id of the content that the patch was made for ("" of a new file), and the file after it."""
MESSAGE = "Fix failing tests\n\nVerified by testfix: the suite passes with it.\n"
_ELSEWHERE = "The fix is not suggested on the lines: "


@dataclass(frozen=True)
class OfferedFix:
    """The form of the offered fix. `said`: a sentence of Markdown on it, "" for none beside the comment."""

    said: str = ""
    suggestions: int = 0
    branch: str = ""


def offer_suggestions(forge: PatchForge, marker: str, patch: bytes, files: Files) -> OfferedFix:
    """Suggest the whole patch on lines that the request shows; otherwise say why not. Raises ForgeError."""
    found = _suggestions(patch, files)
    why_not = "it does more than replace lines." if found is None else _why_not_here(forge, found, files)
    if found is None or why_not:
        forge.suggest(marker, [])
        return OfferedFix(_ELSEWHERE + why_not)
    forge.suggest(marker, [(one, _body(marker, one, forge.name)) for one in found])
    return OfferedFix(f"The fix is suggested at {counted(len(found), 'place')} of this change.", len(found))


def withdraw_suggestions(forge: PatchForge, marker: str) -> None:
    """Mark all existing suggestions as outdated. Raises ForgeError."""
    forge.suggest(marker, [])


def _suggestions(patch: bytes, files: Files) -> list[Suggestion] | None:
    found: list[Suggestion] = []
    for file in file_patches(patch.decode("utf-8", "surrogateescape")):
        blob = files[file.path][0] if file.path in files else ""
        lines = suggestions_of(file)
        if not lines or len(file.blob) < 7 or not blob.startswith(file.blob):
            return None
        found += lines
    return found or None


def _why_not_here(forge: PatchForge, suggestions: list[Suggestion], files: Files) -> str:
    """Return why the request can't have suggestions, "" if it can."""
    paths = sorted({one.path for one in suggestions})
    changed = {file.path: file for file in forge.changed_files(paths)}
    for one in suggestions:
        shown = changed[one.path].lines if one.path in changed else {}
        if any(line not in shown for line in range(one.first, one.last + 1)):
            return f"{code_span(one.path)} is changed at lines that this request does not show."
    return _differing(forge, forge.state().head, {path: files[path][0] for path in paths})


def _differing(forge: PatchForge, head: str, blobs: Mapping[str, str]) -> str:
    """Return a sentence on a file that differs at the head; "" if none does."""
    other = next((path for path, blob in blobs.items() if forge.blob(path, head) != blob), None)
    return f"{code_span(other)} has another content at the head of this request." if other is not None else ""


def _body(marker: str, one: Suggestion, forge: str) -> str:
    """Return the text of a suggestion. GitLab needs its first line, and the number of lines that follow."""
    fence = fence_for("\n".join(one.replacement))
    span = f":-0+{one.last - one.first}" if forge == "GitLab" else ""
    return "\n".join([marker, f"{fence}suggestion{span}", *one.replacement, fence])


def offer_branch(forge: PatchForge, number: int, patch: bytes, files: Files) -> OfferedFix:
    """Put the patch on a new branch at the request's head, or say why not. Raises ForgeError.

    The branch is named by its content: a second call finds it, and no branch is ever overwritten.
    """
    head = forge.state().head
    why_not = _differing(forge, head, {path: blob for path, (blob, _) in files.items()})
    if why_not:
        return OfferedFix(f"The fix is on no branch: {why_not}")
    name = f"testfix/fix-{number}-{hashlib.sha256(head.encode() + patch).hexdigest()[:10]}"
    made = forge.put_branch(FixBranch(name, head, MESSAGE, [file for _, file in files.values()]))
    return OfferedFix(f"The fix is on the branch `{made}`: `git pull origin {made}`.", branch=made)
