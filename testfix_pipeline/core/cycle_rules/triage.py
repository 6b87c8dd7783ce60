"""Classifies a failure as the code's, the test's or the environment's, with the evidence.

In doubt it is the code's: a wrong "environment" would end the cycle although a fix is possible.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import PurePosixPath

from testfix_pipeline.core.distribution_names import distribution_of
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.records import Failure, FailureClass, Outcome
from testfix_pipeline.core.signatures import source_frames

_NO_MODULE = re.compile(r"No module named '?([A-Za-z_][\w.]*)")
_NO_NPM_PACKAGE = re.compile(
    r"""(?:Cannot find (?:module|package) |Failed to resolve import |Failed to load url )"""
    r"""['"]?((?:@[\w.-]+/)?[\w-][\w.-]*)"""
)
_NO_GO_MODULE = re.compile(r"\bpackage (\S+?);?(?: and is replaced but not required;)? to add it:")
_NETWORK = re.compile(
    r"Connection refused|Network is unreachable|No route to host|Temporary failure in name resolution|"
    r"Name or service not known|nodename nor servname|getaddrinfo failed|Failed to establish a new connection",
    re.IGNORECASE,
)
_NETWORK_ERRORS = frozenset({"ConnectionRefusedError", "gaierror", "herror"})
_FULL = re.compile(r"No space left on device|Disk quota exceeded|\[Errno (28|122)\]")
_READ_ONLY = re.compile(r"Read-only file system|\[Errno 30\]")
_NO_FILE = re.compile(r"No such file or directory: [rb]*'([^'/]+)'")
_NO_COMMAND = re.compile(
    r"(?:^|: )([\w.+-]+): (?:command )?not found|executable ['\"]?([\w.+-]+)['\"]? not found", re.M
)
_PATH = re.compile(r"Permission denied: [rb]*['\"](/[^'\"]*)['\"]")
_VARIABLE = re.compile(r"^(?:KeyError: )?'([A-Z][A-Z0-9_]+)'$")
_FIXTURE = re.compile(r"fixture '([^']+)' not found|^\('([^']+)', <\w*Request")
_SYNTAX_FILE = re.compile(r'File "([^"]+)", line \d+')
_REFUSED = re.compile(r"Unexpected keyword arguments passed to pytest\.\w+: .*")
_NO_MARKER = re.compile(r"'[^']+' not found in `markers` configuration option")
_NO_TEST = re.compile(r"No test suite found in file|Your test suite must contain at least one test\.")
"""How vitest and jest say that a file has none."""
_MISMATCH = re.compile(r"import file mismatch:\n.*__file__ attribute:\n\s*(\S.*)\n.*\n\s*(\S.*)\n")
INSTALLING = re.compile(r"Install it with `([^`]+)`")
"""The command in the evidence of a missing package."""
_SYNTAX_ERRORS = frozenset({"SyntaxError", "IndentationError", "TabError"})
_MISSPELT = 0.9
_LEAST_TOGETHER = 3
_NEARLY_ALL = 0.8


@dataclass(frozen=True)
class ProjectFacts:
    """The facts about a project that triage uses.

    packages: top-level names that the project provides. declared: import names of its dependencies. npm: its declared
    npm packages that are not installed; npm_known: all that are declared, and the names of its files. root: the
    absolute path that its tests run in. interpreter: the asked one, and how it was found; install: the command that
    installs a package for it, with `{}` for the package.
    """

    packages: Collection[str] = ()
    declared: Collection[str] = ()
    npm: Collection[str] = ()
    npm_known: Collection[str] = ()
    root: str = ""
    interpreter: str = ""
    install: str = ""


def classify(outcome: Outcome, project: ProjectFacts) -> tuple[FailureClass, str]:
    """The class of a failing outcome and a sentence of evidence."""
    environment = next(_environment(outcome, project), "")
    if environment:
        return "env_issue", environment
    defect = next(_test_defect(outcome, project.root), "")
    if defect:
        return "test_defect", defect
    return "code_defect", _code_evidence(outcome)


def code_failures(failures: Iterable[Failure]) -> list[Failure]:
    """Return the failures that a change of the code can fix: without the environment's, the tests' own, flaky ones.

    Those that depend on the order of the tests come last, when no other is left: mostly the tests share state, and
    sometimes the code keeps what it should not.
    """
    found = [failure for failure in failures if failure.is_repairable and not failure.flaky]
    return [failure for failure in found if not failure.order] or found


def breakdown(passed_before: Collection[str], failures: Iterable[Failure]) -> str:
    """Return the evidence that the machine failed, not the code; "" if it did not.

    Most tests that passed before fail together, nearly all because of something outside: a full disk, no network.
    """
    fresh = [failure for failure in failures if failure.test in passed_before]
    outside = [failure for failure in fresh if failure.failure_class == "env_issue"]
    together = len(fresh) >= _LEAST_TOGETHER and 2 * len(fresh) >= len(passed_before)
    if not together or len(outside) < _NEARLY_ALL * len(fresh):
        return ""
    return f"{len(fresh)} of {len(passed_before)} tests that passed before fail together: {outside[0].evidence}"


def _error(outcome: Outcome) -> str:
    return outcome.error_type.rpartition(".")[2]


def _environment(outcome: Outcome, project: ProjectFacts) -> Iterator[str]:
    """Yield evidence of a lacking environment. A failed assertion is none: its message may quote anything."""
    if _error(outcome) == "AssertionError":
        return
    rules = (
        _missing_package(outcome, project),
        _missing_npm_package(outcome, project),
        _missing_go_module(outcome),
        _network(outcome),
        _disk(outcome),
        _outside(outcome, project),
        _missing_command(outcome),
        _missing_variable(outcome),
    )
    yield from filter(None, rules)


def _missing_package(outcome: Outcome, project: ProjectFacts) -> str:
    """Return evidence of a missing package; modules of installed packages and the standard library are none."""
    found = _NO_MODULE.search(outcome.message) if _error(outcome) in ("ModuleNotFoundError", "ImportError") else None
    if not found:
        return ""
    name, _, inner = found[1].partition(".")
    is_there = bool(inner) or name in sys.stdlib_module_names or name in project.packages
    if is_there or (name not in project.declared and _misspelt(name, project)):
        return ""
    asked = f" for {project.interpreter}" if project.interpreter else ""
    step = f" {install_step(project.install, name)}" if project.install else ""
    return f"The package {name} is not installed{asked}, and it is not the project's own.{step}"


def install_step(install: str, module: str) -> str:
    """Return what to do about a module that can't be imported. install: see `ProjectFacts`."""
    command = install.replace("{}", distribution_of(module))
    return f"Install it with `{command}`, or name the interpreter that has it with `--python`."


def _missing_npm_package(outcome: Outcome, project: ProjectFacts) -> str:
    """Return evidence of a missing package; a name that resembles a known one may be misspelled code."""
    found = _NO_NPM_PACKAGE.search(outcome.message)
    if found and found[1] in project.npm:
        return f"The package {found[1]} is declared, and not installed: run `npm install`."
    if not found or not project.npm_known or _resembles(found[1], [*project.npm, *project.npm_known]):
        return ""
    return f"The package {found[1]} is neither declared nor installed. Install it with `npm install {found[1]}`."


def _missing_go_module(outcome: Outcome) -> str:
    found = _NO_GO_MODULE.search(outcome.message)
    return f"go.mod does not require the package {found[1]}. Install it with `go get {found[1]}`." if found else ""


def _misspelt(name: str, project: ProjectFacts) -> bool:
    """Whether the name resembles an existing one: then the import is wrong, not the environment."""
    return _resembles(name, [*project.packages, *project.declared, *sys.stdlib_module_names])


def _resembles(name: str, known: Collection[str]) -> bool:
    anagram = any(sorted(name) == sorted(other) for other in known)
    return anagram or bool(get_close_matches(name, known, n=1, cutoff=_MISSPELT))


def _network(outcome: Outcome) -> str:
    found = _NETWORK.search(outcome.message)
    if not found and _error(outcome) not in _NETWORK_ERRORS:
        return ""
    said = found[0] if found else _error(outcome)
    return f"{said}: the tests want a network or a server (closed in the sandbox unless `sandbox.network` opens it)."


def _disk(outcome: Outcome) -> str:
    if _FULL.search(outcome.message):
        return "There is no space left on the device."
    if _READ_ONLY.search(outcome.message):
        return "The tests write where nothing may be written (the sandbox lets through what `sandbox.write` names)."
    return ""


def _outside(outcome: Outcome, project: ProjectFacts) -> str:
    found = _PATH.search(outcome.message) if _error(outcome) == "PermissionError" else None
    root = project.root.rstrip("/")
    if not found or (root and f"{found[1]}/".startswith(f"{root}/")):
        return ""
    return f"Permission was denied outside the project: {found[1]}."


def _missing_command(outcome: Outcome) -> str:
    found = _NO_COMMAND.search(outcome.message)
    if not found and _error(outcome) == "FileNotFoundError" and "subprocess.py" in outcome.detail:
        found = _NO_FILE.search(outcome.message)
    name = next(filter(None, found.groups()), "") if found else ""
    return f"The program {name} is not installed or not on the PATH." if name else ""


def _missing_variable(outcome: Outcome) -> str:
    found = _VARIABLE.search(outcome.message.strip()) if _error(outcome) == "KeyError" else None
    if not found or "environ" not in outcome.detail:
        return ""
    return f"The environment variable {found[1]} is not set (name it in `env` or `sandbox.env`)."


def _test_defect(outcome: Outcome, root: str) -> Iterator[str]:
    """Return evidence of an error in a test's own text, which no change of the code can fix."""
    fixture = _FIXTURE.search(outcome.message)
    if fixture and outcome.phase == "setup":
        yield f"The test asks for a fixture {fixture[1] or fixture[2]!r} that does not exist."
    innermost = outcome.frames[-1].file if outcome.frames else ""
    if _error(outcome) in ("NameError", "UnboundLocalError") and innermost and is_test_side(innermost):
        yield f"{_error(outcome)} in the test file {innermost} itself: {outcome.message.splitlines()[0][:120]}"
    refused = _REFUSED.search(outcome.message)
    if refused and innermost and is_test_side(innermost):
        yield f"{refused[0]}, by the test file {innermost} itself."
    marker = _NO_MARKER.search(outcome.message)
    if marker:
        yield f"{marker[0]}: register it there, or correct its name."
    if _NO_TEST.match(outcome.message):
        yield "The file has no test: add one, or give the file a name that is not that of a test file."
    broken = _broken_file(outcome, root) if _error(outcome) in _SYNTAX_ERRORS else ""
    if broken and is_test_side(broken):
        yield f"{_error(outcome)} in the test file {PurePosixPath(broken).name} itself."
    twice = _MISMATCH.search(f"{outcome.detail}\n{outcome.message}\n")
    if twice:
        both = " and ".join(sorted(PurePosixPath(path).as_posix() for path in twice.groups()))
        yield f"Two test files have the same module name: {both}. Rename one, or make their folders packages."


def _broken_file(outcome: Outcome, root: str) -> str:
    """Return the file that does not compile, by the error's last path; the traceback has no frame for it.

    Relative to the project; of a path elsewhere only the name is used.
    """
    named = [PurePosixPath(name) for name in _SYNTAX_FILE.findall(f"{outcome.detail}\n{outcome.message}")]
    if not named:
        return ""
    last = named[-1]
    if root and last.is_relative_to(root):
        return str(last.relative_to(root))
    return last.name if last.is_absolute() else str(last)


def _code_evidence(outcome: Outcome) -> str:
    inner = source_frames(outcome.frames)
    kind = _error(outcome) or "The failure"
    if inner:
        return f"{kind} raised in {inner[0].function} ({inner[0].file}:{inner[0].line})."
    return f"{kind} in {outcome.id}, with nothing that points to the environment or to the test."
