"""Detects how a project's tests are run, from its settings and its folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.execution.interpreter import OUR_OWN, find_interpreter, is_our_own
from testfix_pipeline.execution.project import ProjectSuite, SandboxPolicy, TargetProject
from testfix_pipeline.execution.pytest_settings import imports_from_src
from testfix_pipeline.execution.runners.pytest_runner import calls_pytest, parse_test_command
from testfix_pipeline.execution.worktree_needs import worktree_needs


def find_target(root: Path, repo_root: Path, config: CycleConfig, suites: Sequence[ProjectSuite]) -> TargetProject:
    """The interpreter, arguments, environment, sandbox and shared folders of the project in `root` with these suites.

    `repo_root` is the top of the checkout that it lies in, or `root` itself. Raises InvalidConfig and MeasurementError.
    """
    _pytest_arguments(config, suites)  # refused before an interpreter is looked for
    found = Path(sys.executable), OUR_OWN  # will do where no suite needs it
    if any(suite.in_interpreter for suite in suites):
        found = find_interpreter(root / _python_folder(suites), config.python or None)
    return target_with_interpreter(root, repo_root, config, suites, *found)


def target_with_interpreter(
    root: Path, repo_root: Path, config: CycleConfig, suites: Sequence[ProjectSuite], interpreter: Path, source: str
) -> TargetProject:
    """As `find_target`, with a known interpreter."""
    policy = config.sandbox
    folder = _python_folder(suites)
    arguments = _pytest_arguments(config, suites) or next(
        (one.python_arguments for one in suites if one.python_arguments), ()
    )
    needs = worktree_needs(repo_root)
    made = [] if config.setup_command else needs.build_output  # else the command would build into the checkout's
    shared = tuple(dict.fromkeys((*needs.dependencies, *made, *config.share)))
    return TargetProject(
        interpreter=interpreter,
        interpreter_source=source,
        subdir="" if root == repo_root else root.relative_to(repo_root).as_posix(),
        pytest_args=arguments,
        env={**_isolating_variables(interpreter, source), **_with_search_path(root, folder, config.env)},
        imports_src=imports_from_src(root, interpreter),
        shared=shared,
        build_output=tuple(name for name in needs.build_output if name in shared),
        sandbox=SandboxPolicy(
            mode="strict" if config.strict else policy.mode,
            network=policy.network,
            env=tuple(policy.env),
            read=tuple(policy.read),
            write=tuple(policy.write),
        ),
        origin=repo_root,
        test_seconds=float(config.test_timeout_seconds),
        suites=tuple(suites),
    )


def _python_folder(suites: Sequence[ProjectSuite]) -> str:
    return next((suite.python_folder for suite in suites if suite.python_folder), "")


def _with_search_path(root: Path, folder: str, env: Mapping[str, str]) -> dict[str, str]:
    """The user's variables; Python's own sub-folder comes first in PYTHONPATH, as if pytest were started there."""
    if not folder:
        return dict(env)
    places = [folder, *([f"{folder}/src"] if (root / folder / "src").is_dir() else [])]
    return {**env, "PYTHONPATH": os.pathsep.join([*places, *filter(None, [env.get("PYTHONPATH", "")])])}


def _pytest_arguments(config: CycleConfig, suites: Sequence[ProjectSuite]) -> tuple[str, ...]:
    """The arguments of a test command that calls pytest; none if it calls another framework."""
    other = bool(suites) and not any(suite.in_interpreter for suite in suites)
    other = (other or bool(config.results.strip())) and not calls_pytest(config.test_command)
    return () if other else parse_test_command(config.test_command)


def _isolating_variables(interpreter: Path, source: str) -> dict[str, str]:
    """Variables that keep plugins beside our own interpreter from being loaded."""
    return {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} if is_our_own(interpreter, source) else {}
