"""Faults that the generator does not select its tests with: from mutmut's and cosmic-ray's operators."""

from __future__ import annotations

import ast
import json
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.planning.generation.corpus import Task
from benchmarks.repair import cache
from benchmarks.repair.packages import NotReady, environment
from testfix_pipeline.planning.generation.mutants import mutants_of
from testfix_pipeline.planning.generation.subjects.subject import Subject as Routine

OPERATORS = ("mutmut==3.8.1", "cosmic-ray==8.7.0")
OF_ONE_FUNCTION = 12
_ALL = 1_000_000


@dataclass(frozen=True)
class Fault:
    """One fault. target: the function it lies in. text: the module with it."""

    operator: str
    line: int
    target: str
    text: str


def faults_of(task: Task, most: int) -> list[Fault]:
    """At most `most` faults, taken from all functions in turn; none is one that the generator tries itself."""
    stored = cache.folder("planning", "faults") / f"{task.package.key}-{task.module.name}.json"
    if not stored.is_file():
        stored.write_text(json.dumps([asdict(one) for one in _made(task)]))
    found = [Fault(**one) for one in json.loads(stored.read_text())]
    queues: dict[str, list[Fault]] = {}
    for one in found:
        queues.setdefault(one.target, []).append(one)
    turns = [[queue[number] for queue in queues.values() if number < len(queue)] for number in range(OF_ONE_FUNCTION)]
    return [one for turn in turns for one in turn][:most]


def _made(task: Task) -> list[Fault]:
    spans = [(min(one.body_lines), max(one.body_lines)) for one in task.functions]
    order = {"text": task.module.text, "spans": spans, "most": 2 * OF_ONE_FUNCTION}
    done = subprocess.run(
        [str(_interpreter()), str(Path(__file__).with_name("held_out_worker.py"))],
        input=json.dumps(order), capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise NotReady(f"faults: {done.stderr.strip()[-300:]}")
    found: list[Fault] = []
    for number, function in enumerate(task.functions):
        own = [one for one in json.loads(done.stdout) if one["span"] == number]
        fresh = independent(
            [Fault(one["operator"], one["line"], function.target, one["text"]) for one in own], function
        )
        found += fresh[:OF_ONE_FUNCTION]
    return found


def _interpreter() -> Path:
    place = cache.folder("planning") / "operators"
    if not (place / "ready").is_file():
        environment(place, OPERATORS)
        (place / "ready").touch()
    return place / "bin" / "python"


def independent(faults: list[Fault], function: Routine) -> list[Fault]:
    """The faults whose function reads as none of the generator's own mutants, each once."""
    known = {_body(ast.parse(mutant.source), function) for mutant in mutants_of(function, most=_ALL)}
    known.add(_body(function.module.tree, function))
    fresh = []
    for one in faults:
        try:
            body = _body(ast.parse(one.text), function)
        except (SyntaxError, ValueError):
            continue
        if body not in known:
            known.add(body)
            fresh.append(one)
    return fresh


def _body(tree: ast.Module, function: Routine) -> str:
    """The text of the function of that name, without its decorators."""
    scope: list[ast.stmt] = tree.body
    if function.owner is not None:
        owners = [node for node in scope if isinstance(node, ast.ClassDef) and node.name == function.owner.name]
        scope = [node for owner in owners for node in owner.body]
    named = [node for node in scope if getattr(node, "name", "") == function.node.name]
    parts = []
    for node in named:
        copy = ast.parse(ast.unparse(node)).body[0]
        copy.decorator_list = []  # type: ignore[attr-defined]
        parts.append(ast.unparse(copy))
    return "\n".join(parts)
