"""The script's sessions as the cycle would have left them, with the script's clock, put into a history."""

from __future__ import annotations

import shutil
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

from benchmarks.year.script import Session, signature
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline_tests.analytics.stories import Story


class PlayedStory(Story):
    """A session whose commits are the script's."""

    commits: tuple[str, ...] = ()

    @property
    def commit(self) -> str:
        landed = sum(record.result == "landed" for record in self.records)
        return self.commits[0] if not landed else f"{self.session_id} {self.root.name} {landed}"

    def at(self, moment: datetime) -> PlayedStory:
        """Let the next thing happen at that moment."""
        self.clock = moment - timedelta(minutes=1)
        return self


def play(folder: Path, session: Session, history: History) -> None:
    """Write the session's files and append their rows; the files go, as rows of sessions that are gone stay."""
    story = PlayedStory(folder / session.project, session.id, session.created)
    story.commits = (session.measured[0].commit,)
    fields = {
        "delivered": session.branch_status,
        "delivered_at": session.branch_status_at.isoformat() if session.branch_status_at else None,
    }
    story.at(session.created).opened(**fields, baseline_commit=story.commit, source_session_id=None)
    first, *others = session.measured
    story.at(first.at).baseline(**_statuses(session, first.failing))
    for number, attempts in enumerate(session.attempts):
        start, end = session.measured[number], session.measured[number + 1]
        broken = [session.names[test] for test in start.failing]
        tasks = [one.task for one in attempts]
        story.at(start.at).planned(*tasks, strategy=attempts[0].strategy, signatures={n: signature(n) for n in broken})
        for one in attempts:
            result = "nothing_found" if not one.broke else "lead"
            story.attempted(
                one.task, tool=one.tool, target_tests=one.aim, newly_passing=one.repaired, newly_failing=one.broke,
                result=result, duration=one.seconds,
            )  # fmt: skip
        story.at(end.at).settled(*(one.task for one in attempts if one.landed), after=_statuses(session, end.failing))
    failing = others[-1].failing if others else first.failing
    story.finished(*(("completed", "success") if not failing else ("blocked", "blocked")))
    history.append(story.frames())
    shutil.rmtree(story.store.folder)


def _statuses(session: Session, failing: set[int]) -> dict[str, str]:
    return {name: "failed" if test in failing else "passed" for test, name in session.names.items()}


def counted(nights: list[str]) -> str:
    """How many nights of which kind, in words."""
    return ", ".join(f"{number} {kind}" for kind, number in sorted(Counter(nights).items()))
