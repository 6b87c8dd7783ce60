"""Reads the contents of many files from git in one call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testfix_pipeline.workspace.git.git_client import GitClient


def read_blobs(git: GitClient, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield each name that means a blob (an object id, or `COMMIT:PATH` without a line break) with its content."""
    asked = "".join(f"{name}\n" for name in names).encode("utf-8", "surrogateescape")
    out = git.attempt("cat-file", "--batch", stdin=asked).out if names else b""
    position = 0
    for name in names:  # each answer is a header `ID KIND SIZE`, content, newline; or a line that ends in `missing`
        end = out.find(b"\n", position)
        words = out[position:end].rsplit(b" ", 2)
        if end < 0 or len(words) != 3 or not words[2].isdigit():
            position = max(position, end + 1)
            continue
        start, position = end + 1, end + 2 + int(words[2])
        if words[1] == b"blob":
            yield name, out[start : position - 1]
