"""Earlier texts of files from the project's history: what an undo of recent work would bring back."""

from __future__ import annotations

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


def _decoded(content: bytes) -> str | None:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None
