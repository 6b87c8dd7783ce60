"""The commands that a user can type next, after a session has ended."""

from __future__ import annotations

from typing import Any

from testfix_pipeline.core.cycle_rules.confidence import ACCEPT
from testfix_pipeline.core.cycle_rules.triage import INSTALLING
from testfix_pipeline.core.identifiers import project_option, resume_command
from testfix_pipeline.core.test_ids import SessionId


def offers(session_id: SessionId, project: str, applicable: bool = True) -> list[str]:
    """Return the possible commands after a session, `review` first.

    applicable: whether its change is not on the user's branch yet.
    """
    option = project_option(project)
    named = f"--session {session_id} {option}"
    return [
        f"review   testfix review {session_id} {option}",
        *([f"apply    testfix apply {named}"] if applicable else []),
        f"expand   testfix expand test enhance refactor doc {named}",
        f"status   testfix status {named}",
    ]


def is_applied(found: dict[str, Any]) -> bool:
    """Whether the session's change is on the user's branch already."""
    return bool(found.get("applied", {}).get("applied"))


def leaves_something(found: dict[str, Any]) -> bool:
    """Whether there is something to apply: a fixed test or check, or any change of a successful session."""
    fixed = found.get("fixed_tests") or any(one["fixed_by"] for one in found.get("checks", ()))
    return bool(fixed or (found["outcome"] in ("success", "partial") and found.get("diff")))


def _installing(found: dict[str, Any]) -> list[str]:
    """Returns the commands that install what all remaining failures lack; none if one of them lacks nothing."""
    reasons = [found.get("failure_reasons", {}).get(test, "") for test in found.get("remaining_failures", ())]
    named = [INSTALLING.search(reason) for reason in reasons]
    return list(dict.fromkeys(one[1] for one in named if one)) if all(named) else []


def next_command(found: dict[str, Any]) -> str:
    """Returns the command, or the advice, that fits the result of a session best."""
    session, project = found["session_id"], project_option(found["project"])
    if is_applied(found) or (found["outcome"] == "partial" and found.get("read_first")):
        return f"testfix review {session} {project}"
    if leaves_something(found):
        return f"testfix apply --session {session} {project}"
    if found["outcome"] == "partial":
        what = "not measured" if found.get("left_out") else "not fulfilled"
        return f"read {found.get('report', 'the report')}: it lists what is {what}"
    if found["outcome"] == "success":
        return "nothing to do: the suite was green already"
    if found["outcome"] == "paused":
        return resume_command(session, found["project"])
    again = resume_command(session, found["project"])
    if not found.get("remaining_failures") and any(one["after"] for one in found.get("checks", ())):
        return "correct what the checks find in your checkout, then run `testfix fix` again"
    installing = _installing(found)
    if installing:
        return " && ".join([*installing, again])
    if found["outcome"] == "blocked" and found.get("advice") and not found.get("leads"):
        named = f"--session {session}"
        return str(found["advice"]).replace(named, f"{named} {project}")
    if found.get("leads"):
        return f"read the lead; `{again} {ACCEPT}` lands it"
    return f"read the report, then `{again}`"
