"""Reads the files that a patch changes, before and after it. The checkout and its index are not changed."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.workspace.git.git_client import split0
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.trees import scratch_index


@dataclass(frozen=True)
class PatchedFile:
    """A file of a patch, by its path from the repository's root. `blob`: git's id of the old content, "" if new.

    content: after the patch, None if it deletes the file; mode: as git writes it.
    """

    path: str
    blob: str
    mode: str
    content: bytes | None


def patched_files(project: Project, patch: bytes) -> list[PatchedFile]:
    """Return the files of a patch against HEAD. Raises UsageError if it does not apply."""
    folder = Path(tempfile.gettempdir())
    with scratch_index(project.git, folder, project.head) as git:
        applied = git.attempt("apply", "--cached", "--whitespace=nowarn", "-", stdin=patch)
        if applied.status != 0:
            raise UsageError(
                f"The patch does not apply to HEAD: {applied.err.strip()}", "Check out the commit that it was made for."
            )
        rows = split0(git.run("diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", project.head))
        pairs = zip(rows[::2], rows[1::2], strict=True)
        found = [(path, row.removeprefix(":").split(" ")) for row, path in pairs]
        return [
            PatchedFile(
                path,
                "" if status == "A" else before,
                mode if status != "D" else old_mode,
                git.run("cat-file", "blob", after) if status != "D" else None,
            )
            for path, (old_mode, mode, before, after, status) in found
        ]
