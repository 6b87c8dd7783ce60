"""Sessions written step by step, written with the records and the store that the cycle uses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pandas as pd

from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.core.cycle_rules.results import summarise
from testfix_pipeline.core.iteration_records import IterationRecord, IterationState
from testfix_pipeline.core.records import Attempt, Failure, Outcome, SessionRecord, SuiteResults, SuiteRun
from testfix_pipeline.core.test_ids import SessionId, TestId
from testfix_pipeline.workspace.sessions.store import SessionStore

Statuses = Mapping[str, str]
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


def run_of(statuses: Statuses) -> SuiteRun:
    made = {
        test: Outcome.model_validate({"id": test, "status": said, "duration": 0.5}) for test, said in statuses.items()
    }
    return SuiteRun(outcomes=made, collected=list(made))


@dataclass
class Story:
    """A session as the cycle would have left it. Times go on by a minute with each thing that happens."""

    root: Path
    session_id: str
    clock: datetime
    measured: set[TestId] = field(default_factory=set)
    records: list[IterationRecord] = field(default_factory=list)
    last: SuiteResults | None = None

    @property
    def store(self) -> SessionStore:
        return SessionStore(self.root, SessionId(self.session_id))

    @property
    def commit(self) -> str:
        """The branch's tip by now."""
        landed = sum(record.result == "landed" for record in self.records)
        return f"{self.session_id}-commit-{landed}"

    def now(self) -> str:
        self.clock += timedelta(minutes=1)
        return self.clock.isoformat()

    def opened(self, **fields: Any) -> Story:
        self.store.create(
            SessionRecord.model_validate(
                {"session_id": self.session_id, "status": "active", "created_at": self.now(), "updated_at": self.now()}
                | {"base_commit": f"{self.session_id}-base", "baseline_commit": self.commit}
                | fields
            )
        )
        return self

    def baseline(self, **statuses: str) -> Story:
        run = run_of(names(statuses))
        self.measured = set(run.outcomes)
        self.store.write_text(".process/baseline-run.json", run.model_dump_json())
        self._results(run)
        self._state("execute_fix_task")
        return self

    def planned(self, *tasks: str, strategy: str = "conservative", signatures: Statuses | None = None) -> Story:
        """Begin an iteration on what the last measurement says."""
        assert self.last is not None
        number = len(self.records) + 1
        signed = {one.test: (names(signatures or {})).get(one.test, f"sig {one.test}") for one in self.last.failures}
        record = IterationRecord.model_validate(
            {"iteration": number, "pass_rate": self.last.pass_rate, "strategy": strategy, "started_at": self.now()}
            | {
                "failed_tests": sorted(signed),
                "signatures": signed,
                "fix_tasks": list(tasks),
                "tip_before": self.commit,
            }
        )
        failures = [one.model_copy(update={"signature": signed[one.test]}) for one in self.last.failures]
        content = {"iteration": number, "failures": [one.model_dump() for one in failures]}
        self.store.write_text(f".process/iteration-{number}-failures.json", json.dumps(content))
        self.records.append(record)
        self._state("execute_fix_task")
        return self

    def attempted(self, task: str, run: Statuses | None = None, **fields: Any) -> Story:
        """An attempt of the present iteration, journalled, with the full run that judged it."""
        iteration = self.records[-1]
        attempt = Attempt.model_validate(
            {"iteration": iteration.iteration, "task_id": task, "strategy": iteration.strategy, "tool": "builtin"}
            | fields
        )
        self.store.write_text(f".process/attempts/{task}.json", attempt.model_dump_json())
        if run is not None:
            self.store.write_text(f".process/attempts/{task}-run.json", run_of(names(run)).model_dump_json())
        return self

    def settled(self, *winners: str, after: Statuses | None = None, regression: bool = False) -> Story:
        """Close the iteration: `winners` landed, and the suite then said `after`."""
        record = self.records[-1]
        result = "regression" if regression else "landed" if winners else "no_gain"
        if after is not None:
            self._results(run_of(names(after)))
        assert self.last is not None
        update = {"result": result, "pass_rate_after": self.last.pass_rate, "completed_at": self.now()}
        also = {"winners": list(winners), "regression_detected": regression}
        self.records[-1] = record.model_copy(update=update | also)
        for file in sorted(self.store.path(".process/attempts").glob("*.json")):
            one = Attempt.model_validate_json(file.read_bytes()) if not file.stem.endswith("-run") else None
            if one is not None and one.iteration == record.iteration:
                final = {"result": result, "commit": self.commit, "rolled_back": regression}
                self.store.append_attempt(one.model_copy(update=final) if one.task_id in winners else one)
        self._state("execute_fix_task")
        return self

    def finished(self, status: str = "completed", outcome: str = "success", **fields: Any) -> Story:
        record = self.store.session()
        update = {"status": status, "outcome": outcome, "updated_at": self.now()} | fields
        self.store._write("workflow-session.json", record.model_copy(update=update))
        return self

    def frames(self) -> dict[str, pd.DataFrame]:
        return session_frames(self.root, SessionId(self.session_id))

    def _results(self, run: SuiteRun) -> None:
        failing = [
            Failure(test=test, signature=f"sig {test}", error_type="AssertionError") for test in sorted(run.failing)
        ]
        self.last = summarise(
            *(run.outcomes, self.measured, failing),
            mode="full_suite",
            command="pytest",
            duration=1.0,
            collected_at=self.now(),
        )
        self.store.save_results(self.last)

    def _state(self, following: Any) -> None:
        self.store.save_state(
            IterationState(session_id=self.session_id, iterations=self.records, next_action=following)
        )


def names(statuses: Statuses) -> dict[str, str]:
    """`a` is short for the test `test_x.py::a`; other ids are as they are."""
    return {name if "." in name else f"test_x.py::{name}": status for name, status in statuses.items()}


def together(stories: Sequence[Story]) -> dict[str, pd.DataFrame]:
    """The tables of several sessions, one below the other."""
    frames = [one.frames() for one in stories]
    return {table: pd.concat([frame[table] for frame in frames], ignore_index=True) for table in frames[0]}
