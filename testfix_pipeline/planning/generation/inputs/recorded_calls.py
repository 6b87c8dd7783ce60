"""How the project's own tests call its functions, recorded while they run."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import called, last_name, line_range
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.patch_policy.python_language import Python
from testfix_pipeline.core.python_code import FunctionNode, with_defaults
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.import_graph import python_files
from testfix_pipeline.execution.processes.environment import IN_TARGET, target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.execution.runners.pytest_runner import target_policy

_MEMORY, _OUTPUT = 2 << 30, 32 << 20
_END_SECONDS = 20.0
"""For the last test that was started, and for writing the calls down."""
_MOST_WRITTEN = (2000, 12, 60)
"""Functions, calls of one of them, and calls of it that are looked at."""
_STANDARD = re.compile(r"\bdatetime\.(date|datetime|timedelta)\(")
_STANDARD_IMPORTS = {
    **{name: f"from datetime import {name}" for name in ("date", "datetime", "timedelta")},
    "Decimal": "from decimal import Decimal",
}
_MOST_TESTS, _MOST_CALLS, _LONGEST, _LONGEST_VALUE = 400, 8, 400, 120
_ARGUMENTS = ("-q", "--tb=no", *(f"-pno:{name}" for name in ("cacheprovider", "rerunfailures", "flaky", "warnings")))


@dataclass(frozen=True)
class RecordedCalls:
    """Calls as source text. calls: by file and qualified name. made: argument lists by class. values: by parameter.

    imports: statements for the names in them. stated: those of `calls` whose result a test states.
    """

    calls: dict[tuple[str, str], list[ast.Call]] = field(default_factory=dict)
    made: dict[str, list[str]] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)
    stated: set[ast.Call] = field(default_factory=set)

    def of(self, file: str, name: str, function: FunctionNode, *, stated: bool = False) -> list[tuple[str, str]]:
        """What a function is called on, "" where that is nothing, and its arguments, as people write them.

        stated: only of calls whose result a test states.
        """
        if function.name == "__init__":
            return [] if stated else [("", given) for given in self.made.get(name.partition(".")[0], ())]
        calls = [one for one in self.calls.get((file, name), ()) if not stated or one in self.stated]
        owners = [ast.unparse(one.func.value) if isinstance(one.func, ast.Attribute) else "" for one in calls]
        found = zip(owners, (_plain_arguments(one, function) for one in calls), strict=True)
        return list(dict.fromkeys(found))[:_MOST_CALLS]


def record_calls(target: TargetProject, tree: Path, tests: Collection[TestId], seconds: float) -> RecordedCalls:
    """Run the project's tests (all, where `tests` is empty) for some seconds, and read how they call its functions.

    Empty where they can't run, or where they take much longer than that.
    """
    root = target.root(tree).resolve()
    order = {
        "root": str(root),
        "shared": [str((tree / name).resolve()) for name in target.shared],
        "files": [file for file in python_files(root) if not Python().is_test_side(file)],
        "tests": sorted(tests)[:_MOST_TESTS],
        "arguments": [f"--rootdir={root}", *target.pytest_args, *_ARGUMENTS],
        "libraries": [],
        "signatures": [],
        "varied_seconds": 0.0,
        "written": _MOST_WRITTEN,
        "seconds": seconds,
    }
    try:
        done = run(
            [str(target.interpreter), str(IN_TARGET / "testfix_recorded_calls.py")],
            cwd=root,
            env=target_environment(target, tree),
            limits=ProcessLimits(seconds + _END_SECONDS, _MEMORY, output_bytes=_OUTPUT),
            policy=target_policy(target),
            writable=[tree],
            stdin=json.dumps(order).encode(),
        )
        calls, modules = json.loads(done.stdout)["written"]
    except (MeasurementError, ValueError):
        return RecordedCalls()
    found = _read(calls)
    found.imports.update(_STANDARD_IMPORTS)
    for name, module in modules.items():
        if "." not in name and module != "builtins":
            found.imports[name] = f"from {module} import {name}"
    return found


def _read(said: Sequence[tuple[str, str, str, str, int]]) -> RecordedCalls:
    found = RecordedCalls()
    tests = {place: _stated_calls(read_text(Path(place))) for place in {one[3] for one in said if one[3]}}
    for file, name, text, place, line in said:
        node = python_code.expression_or_none(_STANDARD.sub(r"\1(", text)) if len(text) <= _LONGEST else None
        if not isinstance(node, ast.Call):
            continue
        if file:
            found.calls.setdefault((file, name), []).append(node)
            if (line, name.rpartition(".")[2]) in tests.get(place, ()):
                found.stated.add(node)
        for call in (one for one in ast.walk(node) if isinstance(one, ast.Call)):
            given = [(keyword.arg, ast.unparse(keyword.value)) for keyword in call.keywords if keyword.arg]
            if not file if call is node else isinstance(call.func, ast.Name):
                made = [*map(ast.unparse, call.args), *(f"{one}={value}" for one, value in given)]
                _add(found.made.setdefault(last_name(call.func), []), ", ".join(made))
            for one, value in given:
                if len(value) <= _LONGEST_VALUE and value != "None":
                    _add(found.values.setdefault(one, []), value)
    return found


def _stated_calls(text: str) -> set[tuple[int, str]]:
    """The line and the name of each call whose result, or exception, a statement of a test states."""
    found: set[tuple[int, str]] = set()
    for node in ast.walk(python_code.parse_or_empty(text)):
        stated: Sequence[ast.AST] = ()
        if isinstance(node, ast.Assert):
            test = node.test.operand if isinstance(node.test, ast.UnaryOp) else node.test
            exact = isinstance(test, ast.Compare) and all(isinstance(one, ast.Eq | ast.Is) for one in test.ops)
            stated = [test.left, *test.comparators] if exact and isinstance(test, ast.Compare) else [test]
        elif isinstance(node, ast.Call) and called(node).startswith("assert"):
            stated = node.args
        elif isinstance(node, ast.With) and any("aises(" in ast.unparse(one) for one in node.items):
            stated = [one for statement in node.body for one in ast.walk(statement)]
        names = [called(one) for one in stated if isinstance(one, ast.Call)]
        if isinstance(node, ast.stmt | ast.expr):
            found |= {(line, name) for line in line_range(node) for name in names}
    return found


def _add(known: list[str], text: str) -> None:
    if text not in known and len(known) < _MOST_CALLS:
        known.append(text)


def _plain_arguments(call: ast.Call, function: FunctionNode) -> str:
    """The arguments of a call that names them all: by position where they must be given, without its defaults."""
    defaults = {one.arg: ast.unparse(value) for one, value in with_defaults(function.args)}
    needed = {one.arg for one in [*function.args.posonlyargs, *function.args.args]} - set(defaults)
    given = [(one.arg or "", ast.unparse(one.value)) for one in call.keywords]
    named = [value if name in needed else f"{name}={value}" for name, value in given if defaults.get(name) != value]
    return ", ".join([*map(ast.unparse, call.args), *named])
