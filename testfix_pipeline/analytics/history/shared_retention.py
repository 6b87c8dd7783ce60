"""Retention of shared sessions: removes their refs in git remotes, and this machine's clones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import partial
from itertools import groupby

from testfix_pipeline.analytics.history.session_retention import DAY, RetentionItem, days_since
from testfix_pipeline.core.configuration.retention import Policy, RetainedSession, sessions_over
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.workspace.sessions.removal import size_of
from testfix_pipeline.workspace.shared.checkouts import checkouts, remove_checkout
from testfix_pipeline.workspace.shared.shared_removal import reason_to_keep, remove_shared
from testfix_pipeline.workspace.shared.shared_sessions import SharedSession, shared_sessions


def shared_to_go(policy: Policy, urls: Iterable[str], now: datetime) -> list[RetentionItem]:
    """Return the sessions over the limits in these remotes, project by project; unreachable remotes say why."""
    items: list[RetentionItem] = []
    for url in sorted(set(urls)):
        try:
            with shared_sessions(url) as shared:
                items += _of_remote(policy, url, shared.found, now)
        except PipelineError as error:
            items.append(RetentionItem("remote", url, 0, "", stays=str(error)))
    return items


def _of_remote(policy: Policy, url: str, found: list[SharedSession], now: datetime) -> Iterator[RetentionItem]:
    unmerged_goes = policy.unmerged == "remove"
    for _, group in groupby(sorted(found, key=_project), _project):
        retained = [_retained(one, now, reason_to_keep(one, unmerged_goes=unmerged_goes)) for one in group]
        for one, why in sessions_over(policy, retained):
            work = partial(remove_shared, url, one.name, unmerged_goes=unmerged_goes)
            yield RetentionItem("shared", f"{url} {one.name}", 0, why, one.stays, work)


def _project(session: SharedSession) -> str:
    return session.record.project


def _retained(session: SharedSession, now: datetime, stays: str) -> RetainedSession:
    return RetainedSession(session.session_id, days_since(session.record, now), 0, stays)


def clones_to_go(policy: Policy, now: datetime) -> Iterator[RetentionItem]:
    """Yield workers' clones over the limit; removal fails while a process uses one, and a new one is made on demand."""
    for folder in checkouts() if policy.work_days else ():
        days = (now.timestamp() - folder.stat().st_mtime) / DAY
        if days > policy.work_days:
            why = f"made {days:.0f} days ago, over {policy.work_days}"
            name = f"{folder.parent.name}/{folder.name}"
            yield RetentionItem("clone", name, size_of(folder), why, remove=partial(remove_checkout, folder))
