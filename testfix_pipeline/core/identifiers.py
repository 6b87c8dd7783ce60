"""Makes and checks the names of sessions."""

from __future__ import annotations

import hashlib
import re
import shlex
import unicodedata
from collections.abc import Collection

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.test_ids import SessionId

SLUG_LIMIT = 50
PREFIX = "WFS-test-"
_SESSION_ID = re.compile(r"WFS-[A-Za-z0-9][A-Za-z0-9._-]*")
_ID_LIMIT = 200


def slug(text: str) -> str:
    """Return `text` as lower-case words joined by `-`, at most 50 characters, cut at a word.

    Accents are removed. Text without Latin letters or digits becomes eight hex digits of its hash.
    """
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", folded.replace("'", ""))
    if not words:
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    joined = "-".join(words)
    if len(joined) <= SLUG_LIMIT:
        return joined
    head, _, tail = joined[: SLUG_LIMIT + 1].rpartition("-")
    return head or tail[:SLUG_LIMIT]


def session_id_for(description: str, taken: Collection[str]) -> SessionId:
    """The id of a new session that works on `description`; a name in `taken` gets `-2`, `-3`..."""
    return _free(PREFIX + slug(description), taken)


def fix_session_id(date: str, taken: Collection[str]) -> SessionId:
    """The id of a `fix` without input: `WFS-test-fix-<date>`."""
    return _free(f"{PREFIX}fix-{slug(date)}", taken)


def _free(wanted: str, taken: Collection[str]) -> SessionId:
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return SessionId(name)


def check_session_id(text: str) -> SessionId:
    """`text` unchanged if it can be the name of a session's folder and branch.

    Raises InvalidConfig on anything else: path separators, `..`, NUL, other alphabets, names that git refuses.
    """
    bad_end = text.endswith((".", ".lock"))
    if _SESSION_ID.fullmatch(text) and ".." not in text and not bad_end and len(text) <= _ID_LIMIT:
        return SessionId(text)
    raise InvalidConfig(
        f"{text[:80]!r} is not a session id.",
        "A session id starts with WFS- and has only letters, digits, '.', '_' and '-'; `testfix status` lists them.",
    )


def resume_command(session_id: SessionId, project: str) -> str:
    """Return the command that resumes a session."""
    return f"testfix resume --resume-session {session_id} {project_option(project)}"


def project_option(project: object) -> str:
    """Return the option that names a project's folder, as a shell reads it."""
    return f"--project {shlex.quote(str(project))}"
