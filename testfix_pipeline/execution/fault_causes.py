"""The step that ends the cause of a run that is no measurement: a table of what frameworks say, by cause."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

from testfix_pipeline.core.cycle_rules.triage import install_step
from testfix_pipeline.core.records import RunFault
from testfix_pipeline.execution.interpreter import install_command
from testfix_pipeline.execution.project import ProjectSuite, TargetProject

_BY_HAND = ("usage", "crash", "missing_ids", "contradiction")
"""The kinds of faults that a user sees, too, where he runs the tests himself."""
_OLD_HOOKS = ("pytest_cmdline_preparse", "pytest_warning_captured", "pytest_namespace", "pytest_logwarning")
"""The hooks that a release of pytest removed; any other unknown one is of a newer release, or of a plugin."""
_PLUGINS = {
    "--cov": "pytest-cov", "-n": "pytest-xdist", "--numprocesses": "pytest-xdist", "--dist": "pytest-xdist",
    "--timeout": "pytest-timeout", "--asyncio-mode": "pytest-asyncio", "--ds": "pytest-django", "--reuse-db":
    "pytest-django", "--reruns": "pytest-rerunfailures", "--benchmark": "pytest-benchmark", "--html": "pytest-html",
    "--randomly": "pytest-randomly", "--mypy": "pytest-mypy", "--nbval": "nbval", "--flake8": "pytest-flake8",
    "--ruff": "pytest-ruff", "--black": "pytest-black", "--instafail": "pytest-instafail", "--forked": "pytest-forked",
    "--hypothesis": "hypothesis", "--snapshot": "syrupy", "--splits": "pytest-split",
}  # fmt: skip
"""The beginnings of options of pytest's plugins, and the package that each is of."""
_OTHER_PLUGINS = ("pytest-bdd", "pytest-metadata", "pytest-json-report", "pytest-subtests")
"""More of them, with hooks that have the package's name in front."""


def fault_step(fault: RunFault, project: TargetProject, command: list[str]) -> str:
    """The step for a fault by what its message says; "" where nothing is known but its kind.

    command: how the tests were started, if nobody knows how people start them.
    """
    if fault.kind not in (*_BY_HAND, "no_tests"):
        return ""
    said_by_runner = fault.log_tail if fault.kind == "no_tests" else fault.message
    for pattern, step in _CAUSES:
        for found in pattern.finditer(said_by_runner):
            said = step(found[1], project)
            if said:
                return said
    if fault.kind not in _BY_HAND:
        return ""
    return f"Run the tests by hand, and end what fails there: `{_by_hand(fault, project, command)}`."


def _by_hand(fault: RunFault, project: TargetProject, command: list[str]) -> str:
    suite = next((one for one in project.suites if not fault.suite or _is_named(one, fault.suite)), None)
    if suite is None or not suite.user_command:
        return shlex.join(command)
    place = project.checkout / suite.folder
    if not suite.in_interpreter:
        return f"cd {shlex.quote(str(place))} && {suite.user_command}"
    python = suite.user_command.replace("python", shlex.quote(str(project.interpreter)), 1)
    return " ".join([f"cd {shlex.quote(str(place))} && {python}", *map(shlex.quote, project.pytest_args)])


def _is_named(suite: ProjectSuite, name: str) -> bool:
    return name == (f"{suite.framework} in {suite.folder}" if suite.folder else suite.framework)


def _install(requirement: str, project: TargetProject) -> str:
    return install_command(project.interpreter, project.interpreter_source, requirement, project.checkout)


def _missing_module(name: str, project: TargetProject) -> str:
    """The step for a module that can't be imported: the checkout may have what git ignores."""
    path = name.replace(".", "/")
    for place in (f"{path}.py", path, f"src/{path}.py", f"src/{path}"):
        if (project.checkout / place).exists():
            return _share(place, project)
    if "." in name:
        return ""
    return f"Tests run with {project.described_interpreter}. {install_step(_install('{}', project), name)}"


def _missing_file(name: str, project: TargetProject) -> str:
    """The step for a file that tests can't open: the checkout may have it where the worktree does not."""
    parts = [part for part in Path(name).parts if part not in ("/", "..")]
    for number in range(len(parts)):
        place = Path(*parts[number:])
        if (project.checkout / place).exists():
            return _share(str(place), project)
    return ""


def _share(place: str, project: TargetProject) -> str:
    named = shlex.quote(str(Path(project.subdir) / place))
    return f"Your checkout has {place}, a worktree of it does not: start again with `--share {named}`."


def _old_argument(_: str, project: TargetProject) -> str:
    return (
        "A hook is written for an older pytest than the installed one: give it today's arguments, or run "
        f"`{_install(shlex.quote('pytest<9'), project)}`."
    )


def _unknown_hook(name: str, project: TargetProject) -> str:
    if name in _OLD_HOOKS:
        older = _install(shlex.quote("pytest<8"), project)
        return f"pytest has removed {name}: take it out, or install an older pytest with `{older}`."
    for plugin in (*_PLUGINS.values(), *_OTHER_PLUGINS):
        if name.startswith(f"{plugin.replace('-', '_')}_"):
            return f"{name} is a hook of {plugin}. Install it with `{_install(plugin, project)}`."
    newer = _install("--upgrade pytest", project)
    return f"The installed pytest has no hook {name}: install a newer one with `{newer}`, or correct its name."


def _unknown_option(options: str, project: TargetProject) -> str:
    for option in options.split():
        known = next((package for start, package in _PLUGINS.items() if option.startswith(start)), "")
        if known:
            return f"{option} is an option of {known}. Install it with `{_install(known, project)}`."
    return f"pytest does not know {options.strip()}: correct --test-command, or `addopts` in pytest's configuration."


def _by_requirement(requirement: str, project: TargetProject) -> str:
    return f"Install what is required with `{_install(shlex.quote(requirement), project)}`."


def _old_node(flag: str, _: TargetProject) -> str:
    return (
        f"The `node` of the PATH does not know {flag} (`node --version` says which it is): put a newer one first on "
        "the PATH, or take the option out of the test script and of NODE_OPTIONS."
    )


def _wrong_path(path: str, _: TargetProject) -> str:
    return (
        f"There is no {path.strip()}: correct --test-command, or `testpaths` and `addopts` in pytest's configuration."
    )


_Step = Callable[[str, TargetProject], str]
"""Given what was found and the project, returns the step; "" where it is not the cause."""

_CAUSES: tuple[tuple[re.Pattern[str], _Step], ...] = (
    (re.compile(r"Argument\(s\) \{(.+?)\} are declared in the hookimpl"), _old_argument),
    (re.compile(r"unknown hook '(\w+)'"), _unknown_hook),
    (re.compile(r"requires (?:pytest-)([\w.]+), actual pytest"), lambda v, p: _by_requirement(f"pytest>={v}", p)),
    (re.compile(r"Missing required plugins: ([\w.<>=!-]+)"), _by_requirement),
    (re.compile(r"unrecognized arguments: (.+)"), _unknown_option),
    (re.compile(r"file or directory not found: (.+)"), _wrong_path),
    (re.compile(r"bad option: (--?[\w-]+)"), _old_node),
    (re.compile(r"No module named '?([A-Za-z_][\w.]*)"), _missing_module),
    (re.compile(r"No such file or directory: [rb]*'([^'\n]+)'"), _missing_file),
)
