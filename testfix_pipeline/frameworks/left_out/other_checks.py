"""What else decides whether a project's own test command passes: coverage limits, type checks, linters."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.execution.project_files import read_ini, read_text, read_toml
from testfix_pipeline.execution.pytest_settings import pytest_configuration, words_of
from testfix_pipeline.frameworks.left_out.project_commands import DeclaredCommand, project_commands

_COVERAGE = re.compile(r"--(?:cov-)?fail-under[= ](\d+(?:\.\d+)?)")
_JAVASCRIPT_LIMITS = re.compile(r"coverageThreshold|\bthresholds?\s*:\s*\{|check-?coverage")
_LAUNCHERS = frozenset(
    {"npx", "pnpx", "bunx", "pnpm", "yarn", "bun", "exec", "dlx", "run", "uv", "poetry", "pdm", "hatch", "pipenv",
     "cross-env", "env", "c8", "nyc", "dotenv", "--", "xvfb-run", "time", "if", "then"}
)  # fmt: skip
_RUNNERS = frozenset(
    {"pytest", "py.test", "unittest", "vitest", "jest", "mocha", "node", "tsx", "ava", "tap", "jasmine", "playwright",
     "cypress", "tox", "nox", "coverage", "trial", "nose2", "nosetests", "django-admin", "stestr", "ng",
     "react-scripts"}
)  # fmt: skip
"""Programs that run tests: what they run is measured, or named as left out."""
_HARMLESS = frozenset(
    {"echo", "cd", "rm", "mkdir", "cp", "mv", "export", "set", "pip", "pip3", "true", ":", "sleep", "touch", "source",
     ".", "printf", "fi", "else", "done", "rimraf", "shx", "docker", "docker-compose", "git", "which", "command",
     "curl", "apt-get", "install", "exit", "test", "[", "npm", "sync", "for", "do", "kill", "find",
     "python", "python3", "sh"}
)  # fmt: skip
"""Programs that prepare or show something and judge nothing."""
_MODULE = re.compile(r"^(?:\S*/)?python[\d.]*$")
_MOST_NAMED = 4


def unmeasured_checks(root: Path) -> list[str]:
    """Return a sentence for each kind of check that decides the project's own command and that no measurement makes."""
    commands = [one for one in project_commands(root) if one.is_test]
    others = [f"`{one.text}` ({one.place})" for one in commands if _is_other_check(one.text)]
    limits = list(dict.fromkeys(_coverage_limits(root, commands)))
    sentences = []
    if others:
        said = "Not measured: what the project's test command also runs"
        sentences.append(f"{said}: {first_names(others, _MOST_NAMED)}.")
    if limits:
        sentences.append(f"Not measured: the least coverage that the project asks for: {first_names(limits)}.")
    return sentences


def program_of(command: str) -> str:
    """Return the program or Python module that a command calls, without launchers; "" where it can't be read."""
    try:
        words = shlex.split(command)
    except ValueError:
        return ""
    left = [word for word in words if not re.match(r"\w+=", word)]
    while left and Path(left[0]).name in _LAUNCHERS:
        left = left[1:]
        while left and left[0].startswith("-"):
            left = left[1:]
    if len(left) > 2 and _MODULE.match(left[0]) and "-m" in left[:-1]:
        return left[left.index("-m") + 1]
    return Path(left[0]).name if left else ""


def _is_other_check(command: str) -> bool:
    program = program_of(command)
    runs_tests = re.match(r"(go|cargo|deno|bun) (test|nextest)\b", command) or "manage.py test" in command
    variable = program.startswith(("$", "{", "#", "-")) or not program
    return not (runs_tests or variable or program in _RUNNERS or program in _HARMLESS)


def _coverage_limits(root: Path, commands: Sequence[DeclaredCommand]) -> Iterator[str]:
    name, settings = pytest_configuration(root)
    places = [(f"addopts of {name}", " ".join(words_of(settings.get("addopts"))))]
    for place, text in (*places, *((one.place, one.text) for one in commands)):
        yield from (f"{found} % ({place})" for found in _COVERAGE.findall(text))
    coverage = read_toml(root / "pyproject.toml").get("tool", {})
    report = coverage.get("coverage", {}) if isinstance(coverage, dict) else {}
    report = report.get("report", {}) if isinstance(report, dict) else {}
    tables = [("pyproject.toml", report.get("fail_under") if isinstance(report, dict) else None)]
    for file, section in ((".coveragerc", "report"), ("setup.cfg", "coverage:report"), ("tox.ini", "coverage:report")):
        tables.append((file, read_ini(root / file).get(section, {}).get("fail_under")))
    yield from (f"{limit} % (fail_under of {file})" for file, limit in tables if limit and str(limit) != "0")
    for path in (root / "package.json", *sorted(root.glob("*.config.*")), *sorted(root.glob(".[cn]*rc*"))):
        if path.name.startswith(("package.", "jest.", "vite", ".c8rc", ".nycrc")):
            yield from (f"{found} of {path.name}" for found in _limit_words(read_text(path))[:1])


def _limit_words(text: str) -> list[str]:
    return [found.rstrip("{: ") for found in _JAVASCRIPT_LIMITS.findall(text)]
