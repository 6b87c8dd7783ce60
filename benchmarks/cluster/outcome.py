"""The project of the races with its answers, and what a session came to: against its refs, and against one machine."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline import cycle
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.publication import branch_ref
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline.workspace.shared.attempt_claims import LANDED, attempts_prefix
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, calc_files, fix

Row = dict[str, Any]
Story = dict[str, Any]
MAIL = "ada@example.org"
ALONE = SessionId("WFS-alone")


def project(folder: Path) -> Path:
    """A repository with four bugs."""
    folder.mkdir(parents=True)
    for name, content in calc_files("add", "half", "shout", "last").items():
        (folder / name).write_text(content)
    identity = ("-c", "user.name=Ada", "-c", f"user.email={MAIL}")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, *identity, "commit", "-q", "-m", "first")
    return folder


def script(folder: Path) -> str:
    """Answers that are wrong twice, so that the third iteration has an attempt for each bug."""
    wrong = fix(GOOD.replace("a + b", "a * b"))
    fixes = {"IMPL-fix-1": wrong, "IMPL-fix-2": wrong, "*": fix(GOOD)}
    path = folder / "script.json"
    path.write_text(json.dumps({"name": "script", "analyses": analyses(10), "fixes": fixes}))
    return f"recorded:{path}"


def expected_story(folder: Path, answers: str) -> Story:
    """What the same project and answers come to on one machine, whose cycle runs in this process."""
    place = project(folder)
    git(place, "config", "user.name", "Ada")
    git(place, "config", "user.email", MAIL)
    cycle.run({"project": str(place), "agents": [answers], "session_id": ALONE}, "alone")
    return story(place, ALONE)


def story(place: Path, session: SessionId) -> Story:
    """What a session came to, whoever worked on it."""
    store = SessionStore(place, session)
    state, record, branch = store.state(), store.session(), branch_ref(session)
    rows = git(place, "ls-tree", "-r", branch).splitlines() if _has(place, branch) else []
    return {
        "end": (record.status, record.outcome),
        "iterations": [(one.strategy, one.result, one.fix_tasks) for one in state.iterations] if state else [],
        "attempts": sorted((one.task_id, one.result, one.patch) for one in store.history().attempts),
        "tree": [entry for entry in rows if "\t.workflow/" not in entry],
    }


def differences(place: Path, session: SessionId, wanted: Story) -> list[str]:
    """A sentence for each part in which a session came to something else than one machine does."""
    found = story(place, session)
    return [
        f"{session}: another {part} than of one machine: {_apart(found[part], wanted[part])}"
        for part in wanted
        if found[part] != wanted[part]
    ]


def _apart(found: Sequence[object], wanted: Sequence[object]) -> str:
    """What only one of the two has."""
    more, less = ([one for one in these if one not in those] for these, those in ((found, wanted), (wanted, found)))
    return f"{more!r:.1000} instead of {less!r:.1000}, {len(found)} instead of {len(wanted)}"


def row(place: Path, remote: Path, session: SessionId) -> Row:
    """The attempts that were planned; those that were lost, and landings that came twice, by the remote's refs."""
    state, branch = SessionStore(place, session).state(), branch_ref(session)
    subjects = git(place, "log", "--format=%s", branch).splitlines() if _has(place, branch) else []
    landings = Counter(subject.partition(" - ")[0] for subject in subjects if "iteration" in subject)
    planned = sum(len(one.fix_tasks) for one in state.iterations) if state is not None else 0
    records = git(remote, "for-each-ref", "--format=%(contents)%00", attempts_prefix(session)).split("\0")
    states = Counter(str(json.loads(record)["state"]) for record in records if record.strip())
    twice = sum(number - 1 for number in landings.values())
    return {"attempts": planned, "lost": planned - states[LANDED], "twice": twice}


def git(folder: Path, *arguments: str) -> str:
    """What git prints in a folder."""
    return subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True).stdout


def _has(place: Path, ref: str) -> bool:
    found = subprocess.run(["git", "rev-parse", "-q", "--verify", ref], cwd=place, capture_output=True, check=False)
    return found.returncode == 0
