"""The git remote through which workers share a session: refs are read and moved, all or none, never overwritten.

Uses the credentials that git finds by itself (helpers, agents, keys); refuses an address with a password.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from testfix_pipeline.core.errors import InvalidConfig, ProjectError
from testfix_pipeline.workspace.git.clones import IMPATIENT, PATIENCE
from testfix_pipeline.workspace.git.git_client import GitAnswer, GitClient, text

# Version 2 of the protocol also serves commits that a ref has just left.
_SETTINGS = (*PATIENCE, "protocol.version=2", "core.fsync=all")
# Seconds to wait before repeating a call that failed by the network or by a concurrent call on the server.
WAITS_S = (0.1, 0.5, 2.0)
_DENIED = re.compile(
    r"authentication failed|could not read (username|password)|permission denied|terminal prompts disabled"
    r"|invalid (username|credentials)|returned error: 40[13]|not permitted|access denied",
    re.IGNORECASE,
)
_REFUSED = re.compile(r"hook declined|pre-receive|protected|remote rejected|deny|quota|not allowed", re.IGNORECASE)
# User and password in an address that git has rewritten, as by `url.<address>.insteadOf` in its configuration.
_USER = re.compile(r"(?<=://)[^/@\s]+@")
_BUSY = re.compile(r"cannot lock ref|unable to create .*\.lock|failed to update ref|incorrect old value", re.IGNORECASE)


class RemoteUnreachable(ProjectError):
    """The remote does not answer. Nothing was moved."""


class RemoteDenied(ProjectError):
    """The remote rejects our credentials."""


class RemoteRefused(ProjectError):
    """The remote accepts our credentials and rejects the push: a protected ref, a hook, a quota."""


@dataclass(frozen=True)
class Move:
    """The move of a ref from the id that was read to a new one; "" stands for a ref that does not exist."""

    ref: str
    seen: str
    new: str


def check_remote(url: str) -> None:
    """Raise InvalidConfig for an address with a password, which would be in run configurations and logs."""
    try:
        parts = urlsplit(url)
        secret = parts.password is not None or (parts.scheme in ("http", "https") and parts.username is not None)
    except ValueError as problem:
        raise InvalidConfig("The address of `remote` is none that can be read.", "Give git's address.") from problem
    if secret:
        raise InvalidConfig(
            "The address of `remote` holds credentials.",
            "Leave them out: git's credential helper, or an ssh key, gives them on each machine.",
        )


class Remote:
    """A remote and the local repository that pushes to it and fetches from it."""

    def __init__(self, git: GitClient, url: str) -> None:
        check_remote(url)
        self.git, self.url = git.with_env(**IMPATIENT), url

    def look(self, *patterns: str) -> dict[str, str]:
        """Return the object ids of the refs that match. Raises RemoteUnreachable, RemoteDenied."""
        out = text(self._ask_remote("ls-remote", "--refs", "--", self.url, *patterns).out)
        rows = (row.split("\t") for row in out.splitlines())
        return {name: found for found, name in rows}

    def fetch(self, object_ids: Sequence[str]) -> None:
        """Fetch these commits with all their objects.

        Some servers omit one that no ref names any more: look again then. Raises RemoteUnreachable, RemoteDenied.
        """
        missing = [one for one in dict.fromkeys(object_ids) if self.git.resolve(f"{one}^{{object}}") is None]
        if missing:
            quiet = ("--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-gc", "--no-recurse-submodules")
            self._ask_remote("fetch", *quiet, "--refmap=", "--", self.url, *missing)

    def swap(self, *moves: Move) -> bool:
        """Move all these refs, or none: return False if one of them has moved since it was read.

        Raises RemoteUnreachable, RemoteDenied, RemoteRefused; no ref was moved then.
        """
        leases = [f"--force-with-lease={move.ref}:{move.seen}" for move in moves]
        specs = [f"{move.new}:{move.ref}" for move in moves]
        said = ""
        for wait in (*WAITS_S, None):
            answer = self._call("push", "--quiet", "--atomic", *leases, "--", self.url, *specs)
            if answer.status == 0:
                return True
            said = answer.err
            now = self.look(*(move.ref for move in moves))
            if any(now.get(move.ref, "") != move.seen for move in moves):
                return all(self._has_moved(move, now.get(move.ref, "")) for move in moves)
            is_refused = _REFUSED.search(said) and not _BUSY.search(said)
            if wait is None or _DENIED.search(said) or is_refused:
                break
            time.sleep(wait)
        raise self._refusal(said)

    def _has_moved(self, move: Move, now: str) -> bool:
        """Whether a move succeeded and only its answer was lost, even if the next owner has moved the ref on."""
        if not now or now == move.new:
            return now == move.new
        self.fetch([now])
        return self.git.attempt("merge-base", "--is-ancestor", move.new, now).status == 0

    def _ask_remote(self, *arguments: str) -> GitAnswer:
        """Return the answer of a read-only call, repeated if the network fails."""
        for wait in (*WAITS_S, None):
            answer = self._call(*arguments)
            if answer.status == 0:
                return answer
            if wait is None or _DENIED.search(answer.err):
                break
            time.sleep(wait)
        raise self._refusal(answer.err)

    def _call(self, *arguments: str) -> GitAnswer:
        return self.git.attempt(*arguments, settings=_SETTINGS)

    def _refusal(self, said: str) -> ProjectError:
        words = " ".join(_USER.sub("", said.replace(self.url, "the remote")).split())[:400] or "git said nothing"
        if _DENIED.search(said):
            return RemoteDenied(
                f"The remote {self.url} does not take the credentials of this machine: {words}.",
                f"See that `git ls-remote {self.url}` works here without a question, then run `testfix resume`.",
            )
        if _REFUSED.search(said):
            return RemoteRefused(
                f"The remote {self.url} refuses a push: {words}.",
                "Allow pushes to refs/testfix/* and to branches testfix/*, then run `testfix resume`: nothing is lost.",
            )
        return RemoteUnreachable(
            f"The remote {self.url} can't be reached: {words}.",
            "Check the address and the network, then run `testfix resume`: nothing is lost.",
        )
