"""Earlier texts of files from the project's history: what an undo of recent work would bring back."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from testfix_pipeline.workspace.git_client import GitClient

# Recent work is where regressions come from; each text costs two calls of git.
MOST_TEXTS = 5
MOST_FILES = 20


def older_texts(git: GitClient, commit: str, paths: Iterable[str]) -> dict[str, list[str]]:
    """By path (relative to the repository): its different earlier texts, newest first; UTF-8 only, absent if none."""
    found = {}
    for path in list(paths)[:MOST_FILES]:
        texts = _texts(git, commit, path)
        if texts:
            found[path] = texts
    return found


def _texts(git: GitClient, commit: str, path: str) -> list[str]:
    touched = git.attempt("log", f"-{MOST_TEXTS}", "--format=%H", "--no-renames", commit, "--", path)
    texts: list[str] = []
    for revision in touched.out.decode("ascii", "replace").split():
        before = git.attempt("cat-file", "blob", f"{revision}^:{path}")
        text = _decoded(before.out) if before.status == 0 else None
        if text is not None and text not in texts:
            texts.append(text)
    return texts


_HUNK = re.compile(rb"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")


def added_lines(git: GitClient, before: str, after: str) -> dict[str, set[int]]:
    """By path, the lines of `after` that `before` lacks; nothing where one of the commits is unknown."""
    diff = git.attempt(
        "-c",
        "core.quotePath=false",
        "diff",
        "--unified=0",
        "--no-color",
        "--no-ext-diff",
        "--no-renames",
        before,
        after,
    )
    if diff.status != 0:
        return {}
    found: dict[str, set[int]] = {}
    path = ""
    for line in diff.out.split(b"\n"):
        if line.startswith(b"+++ "):
            path = os.fsdecode(line[4:]).removeprefix("b/").rstrip("\t")
        matched = _HUNK.match(line)
        if matched and path != "/dev/null":
            first, count = int(matched[1]), int(matched[2] or 1)
            found.setdefault(path, set()).update(range(first, first + count))
    return {name: lines for name, lines in found.items() if lines}


def _decoded(content: bytes) -> str | None:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None
