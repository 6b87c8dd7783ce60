"""Reads the sessions in a git remote without a project; stores nothing on this machine."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.errors import UnknownSession
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.publication import branch_ref, session_ref
from testfix_pipeline.workspace.sessions.session_ids import ids_in_refs, session_folder
from testfix_pipeline.workspace.sessions.session_lookup import PLANNED, session_record
from testfix_pipeline.workspace.sessions.store import SESSION
from testfix_pipeline.workspace.shared.large_files import large_files
from testfix_pipeline.workspace.shared.leases import HOME, read_record
from testfix_pipeline.workspace.shared.remote import Remote
from testfix_pipeline.workspace.shared.shared_files import SharedFiles

_OBJECTS = "objects.git"


@dataclass(frozen=True)
class SharedSession:
    """A session in a remote: its record, and the ids of its refs when they were read.

    owner: the run that works on it or died in it; "" for none. is_home: whether a project has its current state. large:
    the folder of its large files, "" if all is in git.
    """

    record: SessionRecord
    refs: Mapping[str, str]
    owner: str
    is_home: bool
    large: str = ""

    @property
    def session_id(self) -> SessionId:
        """The session's id."""
        return self.record.session_id


@dataclass(frozen=True)
class SharedSessions:
    """Sessions of a remote; `root` is a folder with their files, laid out as in a project."""

    remote: Remote
    root: Path
    found: list[SharedSession]


@contextmanager
def shared_sessions(url: str, wanted: SessionId | None = None, *, with_files: bool = True) -> Iterator[SharedSessions]:
    """Yield the sessions of a remote, newest first, with their records; only `wanted`, then with all files.

    The folder is removed after the block. Raises UnknownSession if the remote lacks it, and what `Remote` raises.
    """
    with tempfile.TemporaryDirectory(prefix="testfix-remote-") as name:
        root, git_dir = Path(name), Path(name) / _OBJECTS
        GitClient(root).run("init", "--quiet", "--bare", "--template=", str(git_dir))
        remote = Remote(GitClient(git_dir, git_dir), url)
        refs = remote.look(f"refs/testfix/{wanted or '*'}/*", f"refs/heads/testfix/{wanted or '*'}")
        names = [one for one in map(SessionId, ids_in_refs(refs)) if session_ref(one, "state") in refs]
        if wanted and not names:
            raise UnknownSession(f"The remote {url} has no session {wanted}.", "Without --session, all are listed.")
        remote.fetch([refs[ref] for one in names for ref in _read_of(one) if ref in refs])
        found = [_looked_at(remote, root, one, refs, whole=bool(wanted) and with_files) for one in names]
        yield SharedSessions(remote, root, sorted(found, key=lambda one: one.record.created_at, reverse=True))


def _read_of(session_id: SessionId) -> tuple[str, str]:
    return session_ref(session_id, "state"), session_ref(session_id, "lease")


def _looked_at(
    remote: Remote, root: Path, session_id: SessionId, refs: Mapping[str, str], *, whole: bool
) -> SharedSession:
    state, lease = (refs.get(ref) for ref in _read_of(session_id))
    folder = session_folder(root, session_id)
    large = str(read_record(remote, state).get("large", "")) if state else ""
    if whole:
        tree = remote.git.line("rev-parse", "--verify", f"{state}^{{tree}}")
        SharedFiles(root / _OBJECTS, folder, root / "index", large_files(large)).restore(tree)
    else:
        shown = remote.git.attempt("cat-file", "blob", f"{state}:{SESSION}")
        if shown.status == 0:
            folder.mkdir(parents=True)
            (folder / SESSION).write_bytes(shown.out)
    record = session_record(root, session_id)
    held = read_record(remote, lease) if lease else {}
    holder = str(held.get("owner", "")) if record.status in PLANNED else ""
    prefix, branch = f"refs/testfix/{session_id}/", branch_ref(session_id)
    mine = {ref: one for ref, one in refs.items() if ref.startswith(prefix) or ref == branch}
    return SharedSession(record, mine, holder, held.get(HOME) == state, large)
