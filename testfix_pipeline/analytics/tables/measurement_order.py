"""The order of measurements over sessions, and integer codes of rows, since comparing texts is too slow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

Codes = np.ndarray[Any, np.dtype[np.int64]]


class Block(NamedTuple):
    """One measurement in a frame of `sort_measurements`: its rows are between `start` and `end`."""

    project: str
    session_key: str
    step: int
    start: int
    end: int


def codes(frame: pd.DataFrame, *names: str) -> Codes:
    """Return a number for each different combination of the columns' values, row by row."""
    found: Codes = np.zeros(len(frame), dtype=np.int64)
    for name in names:
        each, known = pd.factorize(frame[name], use_na_sentinel=False)
        found = np.unique(found * max(len(known), 1) + each, return_inverse=True)[1].astype(np.int64)
    return found


def session_ranks(frame: pd.DataFrame) -> pd.Series[Any]:
    """Return each session's rank, by session key: project by project, by the time of its first row."""
    keys, names = pd.factorize(frame["session_key"])
    firsts = np.unique(keys, return_index=True)[1]
    known = pd.DataFrame({"project": frame["project"].iloc[firsts].to_numpy(), "session_key": names})
    known["begun"] = frame["measured_at"].groupby(keys).min().to_numpy()
    known = known.sort_values(["project", "begun", "session_key"], kind="stable", ignore_index=True)
    return pd.Series(known.index.to_numpy(), index=known["session_key"].to_numpy(dtype=object), dtype="int64")


def sort_measurements(frame: pd.DataFrame) -> pd.DataFrame:
    """Sort measurements of each project by its sessions; `step` orders those of a session."""
    if frame.empty:
        return frame.reset_index(drop=True)
    keys, names = pd.factorize(frame["session_key"])
    ranks = session_ranks(frame).reindex(names.to_numpy(dtype=object)).to_numpy()[keys]
    order = np.lexsort((frame["step"].to_numpy("int64", na_value=-1), ranks))
    return frame.iloc[order].reset_index(drop=True)


def blocks(frame: pd.DataFrame) -> Iterator[Block]:
    """Yield the measurements of a frame of `sort_measurements`."""
    keys = pd.factorize(frame["session_key"])[0]
    steps = frame["step"].to_numpy("int64", na_value=-1)
    changes = np.flatnonzero((np.diff(keys) != 0) | (np.diff(steps) != 0)) + 1
    edges = [0, *changes.tolist(), len(frame)] if len(frame) else [0]
    starts = edges[:-1]
    projects, names = frame["project"].iloc[starts], frame["session_key"].iloc[starts]
    for project, name, start, end in zip(projects, names, starts, edges[1:], strict=True):
        yield Block(str(project), str(name), int(steps[start]), start, end)


def plain(frame: pd.DataFrame) -> pd.DataFrame:
    """Return categories as texts, for the few rows that are left of many."""
    return frame.astype({name: "str" for name, kind in frame.dtypes.items() if kind == "category"})
