"""The faults of the matrix: what the scripted model does, and what must come of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from testfix_pipeline_tests.agents import moves
from testfix_pipeline_tests.agents.model_server import Fault, Request, Say, Status, Step

Moves = Callable[[str, Path], "Sequence[Step] | Callable[[Request], Step]"]

NONSENSE = (
    "The failing test is a consequence of the interplay between the layers of the module, which is why a holistic view "
    "is called for. " * 8
)
LIE = '{"status": "complete", "changed_files": ["calc.py"], "note": "calc.py is fixed and all tests pass"}'
OLD, NEW = "    return a - b", "    return a + b"


@dataclass(frozen=True)
class Case:
    """One row of the matrix.

    moves: the script for a tool and its checkout. kinds: how the call may end. status: the HTTP status it must name.
    rule: the rule of refusal that must make the chain go on, where it is one certain rule. changed: the files that git
    must show as changed. tampering: whether the change must be refused by the rules for patches.
    """

    name: str
    moves: Moves
    kinds: tuple[str, ...]
    status: int | None = None
    rule: str = ""
    mode: Literal["read", "write"] = "read"
    changed: tuple[str, ...] = ()
    tampering: bool = False
    refused_port: bool = False


def _always(step: Step) -> Moves:
    return lambda tool, tree: [step]


def _edit_tests(tool: str, tree: Path) -> list[Step]:
    old = "    assert add(1, 2) == 3"
    return [*moves.replace(tool, tree / "test_calc.py", old, "    assert True"), Say(LIE)]


def _edit_outside(tool: str, tree: Path) -> list[Step]:
    return [moves.create(tool, tree.parent / "outside.py", "x = 1"), Say(LIE)]


def _endless(tool: str, tree: Path) -> Callable[[Request], Step]:
    """Read file after file, a different one each time, so that no tool takes it for a loop."""
    return lambda request: moves.read(tool, tree / f"part_{request.turn}.py")


def _status(code: int, kind: str = "http_error", after: int | None = None) -> Case:
    name = f"{code} with Retry-After" if after is not None else str(code)
    return Case(name, _always(Status(code, after)), (kind,), code, "transport")


CASES = (
    _status(400),
    _status(401, "not_logged_in"),
    _status(429),
    _status(429, after=3600),
    _status(500),
    _status(503),
    Case("refused", _always(Say("")), ("connection_error",), rule="transport", refused_port=True),
    Case("hang before headers", _always(Fault("hang")), ("timeout",), rule="transport"),
    Case("stall mid-stream", _always(Fault("stall")), ("timeout",), rule="transport"),
    Case("non-JSON", _always(Fault("not_json")), ("crash",), rule="transport"),
    Case("broken stream", _always(Fault("broken")), ("crash",), rule="transport"),
    Case("empty", _always(Fault("empty")), ("crash",), rule="transport"),
    Case("truncated", _always(Fault("truncated")), ("crash",), rule="transport"),
    Case("fluent nonsense", _always(Say(NONSENSE)), ("ok",), rule="unreadable"),
    Case("lies about files", _always(Say(LIE)), ("ok",), rule="no_modification_points", mode="write"),
    Case("edits to tests", _edit_tests, ("ok",), mode="write", changed=("test_calc.py",), tampering=True),
    Case("edits outside the tree", _edit_outside, ("ok",), rule="no_modification_points", mode="write"),
    Case("endless tool calls", _endless, ("crash",), rule="transport"),
)
QUICK = ("429 with Retry-After", "refused", "stall mid-stream", "truncated", "lies about files", "edits to tests")
