"""A home with thousands of registered projects and their nights, and a history of many sessions."""

from __future__ import annotations

import json
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pandas as pd
import yaml

from benchmarks.history.generate import session
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.sessions.store import SessionStore

NIGHTS = 30
# Projects with a repository: those that a tick of the window looks at.
REAL = 20
LONG_AGO = "2026-01-01T00:00:00+00:00"
_IDENTITY = ["-c", "user.name=A", "-c", "user.email=a@example.org"]


def make_home(place: Path, projects: int) -> None:
    """Write the registry (all in the window) and 30 nights of each project; each folder has an ended session."""
    (place / "history").mkdir(parents=True)
    names = [f"project-{number:05d}" for number in range(projects)]
    entries = [{"name": name, "path": f"projects/{name}", "schedule": "window"} for name in names]
    window = {"schedule": "0 0 * * *", "hours": 24, "at_once": 4}
    (place / "projects.yaml").write_text(yaml.safe_dump({"window": window, "projects": entries}))
    first = place / "projects" / names[0]
    _repository(first)
    for number, name in enumerate(names[1:], 1):
        if number < REAL:
            shutil.copytree(first, place / "projects" / name)
        else:
            shutil.copytree(first / ".workflow", place / "projects" / name / ".workflow")
    _write_nights(place / "history" / "nightly.jsonl", names)


def _repository(root: Path) -> None:
    root.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "--template=", str(root)], check=True)
    (root / "test_one.py").write_text("def test_one():\n    assert False\n")
    record = {"session_id": "WFS-test-fix", "created_at": LONG_AGO, "updated_at": LONG_AGO, "status": "blocked"}
    SessionStore(root, SessionId("WFS-test-fix")).create(SessionRecord.model_validate(record))
    for command in (["add", "test_one.py"], [*_IDENTITY, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *command], cwd=root, check=True)


def _write_nights(file: Path, names: list[str]) -> None:
    today = datetime.now(UTC).replace(microsecond=0)
    with file.open("w") as stream:
        for day in range(NIGHTS, 0, -1):
            for number, name in enumerate(names):
                at = (today - timedelta(days=day, seconds=-10 * number)).isoformat()
                red = (number + day) % 7 == 0
                row = {
                    **{"project": name, "night": f"window {at}", "at": at, "started": red},
                    **{"verdict": "blocked" if red else "green", "reason": "It is green and unchanged.", "next": ""},
                }
                stream.write(json.dumps(row) + "\n")


def fill_history(history: History, place: Path, sessions: int) -> None:
    """Put in copies of twenty generated sessions, twenty a day, each under a name of its own."""
    made = [session(place / "made", number) for number in range(20)]
    every = []
    for number in range(sessions):
        every.append(copied(made[number % len(made)], number))
        if len(every) == 500 or number == sessions - 1:
            history._append_many(every)
            every.clear()


def copied(frames: dict[str, pd.DataFrame], number: int) -> dict[str, pd.DataFrame]:
    """A session's frames as those of session `number`."""
    found = {}
    for table, frame in frames.items():
        key = f"{frame['project'].iloc[0] if len(frame) else 'none'}--WFS-test-{number:06d}"
        found[table] = frame.assign(session_key=key, session_id=f"WFS-test-{number:06d}") if len(frame) else frame
    created = pd.Timestamp("2026-01-01", tz="UTC") + pd.Timedelta(days=number // 20)
    sessions = found["sessions"]
    found["sessions"] = sessions.assign(
        created_at=pd.Series([created], index=sessions.index).astype(sessions["created_at"].dtype)
    )
    return found
