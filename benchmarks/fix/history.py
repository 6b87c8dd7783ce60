"""A home whose history knows many sessions."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pandas as pd

from testfix_pipeline.analytics.history.history_store import PACK, History
from testfix_pipeline.analytics.tables.schema import SOURCES, typed
from testfix_pipeline.defs.session.session_metadata import PARTITIONS

SESSIONS = (10, 1_000, 10_000)


def fill_history(home: Path, sessions: int) -> None:
    """Put as many sessions into the history of `home`, and their partitions into its Dagster instance."""
    history = History(home / "history")
    keys = [f"shop-0a1b2c--WFS-test-{number:05d}" for number in range(sessions)]
    for start in range(0, sessions, PACK):
        history._append_many([_frames(key) for key in keys[start : start + PACK]])
    _add_partitions(home, keys)


def _frames(key: str) -> dict[str, pd.DataFrame]:
    """The tables of a session of one iteration and ten tests."""
    identity = {"project": key.partition("--")[0], "session_key": key, "session_id": key.partition("--")[2]}
    rows: dict[str, list[dict[str, Any]]] = {
        "sessions": [identity],
        "iterations": [identity | {"iteration": 1}],
        "attempts": [identity | {"iteration": 1, "task_id": "IMPL-fix-1"}],
        "tool_calls": [],
        "test_outcomes": [identity | {"step": 0, "test": f"test_a.py::test_{number}"} for number in range(10)],
    }
    return {table: typed(table, rows[table]) for table in SOURCES}


def _add_partitions(home: Path, keys: list[str]) -> None:
    from testfix_pipeline.defs.runs.job_runner import instance

    before = os.environ.get("DAGSTER_HOME")
    os.environ["DAGSTER_HOME"] = str(home)
    try:
        with instance() as opened:
            opened.add_dynamic_partitions(PARTITIONS.name or "", keys)
    finally:
        os.environ.pop("DAGSTER_HOME") if before is None else os.environ.update(DAGSTER_HOME=before)
