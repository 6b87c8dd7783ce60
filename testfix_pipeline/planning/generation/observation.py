"""Observes the subjects of a module in the target's interpreter, under two hash seeds."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_environment, target_policy
from testfix_pipeline.planning.generation.mutants import Mutant
from testfix_pipeline.planning.generation.subjects.examples import Example
from testfix_pipeline.planning.generation.subjects.fixtures import Fixtures
from testfix_pipeline.planning.generation.subjects.subject import Subject

_CALL_SECONDS = 0.25
_SUBJECT_SECONDS = 8.0
_MEMORY = 2 << 30
_OUTPUT = 64 << 20


@dataclass(frozen=True)
class SubjectTrials:
    """A subject with the examples and mutants to try."""

    subject: Subject
    examples: list[Example]
    mutants: list[Mutant]


@dataclass
class ObservedSubject:
    """The observations of a subject. `seen` has one for each example (see `in_target/observe.py`), None after a crash.

    kills: index of an example -> indexes of the mutants it notices. tried: the number of mutants tried in time.
    """

    case: SubjectTrials
    seen: list[dict[str, Any] | None]
    kills: dict[int, set[int]] = field(default_factory=dict)
    tried: int = 0


class NotObserved(Exception):
    """The module can't be imported in the target, or the observation failed; the text is the reason."""


def observe(
    target: TargetProject,
    tree: Path,
    cases: Sequence[SubjectTrials],
    *,
    hash_seed: str,
    mutants: bool,
    seconds: float,
    fixtures: Fixtures | None = None,
    observers: Mapping[str, Sequence[str]] = MappingProxyType({}),
    on_case: Callable[[int], None] | None = None,
) -> list[ObservedSubject]:
    """Observe the cases of one module in a sandboxed process that may write nowhere in the tree.

    Without `fixtures`, tests have none, and what is printed can't be stated. observers: class -> calls that only look.
    on_case: called now and then with the number of cases that are done.

    With `mutants` False examples run in reverse order and no mutant is tried. Raises NotObserved.
    """
    fixtures = fixtures or Fixtures()
    root = target.root(tree).resolve()
    module = cases[0].subject.module
    order = {
        "module": module.name,
        "file": str(root / module.file),
        "call_seconds": _CALL_SECONDS,
        "subject_seconds": min(_SUBJECT_SECONDS, seconds / len(cases) * 2),
        "reverse": not mutants,
        "observers": {name: list(one) for name, one in observers.items()},
        "subjects": [_subject_order(case, fixtures, mutants) for case in cases],
    }
    answers = observe_order(target, tree, order, fixtures, hash_seed=hash_seed, seconds=seconds, on_case=on_case)
    return [_observed_subject(*one) for one in zip(cases, answers, strict=False)]


def _subject_order(case: SubjectTrials, fixtures: Fixtures, mutants: bool) -> dict[str, Any]:
    return {
        "name": case.subject.name,
        "lines": case.subject.lines,
        "inputs": [order_of(example, fixtures) for example in case.examples],
        "mutants": [mutant.source for mutant in case.mutants] if mutants else [],
    }


def order_of(example: Example, fixtures: Fixtures) -> dict[str, Any]:
    """The order in which an example is observed, as `in_target/observe.py` reads it: autouse fixtures come first."""
    names = [*fixtures.autouse, *example.fixtures]
    if "monkeypatch" in fixtures.closure(names):
        names.insert(0, "monkeypatch")  # said by name it is loaded before anybody looks at the time
    settings = [*example.settings, *(name for one in fixtures.needed(example.fixtures) for name in one.settings)]
    return {**example.to_order(), "fixtures": list(dict.fromkeys(names)), "settings": settings}


def observe_order(
    target: TargetProject,
    tree: Path,
    order: Mapping[str, object],
    fixtures: Fixtures,
    *,
    hash_seed: str,
    seconds: float,
    on_case: Callable[[int], None] | None = None,
) -> list[dict[str, Any]]:
    """The results of `in_target/observe.py` for the subjects of an order, fewer where the time was up.

    Raises NotObserved.
    """
    root = target.root(tree).resolve()
    order = {**order, "root": str(root), "printed": "tmp_path" in fixtures.available}
    with tempfile.TemporaryDirectory(prefix="testfix-observing-") as scratch:
        conftests = [str(root / file) for file in fixtures.conftests]
        done = run(
            [str(target.interpreter), str(IN_TARGET / "observe.py")],
            cwd=root,
            env={**target_environment(target, tree), "PYTHONHASHSEED": hash_seed},
            limits=ProcessLimits(seconds, _MEMORY, output_bytes=_OUTPUT, processes=256),
            policy=target_policy(target),
            writable=[Path(scratch)],
            stdin=json.dumps({**order, "conftests": conftests, "scratch": scratch}).encode(),
            # The first line says that the module could be imported.
            on_lines=None if on_case is None else lambda lines: on_case(max(0, lines - 1)),
        )
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{") and line.endswith(b"}")]
    if not answers or answers[0].get("problem"):
        why = answers[0]["problem"] if answers else done.stderr.decode(errors="replace")[-300:]
        raise NotObserved(why or "the process ended early")
    return answers[1:]


def _observed_subject(case: SubjectTrials, answer: Mapping[str, Any]) -> ObservedSubject:
    kills: dict[int, set[int]] = {}
    for mutant, killers in enumerate(answer["kills"]):
        for position in killers or ():
            kills.setdefault(position, set()).add(mutant)
    return ObservedSubject(case, answer["seen"], kills, sum(one is not None for one in answer["kills"]))


def stable_examples(first: ObservedSubject, second: ObservedSubject) -> list[int]:
    """The indexes of the examples whose results are the same in both observations and can be asserted."""
    both = zip(first.seen, second.seen, strict=True)
    return [
        i
        for i, (one, other) in enumerate(both)
        if one is not None and _assertable_result(one) and _assertable_result(one) == _assertable_result(other)
    ]


def _assertable_result(seen: Mapping[str, Any] | None) -> tuple[Any, Any] | None:
    if seen is None or "problem" in seen:
        return None
    raises = seen.get("raises") or {}
    raised = (raises.get("type"), raises.get("message")) if raises else None
    return (seen.get("checks"), raised) if seen.get("checks") or raised else None
