"""How often a fix of one bug starts the test framework: a law of the cycle, whatever the machine."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.execution import parallel_runs
from testfix_pipeline.execution.affected_tests import test_selection
from testfix_pipeline.execution.processes import supervisor
from testfix_pipeline.execution.runners import pytest_runner
from testfix_pipeline.frameworks import framework_run
from testfix_pipeline.repair.validation import validator_pool
from testfix_pipeline_tests.cycle.other_projects import CART, analysis, cart_files, writes
from testfix_pipeline_tests.cycle.projects import GOOD, calc_files
from testfix_pipeline_tests.frameworks.conftest import npm_modules

TOTAL = "export const total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n"
TOTAL_TEST = """\
import { expect, test } from 'vitest';
import { total } from '../total.js';
test('adds up', () => expect(total([1, 2])).toBe(3));
test('nothing', () => expect(total([])).toBe(0));
"""
VITEST = {
    "package.json": '{"type": "module", "scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "3"}}',
    ".gitignore": "node_modules\n",
    "total.js": TOTAL.replace("sum + price", "sum - price"),
    "test/total.test.js": TOTAL_TEST,
}
MOST_GIT, MOST_SUPERVISED = 78, 11
"""Of a fix by the built-in engine: what it took when these were written. Lower them with it."""
BASELINE = JUDGING = CONFIRMING = 1
ROUNDS = 5
LAST = 1
"""Of a short suite of JavaScript, with its failing tests last: they may need what others set."""


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The programs that ran tests so far. Runs can't meet and the suite is short, however this machine is."""
    monkeypatch.setattr(parallel_runs, "can_run_in_parallel", lambda target: True)
    monkeypatch.setattr(test_selection, "SHORT_SUITE_S", 1000.0)
    found: list[str] = []
    for module in (pytest_runner, framework_run):
        monkeypatch.setattr(module, "run", _noting(found, module.run))
    return found


def _noting(found: list[str], run: Callable[..., Any]) -> Callable[..., Any]:
    def noted(argv: Any, **named: Any) -> Any:
        found.append(Path(argv[0]).name)
        return run(argv, **named)

    return noted


@pytest.mark.usefixtures("every_round", "node")
@pytest.mark.parametrize(
    ("files", "path", "fixed", "expected"),
    [
        pytest.param(calc_files("add"), "calc.py", GOOD, BASELINE + ROUNDS + JUDGING + CONFIRMING, id="pytest"),
        pytest.param(
            cart_files("limit"), "cart.js", CART, BASELINE + ROUNDS + LAST + JUDGING + CONFIRMING, id="node:test"
        ),
        pytest.param(
            VITEST, "total.js", TOTAL, BASELINE + 1 + LAST + JUDGING + CONFIRMING, id="vitest", marks=pytest.mark.npm
        ),
    ],
)
def test_a_fix_of_one_bug_starts_the_framework_no_oftener(
    starts: list[str],
    repository: Callable[..., Any],
    scripted: Callable[..., str],
    run_cycle: Callable[..., dict[str, Any]],
    files: dict[str, str],
    path: str,
    fixed: str,
    expected: int,
) -> None:
    repo = repository(files=files)
    modules = npm_modules()
    if files is VITEST and modules is None:
        pytest.skip("vitest is not installed")
    if files is VITEST:
        (repo.root / "node_modules").symlink_to(modules)
    agent = scripted({"1": analysis(f"{path}:code:1", "cause")}, {"*": writes(**{path: fixed})})
    found = run_cycle(repo, agents=[agent], max_iterations=1)
    assert found["outcome"] == "success", found["reason"]
    assert len(starts) == expected


@pytest.fixture
def git_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a line for each process of git that is started from now on."""
    calls, program = tmp_path / "calls", tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho \"$@\" >> '{calls}'\nexec '{shutil.which('git')}' \"$@\"\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return calls


@pytest.mark.usefixtures("every_round", "starts")
def test_a_fix_by_the_built_in_engine_starts_no_more_processes(git_calls, repository, run_cycle, monkeypatch) -> None:
    monkeypatch.setattr(validator_pool, "JOIN_SECONDS", 1000.0)  # a short search, however this machine is
    repo = repository(files=calc_files("add"))
    git_calls.unlink(missing_ok=True)
    launched: list[str] = []
    launch = supervisor._launch
    monkeypatch.setattr(supervisor, "_launch", lambda *given, **named: launched.append("") or launch(*given, **named))
    found = run_cycle(repo, agents=["builtin"], max_iterations=1)
    assert found["pass_rate"] == 100.0, found["reason"]
    calls = [one for one in git_calls.read_text().splitlines() if one != "version"]  # of the import of GitPython
    assert len(calls) <= MOST_GIT
    assert len(launched) <= MOST_SUPERVISED
