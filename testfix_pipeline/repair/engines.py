"""The repair engines that are installed, by the entry-point group `testfix.engines`: ours and those of other packages.

An engine of another package gets a request first, as it was installed for that; ours takes what no other one fixes.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

from testfix_pipeline.core.errors import PipelineError, UsageError
from testfix_pipeline.core.plugins import Plugins, load_plugins
from testfix_pipeline.repair.search.request import RepairRequest, RepairResult

GROUP = "testfix.engines"
BUILTIN = "builtin"


@runtime_checkable
class RepairEngine(Protocol):
    """Searches for patches. An entry point names a class without arguments; what it makes is used for all requests.

    A patch is only proposed by it: whether it counts is decided by runs of the tests that the engine has no part in.
    """

    def takes(self, request: RepairRequest) -> bool:
        """Whether the engine can work on these tests, by their files' language for instance; answers at once."""

    def repair(self, request: RepairRequest) -> RepairResult:
        """What was found within `request.seconds`, without a change of `request.tree`; no patches where nothing was."""


@functools.cache
def engines() -> Plugins[RepairEngine]:
    """All installed engines by name, and the errors of those that can't be loaded. Raises UsageError without ours."""
    found = load_plugins(GROUP, _made)
    if BUILTIN not in found.loaded:
        why = found.broken.get(BUILTIN, "its entry point is not installed")
        raise UsageError(f"The built-in repair engine can't be loaded: {why}.", "Install testfix-pipeline again.")
    return found


def _made(named: Any) -> RepairEngine:
    engine = named()
    if not isinstance(engine, RepairEngine):
        raise TypeError(f"{type(engine).__name__} lacks `takes` or `repair`")
    return engine


def repair(request: RepairRequest) -> RepairResult:
    """What the first engine that finds a patch found, else what the built-in one says; notes name all that were asked.

    The others come first, by name; the built-in one has what is left of the time, one second at least. An engine that
    can't be loaded or fails is named in the notes. Raises MeasurementError where the installation is broken.
    """
    notes = [f"The repair engine {name!r} can't be loaded: {why}" for name, why in engines().broken.items()]
    until = time.monotonic() + request.seconds
    for name, engine in _others(request, notes):
        result = _asked(name, engine, replace(request, seconds=max(1.0, until - time.monotonic())), notes)
        if result is not None and result.patches:
            return replace(result, notes=[*notes, *result.notes])
    ours = engines().loaded[BUILTIN].repair(replace(request, seconds=max(1.0, until - time.monotonic())))
    return replace(ours, notes=[*notes, *ours.notes]) if notes else ours


def _others(request: RepairRequest, notes: list[str]) -> Iterator[tuple[str, RepairEngine]]:
    """The engines of other packages that take a request."""
    for name, engine in engines().loaded.items():
        if name == BUILTIN:
            continue
        try:
            takes = engine.takes(request)
        except Exception as error:
            notes.append(_failed(name, error))
            continue
        if takes:
            yield name, engine


def _asked(name: str, engine: RepairEngine, request: RepairRequest, notes: list[str]) -> RepairResult | None:
    """What an engine of another package found; None where it failed, which is no reason to end a session."""
    try:
        result = engine.repair(request)
        notes.append(f"The repair engine {name!r} was asked: {len(result.patches)} patches.")
    except PipelineError:
        raise
    except Exception as error:
        notes.append(_failed(name, error))
        return None
    return result


def _failed(name: str, error: Exception) -> str:
    return f"The repair engine {name!r} failed: {type(error).__name__}: {error}"
