"""Asks the target's interpreter what the subjects of a module do with the examples, under two hash seeds."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from testfix_pipeline.execution.environment import IN_TARGET
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_environment, target_policy
from testfix_pipeline.execution.supervisor import Limits, run
from testfix_pipeline.planning.generation.examples import Example
from testfix_pipeline.planning.generation.fixtures import Fixtures
from testfix_pipeline.planning.generation.mutants import Mutant
from testfix_pipeline.planning.generation.subjects import Subject

_CALL_SECONDS = 0.25
_SUBJECT_SECONDS = 8.0
_MEMORY = 2 << 30
_OUTPUT = 64 << 20


@dataclass(frozen=True)
class Case:
    """A subject with what is tried on it."""

    subject: Subject
    examples: list[Example]
    mutants: list[Mutant]


@dataclass
class Observed:
    """What a subject does. `seen` has one observation an example (see `in_target/observe.py`), None where it crashed.

    kills: index of an example -> indexes of the mutants it notices.
    """

    case: Case
    seen: list[dict[str, Any] | None]
    kills: dict[int, set[int]] = field(default_factory=dict)


class NotObserved(Exception):
    """The module can't be imported in the target, or the observation broke; the text says why."""


def observe(
    target: TargetProject,
    tree: Path,
    cases: Sequence[Case],
    *,
    hash_seed: str,
    mutants: bool,
    seconds: float,
    fixtures: Fixtures | None = None,
    observers: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> list[Observed]:
    """Observe the cases of one module in a sandboxed process that may write nowhere in the tree.

    Without `fixtures`, tests have none, and what is printed can't be stated. observers: class -> calls that only look.

    With `mutants` False examples run in reverse order and no mutant is tried. Raises NotObserved.
    """
    root = target.root(tree).resolve()
    order = {**_order(root, cases, mutants, seconds), "observers": {name: list(one) for name, one in observers.items()}}
    order["printed"] = fixtures is not None and "tmp_path" in fixtures.available
    order["conftests"] = [str(root / file) for file in fixtures.conftests] if fixtures is not None else []
    with tempfile.TemporaryDirectory(prefix="testfix-observing-") as scratch:
        done = run(
            [str(target.interpreter), str(IN_TARGET / "observe.py")],
            cwd=root,
            env={**target_environment(target, tree), "PYTHONHASHSEED": hash_seed},
            limits=Limits(seconds, _MEMORY, output_bytes=_OUTPUT, processes=256),
            policy=target_policy(target),
            writable=[Path(scratch)],
            stdin=json.dumps({**order, "scratch": scratch}).encode(),
        )
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{") and line.endswith(b"}")]
    if not answers or answers[0].get("problem"):
        why = answers[0]["problem"] if answers else done.stderr.decode(errors="replace")[-300:]
        raise NotObserved(why or "the process ended early")
    return [_observed(case, answer) for case, answer in zip(cases, answers[1:], strict=False)]


def _order(root: Path, cases: Sequence[Case], mutants: bool, seconds: float) -> Mapping[str, object]:
    module = cases[0].subject.module
    return {
        "root": str(root),
        "module": module.name,
        "file": str(root / module.file),
        "call_seconds": _CALL_SECONDS,
        "subject_seconds": min(_SUBJECT_SECONDS, seconds / len(cases) * 2),
        "reverse": not mutants,
        "subjects": [
            {
                "name": case.subject.name,
                "lines": case.subject.lines,
                "inputs": [example.order() for example in case.examples],
                "mutants": [mutant.source for mutant in case.mutants] if mutants else [],
            }
            for case in cases
        ],
    }


def _observed(case: Case, answer: Mapping[str, Any]) -> Observed:
    kills: dict[int, set[int]] = {}
    for mutant, killers in enumerate(answer["kills"]):
        for example in killers or ():
            kills.setdefault(example, set()).add(mutant)
    return Observed(case, answer["seen"], kills)


def steady(first: Observed, second: Observed) -> list[int]:
    """The examples that do the same in both observations and can be stated in a test."""
    both = zip(first.seen, second.seen, strict=True)
    return [i for i, (one, other) in enumerate(both) if one is not None and _says(one) and _says(one) == _says(other)]


def _says(seen: Mapping[str, Any] | None) -> tuple[Any, Any] | None:
    if seen is None or "problem" in seen:
        return None
    raises = seen.get("raises") or {}
    raised = (raises.get("type"), raises.get("message")) if raises else None
    return (seen.get("checks"), raised) if seen.get("checks") or raised else None
