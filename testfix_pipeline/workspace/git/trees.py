"""Makes trees and commits without a checkout, with index files of our own."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.git_client import GitClient, is_object_id, text

EMPTY_EXTRA: Mapping[str, bytes] = {}


@contextmanager
def scratch_index(git: GitClient, folder: Path, start: str | None = None) -> Iterator[GitClient]:
    """Yield git with a temporary index file in `folder`, empty or filled from the tree `start`."""
    with tempfile.TemporaryDirectory(dir=folder, prefix="index-") as place:
        client = git.with_index(Path(place) / "index")
        if start is not None:
            client.run("read-tree", start)
        yield client


def add_contents(git: GitClient, extra: Mapping[str, bytes]) -> None:
    """Add contents to the index under their paths, independent of the disk."""
    if not extra:
        return
    with tempfile.TemporaryDirectory(prefix="testfix-contents-") as place:
        files = [Path(place) / str(number) for number in range(len(extra))]
        for file, content in zip(files, extra.values(), strict=True):
            file.write_bytes(content)
        blobs = git.run("hash-object", "-w", "--no-filters", "--", *map(str, files)).split()
    entries = (b"100644 %s\t%s" % (blob, _name(path)) for blob, path in zip(blobs, extra, strict=True))
    git.run("update-index", "-z", "--index-info", stdin=b"".join(entries))


def _name(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape") + b"\0"


def adopt_entries(git: GitClient, tree: str, folder: str) -> bool:
    """Add the files of `tree` below `folder` to the index; return whether there were any."""
    entries = git.run("ls-tree", "-r", "-z", "--full-tree", tree, "--", f"{folder}/")
    if entries:
        git.run("update-index", "-z", "--index-info", stdin=entries)
    return bool(entries)


def drop_folder(git: GitClient, folder: str) -> None:
    """Remove all entries below `folder` from the index."""
    rows = git.with_env(GIT_LITERAL_PATHSPECS="1").run("ls-files", "-z", "--stage", "--", f"{folder}/").split(b"\0")
    named = [row.split(b"\t", 1) for row in rows if row]
    # mode 0 removes; unlike --force-remove this works where there is no checkout
    gone = b"".join(b"0 %s\t%s\0" % (entry.split(b" ")[1], path) for entry, path in named)
    git.run("update-index", "-z", "--index-info", stdin=gone)


def commit_tree(git: GitClient, tree: str, parents: Sequence[str], message: str, author: tuple[str, str]) -> str:
    """Write a commit object; return its id."""
    name, mail = author
    client = git.with_env(
        GIT_AUTHOR_NAME=name, GIT_AUTHOR_EMAIL=mail, GIT_COMMITTER_NAME=name, GIT_COMMITTER_EMAIL=mail
    )
    links = [part for parent in parents for part in ("-p", parent)]
    return client.line("commit-tree", tree, *links, "-F", "-", stdin=message.encode("utf-8", "backslashreplace"))


def with_trailer(message: str, session_id: SessionId) -> str:
    """Return the message with the `Test-Session:` trailer in a last paragraph of its own."""
    return f"{message.rstrip()}\n\nTest-Session: {session_id}\n"


def merge_base(git: GitClient, one: str, other: str) -> str | None:
    """Return the common ancestor of two commits, None if there is none."""
    answer = git.attempt("merge-base", one, other)
    return text(answer.out.split(b"\n", 1)[0]) if answer.status == 0 else None


def paths_in(git: GitClient, tree: str) -> tuple[list[str], list[str]]:
    """Return every file of a tree without submodules, and the folders of the submodules."""
    files: list[str] = []
    submodules: list[str] = []
    for row in filter(None, git.run("ls-tree", "-r", "-z", "--full-tree", tree).split(b"\0")):
        (submodules if row.startswith(b"160000 ") else files).append(text(row.split(b"\t", 1)[1]))
    return files, submodules


def tree_without(git: GitClient, commit: str, folder: str, scratch: Path) -> str:
    """Return the id of a commit's tree without the files below `folder`, which is written if it is new."""
    asked = git.attempt("rev-parse", f"{commit}^{{tree}}", f"{commit}:{folder}")
    if asked.status != 0:
        whole = text(asked.out.split(b"\n", 1)[0])
        return whole if is_object_id(whole) else git.line("rev-parse", "--verify", f"{commit}^{{tree}}")
    with scratch_index(git, scratch, commit) as client:
        drop_folder(client, folder)
        return client.line("write-tree")


def tree_with(git: GitClient, base: str, other: str, paths: Collection[str], scratch: Path) -> str:
    """Return the id of the tree of `base` with these paths as in `other`, or without them if it lacks them."""
    wanted = {_name(path) for path in paths}
    rows = (row + b"\0" for row in git.run("ls-tree", "-r", "-z", "--full-tree", other).split(b"\0") if row)
    taken = {name: row for row in rows if (name := row.split(b"\t", 1)[1]) in wanted}
    with scratch_index(git, scratch, base) as client:
        nothing = b"0" * len(client.line("rev-parse", base))
        gone = (b"0 %s\t%s" % (nothing, name) for name in wanted)  # mode 0 removes, where there is no checkout too
        client.run("update-index", "-z", "--index-info", stdin=b"".join([*gone, *taken.values()]))
        return client.line("write-tree")
