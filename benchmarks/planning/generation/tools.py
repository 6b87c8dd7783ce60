"""The tools that make tests for a module, each with the same module, environment and sandbox."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.planning.generation.corpus import Task
from testfix_pipeline.core.plan_records import Analysis, FrameworkInfo, Requirement
from testfix_pipeline.execution.processes.environment import target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, ProcessResult, run
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.planning.generation.characterisation import characterise_functions

_MEMORY = 4 << 30
_ONE_FUNCTION = 10.0
"""Seconds of crosshair for one function, at most."""


@dataclass(frozen=True)
class ToolTests:
    """What a tool made: test files by path in the tree. offered: tests it thought of. note: what went wrong."""

    files: dict[str, str]
    seconds: float
    offered: int = 0
    note: str = ""
    targets: tuple[str, ...] = ()
    dropped: dict[str, int] = field(default_factory=dict)


Tool = Callable[[Task, float], ToolTests]


def ours(task: Task, seconds: float) -> ToolTests:
    """The built-in generator, asked for the whole module; it ends when it is done, or when its time is up."""
    wanted = Requirement(id="R-1", file=task.module.file, layer="L1", part="happy", target=task.module.file)
    framework = FrameworkInfo(framework="pytest", test_directory=task.tests)
    analysis = Analysis(session_id="WFS-test-bench", framework=framework, requirements=[wanted])
    made = characterise_functions(task.target(), task.tree, analysis, coverage=None, failing=(), seconds=seconds)
    targets = tuple(sorted({test.target for test in made.tests if test.kept}))
    return ToolTests(made.files, made.seconds, len(made.tests), targets=targets, dropped=made.dropped)


def ghostwriter(task: Task, seconds: float) -> ToolTests:
    """`hypothesis write` for one function after the other: a property test each, most without an assertion."""
    return _one_by_one(task, "ghostwriter", ["hypothesis", "write"], seconds, seconds)


def crosshair(task: Task, seconds: float) -> ToolTests:
    """`crosshair cover` for one function after the other, as long as the time lasts; methods of classes too."""
    each = min(_ONE_FUNCTION, seconds / len(task.functions))
    options = ["--example_output_format=pytest", f"--per_condition_timeout={each:g}"]
    return _one_by_one(task, "crosshair", ["crosshair", "cover", *options], seconds, 3 * each + 5)


def _one_by_one(task: Task, tool: str, command: Sequence[str], seconds: float, each: float) -> ToolTests:
    """The tests that a command writes for each function, in a file of its own: a broken one spoils no other."""
    began, notes = time.monotonic(), set()
    files: dict[str, str] = {}
    for number, function in enumerate(task.functions):
        left = seconds - (time.monotonic() - began)
        if left <= 0:
            notes.add("time is up")
            break
        done, _ = _call(task, [*command, f"{task.module.name}.{function.name}"], min(left, each))
        text = done.stdout.decode(errors="replace")
        if "def test" in text:
            files[_place(task, f"{tool}_{number}")] = text
        elif done.returncode:
            notes.add("refuses some functions")
    return ToolTests(files, time.monotonic() - began, _count(files), ", ".join(sorted(notes)))


def pynguin(task: Task, seconds: float) -> ToolTests:
    """pynguin with its default algorithm and assertions, `seconds` for its search, and time to start and to assert."""
    with tempfile.TemporaryDirectory(prefix="testfix-pynguin-") as folder:
        out = Path(folder)
        options = ["--project_path", _sources(task), "--module_name", task.module.name, "--output_path", folder]
        limits = ["--maximum_search_time", str(int(seconds)), "--seed", "1", "--no-rich"]
        command = ["pynguin", *options, *limits]
        done, took = _call(task, command, 4 * seconds + 60, writable=[out], more={"PYNGUIN_DANGER_AWARE": "1"})
        written = sorted(out.rglob("test_*.py"))
        files = {_place(task, "pynguin"): "\n".join(path.read_text() for path in written)} if written else {}
    return ToolTests(files, took, _count(files), "" if files else _why(done))


TOOLS: dict[str, Tool] = {"ours": ours, "pynguin": pynguin, "crosshair": crosshair, "ghostwriter": ghostwriter}


def _call(
    task: Task,
    command: Sequence[str],
    seconds: float,
    writable: Sequence[Path] = (),
    more: dict[str, str] | None = None,
) -> tuple[ProcessResult, float]:
    began, policy = time.monotonic(), target_policy(task.target())
    done = run(
        [str(task.interpreter), str(task.interpreter.with_name(command[0])), *command[1:]],
        cwd=next(iter(writable), task.tree),
        env={**target_environment(task.target(), task.tree), **(more or {})},
        limits=ProcessLimits(seconds, _MEMORY, processes=256),
        policy=replace(policy, read=(*policy.read, str(task.tree))),
        writable=list(writable),
    )
    return done, time.monotonic() - began


def _sources(task: Task) -> str:
    """The folder that the module's name starts from."""
    return str(task.tree / "src") if task.module.file.startswith("src/") else str(task.tree)


def _place(task: Task, tool: str) -> str:
    return f"{task.tests}/test_{task.module.name.replace('.', '_')}_{tool}.py"


def _count(files: dict[str, str]) -> int:
    return sum(len(re.findall(r"^\s*(?:async )?def test", text, re.MULTILINE)) for text in files.values())


def _why(done: ProcessResult) -> str:
    if done.timed_out:
        return "ran out of time"
    lines = [line for line in (done.stderr + done.stdout).decode(errors="replace").splitlines() if line.strip()]
    last = lines[-1] if lines else "no output"
    return last.replace(str(Path.home()), "~")[:160]
