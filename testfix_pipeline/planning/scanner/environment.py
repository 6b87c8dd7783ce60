"""Queries the project's interpreter, once and in the sandbox, for installed modules and their names."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy

Question = tuple[str, str]
"""Module and name of it, or `Class.attribute` of it; no name asks for the module alone."""

_SECONDS = 60.0
_PROBE = r"""
import importlib, importlib.util, json, os, sys
questions = json.load(sys.stdin)
out = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

def say(value):
    out.write(json.dumps(value) + "\n")
    out.flush()

def installed():
    names = set(getattr(sys, "stdlib_module_names", sys.builtin_module_names))
    try:
        from importlib.metadata import packages_distributions
        names.update(packages_distributions())
    except Exception:  # an old interpreter, or metadata that is damaged: the folders above still tell
        return sorted(names)
    return sorted(names)

def spec(name):
    try:
        return name in sys.modules or importlib.util.find_spec(name) is not None
    except (ImportError, AttributeError, ValueError):
        return False

def judge(module, name):
    if not spec(module.partition(".")[0]):
        return "no_package"
    if "." not in module and not name:
        return "ok"
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        lacking = error.name or ""
        return "no_module" if (module + ".").startswith(lacking + ".") and "." in lacking else "unknown"
    head, _, attribute = name.partition(".")
    if attribute:
        owner = getattr(found, head, None)  # what is no class or module may be given attributes by anybody
        fixed = isinstance(owner, (type, type(sys))) and not hasattr(type(owner), "__getattr__")
        return "no_name" if fixed and not hasattr(owner, attribute) else "ok"
    if not name or hasattr(found, name) or spec(module + "." + name):
        return "ok"
    return "no_name"

say({"version": list(sys.version_info[:2]), "installed": installed()})
for module, name in questions:
    try:
        answer = judge(module, name)
    except BaseException:
        answer = "unknown"
    say([module, name, answer])
"""


@dataclass(frozen=True)
class Environment:
    """The answers of the interpreter. `problem` says why there are none; questions without an answer are unknown."""

    version: tuple[int, int] | None = None
    installed: frozenset[str] = frozenset()
    answers: dict[Question, str] = field(default_factory=dict)
    problem: str = ""


def query_environment(interpreter: Path, root: Path, questions: Iterable[Question]) -> Environment:
    """Import what the questions name in `interpreter`, isolated from the project, and return what exists.

    Importing runs the code of installed packages: hence the sandbox and the limit of 60 s, after which what was
    answered until then counts.
    """
    try:
        completed = run(
            [str(interpreter), "-I", "-B", "-W", "ignore", "-c", _PROBE],
            cwd=root,
            env=clean_environment(),
            limits=ProcessLimits(_SECONDS, output_bytes=64 * 1024 * 1024),
            policy=SandboxPolicy(),
            writable=[],
            stdin=json.dumps(sorted(set(questions))).encode(),
        )
    except MeasurementError as error:
        return Environment(problem=error.what)
    lines = [
        json.loads(line) for line in completed.stdout.decode(errors="replace").splitlines() if line.endswith(("]", "}"))
    ]
    if not lines:
        return Environment(problem=completed.stderr.decode(errors="replace").strip()[-200:] or "it gave no answer")
    major, minor = lines[0]["version"]
    answers = {(module, name): answer for module, name, answer in lines[1:]}
    return Environment((major, minor), frozenset(lines[0]["installed"]), answers)
