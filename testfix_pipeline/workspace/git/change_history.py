"""Reads a project's recent changes from git: each with the texts before and after, newest first.

Follows first parents only, so that the changes form one chain and a merge is one change. Time and size are limited, and
nothing raises: a change that a shallow clone, a missing object or a huge file hides is left out.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from testfix_pipeline.core.change_history import Change, ChangedCodeFile
from testfix_pipeline.core.languages import REPAIRED
from testfix_pipeline.workspace.git.blobs import read_blobs
from testfix_pipeline.workspace.git.changes import escape_pattern
from testfix_pipeline.workspace.git.git_client import GitClient, is_object_id, text

# Regressions come from recent work; a release of a busy project has about fifty changes. DEPTH limits git's search if
# few commits touch program files.
MOST_CHANGES = 60
DEPTH = 400
# A change of more files is a reformatting or imported foreign code.
MOST_FILES = 80
MOST_BYTES, MOST_BYTES_OF_A_FILE = 24_000_000, 400_000


@dataclass(frozen=True)
class _Row:
    """One entry of git's raw difference. `blobs` are None if the file is absent."""

    path: str
    before_path: str
    blobs: tuple[str | None, str | None]


@dataclass(frozen=True)
class _Entry:
    commit: str
    parent: str
    subject: str
    rows: tuple[_Row, ...]


def recent_changes(git: GitClient, commit: str, subdir: str = "", most: int = MOST_CHANGES) -> list[Change]:
    """Return at most `most` changes up to `commit` of program files of the project in `subdir`, newest first.

    Those up to the same object are read once.
    """
    read = _changes_up_to if is_object_id(commit) else _changes_up_to.__wrapped__
    return list(read(git, commit, subdir, most))


@functools.lru_cache(maxsize=1)
def _changes_up_to(git: GitClient, commit: str, subdir: str, most: int) -> list[Change]:
    edge = git.attempt("rev-list", "--first-parent", "-1", f"--skip={DEPTH}", commit, "--").out.split()
    since = [f"^{edge[0].decode()}"] if edge else []
    listed = git.attempt(
        *("log", "--first-parent", "-m", f"-{most}", "--format=%x01%H %P%x00%s", *_RAW),
        *(commit, *since, "--", *_program_files(subdir)),
    )
    # a commit without a parent is the first one or the boundary of a shallow clone: its predecessor is unknown
    entries = [entry for entry in _entries(listed.out) if entry.parent and len(entry.rows) <= MOST_FILES]
    return list(_with_texts(git, entries, subdir))


def uncommitted_change(git: GitClient, root: Path, subdir: str = "") -> Change | None:
    """Return the difference between HEAD and the files below the project's `root`, None if there is none."""
    raw = git.attempt("diff-index", *_RAW, "HEAD", "--", *_program_files(subdir))
    head = git.resolve("HEAD^{commit}")
    rows = tuple(_rows(raw.out)) if raw.status == 0 else ()
    if not head or not 0 < len(rows) <= MOST_FILES:
        return None
    found = next(_with_texts(git, [_Entry("", head, "uncommitted changes", rows)], subdir), None)
    files = tuple(_with_text_on_disk(root, file) for file in found.files) if found else ()
    files = tuple(file for file in files if (file.before_path, file.before) != (file.path, file.after))
    return replace(found, files=files) if found and files else None


def project_changes(git: GitClient, root: Path, subdir: str = "") -> list[Change]:
    """Return the uncommitted change and the changes before it, of the project in `root`."""
    now = uncommitted_change(git, root, subdir)
    return [*([now] if now else []), *recent_changes(git, "HEAD", subdir)]


def _with_text_on_disk(root: Path, file: ChangedCodeFile) -> ChangedCodeFile:
    """Return the change with the file's text on disk as its new text; unchanged if it can't be read."""
    path = root / file.path
    if not path.exists():
        return file
    small = path.stat().st_size <= MOST_BYTES_OF_A_FILE
    now = _decoded(path.read_bytes()) if small else None
    return replace(file, after=file.before if now is None else now)


def _program_files(subdir: str) -> list[str]:
    start = f":(glob){escape_pattern(subdir)}/**/*" if subdir else ":(glob)**/*"
    return [f"{start}{suffix}" for suffix in REPAIRED]


_RAW = ("--raw", "-z", "-M", "--no-abbrev", "--no-ext-diff", "--ignore-submodules=all")


def _entries(out: bytes) -> Iterator[_Entry]:
    for part in out.split(b"\x01")[1:]:
        header, subject, raw = part.split(b"\0", 2)
        commit, *parents = header.decode("ascii", "replace").split()
        yield _Entry(commit, parents[0] if parents else "", subject.decode("utf-8", "replace"), tuple(_rows(raw)))


def _rows(raw: bytes) -> Iterator[_Row]:
    """Parse entries `:mode mode blob blob status NUL path NUL`, with a second path for renames and copies."""
    fields = iter(raw.lstrip(b"\n").split(b"\0"))
    for head in fields:
        if not head.startswith(b":"):
            return
        modes, status = head[1:].split(b" ")[:2], head.split(b" ")[4][:1]
        old = text(next(fields))
        new = text(next(fields)) if status in b"RC" else old
        if {*modes} <= {b"000000", b"100644", b"100755"}:
            blobs = tuple(None if not blob.strip(b"0") else blob.decode() for blob in head.split(b" ")[2:4])
            # a zero blob as the new side of an existing path is a file that git has not read
            after = blobs[1] or (None if status == b"D" else "")
            yield _Row(new, old, (None if status == b"C" else blobs[0], after))


def _with_texts(git: GitClient, entries: Sequence[_Entry], subdir: str) -> Iterator[Change]:
    """Yield the changes with their texts, up to the limits, and with current paths."""
    texts = _read(git, [blob for entry in entries for row in entry.rows for blob in row.blobs if blob])
    prefix = f"{subdir}/" if subdir else ""
    now: dict[str, str] = {}
    for entry in entries:
        files = []
        for row in entry.rows:
            present = now.get(row.path, row.path)
            before, after = (None if blob is None else texts.get(blob) for blob in row.blobs)
            readable = all(blob in texts for blob in row.blobs if blob)
            if readable and row.blobs[0] is not None:
                files.append(
                    ChangedCodeFile(present.removeprefix(prefix), before, after, row.before_path.removeprefix(prefix))
                )
        for row in entry.rows:
            if row.before_path != row.path and row.blobs[0] is not None:
                now[row.before_path] = now.get(row.path, row.path)
        if files:
            yield Change(entry.commit, entry.parent, entry.subject, tuple(files))


def _read(git: GitClient, blobs: Iterable[str]) -> dict[str, str]:
    """Return the texts of blobs, in order, up to the limits; only local ones (nothing is fetched) in UTF-8."""
    wanted = list(dict.fromkeys(blobs))
    if not wanted:
        return {}
    here = git.with_env(GIT_NO_LAZY_FETCH="1")
    sizes = here.attempt("cat-file", "--batch-check", stdin="".join(f"{blob}\n" for blob in wanted).encode())
    chosen, room = [], MOST_BYTES
    for line in sizes.out.decode("ascii", "replace").splitlines():
        name, kind, *size = line.split()
        if kind == "blob" and int(size[0]) <= min(room, MOST_BYTES_OF_A_FILE):
            chosen.append(name)
            room -= int(size[0])
    read = ((name, _decoded(content)) for name, content in read_blobs(here, chosen))
    return {name: content for name, content in read if content is not None}


_HUNK = re.compile(rb"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")


def added_lines(git: GitClient, before: str, after: str) -> dict[str, set[int]]:
    """Return by path the lines of `after` that `before` lacks; empty if one of the commits is unknown."""
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
