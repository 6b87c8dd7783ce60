"""The commands that a session's end offers. Imports nothing: they are printed by commands that start quickly."""

from __future__ import annotations


def offers(session_id: str, project: str, applicable: bool = True) -> list[str]:
    """What can be done with a session that has ended: a command each, `review` first.

    applicable: whether it has a change that is not on the user's branch yet.
    """
    named = f"--session {session_id} --project {project}"
    return [
        f"review   testfix review {session_id} --project {project}",
        *([f"apply    testfix apply {named}"] if applicable else []),
        f"expand   testfix expand test enhance refactor doc {named}",
        f"status   testfix status {named}",
    ]
