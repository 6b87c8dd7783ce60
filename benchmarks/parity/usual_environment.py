"""How the environment of a repository is usually made, read from its own files by one rule for all.

Python: a virtual environment, the project itself, and its requirements for tests, wherever the usual places name them.
JavaScript: the packages of `package.json`, without their scripts, and the script that builds what tests import.
"""

from __future__ import annotations

import json
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Any

from benchmarks.parity.repositories import Environment, Repository

WORDS = ("tests", "test", "testing", "dev")
"""Names of extras and dependency groups for tests, the likeliest first."""
FILES = (
    "requirements/test*.txt", "requirements/pytest.txt", "tests/requirements*.txt", "test*requirements.txt",
    "requirements*test*.txt", "requirements-dev.txt", "dev-requirements.txt", "requirements_dev.txt",
    "requirements.txt",
)  # fmt: skip
BUILDS = ("compile", "build")
NPM = "npm install --no-audit --no-fund --ignore-scripts --no-package-lock"
# The version that `packageManager` names would be fetched, and its signature asked for at a host of its own.
PNPM = "npm_config_manage_package_manager_versions=false npx --yes pnpm@10 install --ignore-scripts"
COMMANDS = {
    "pytest": "python -m pytest",
    "unittest": "python -m unittest -v",
    "vitest": "npx --no-install vitest run",
    "jest": "npx --no-install jest",
    "mocha": "npx --no-install mocha",
    "node:test": "node --test",
    "go": "go test ./...",
    "cargo": "cargo test --workspace",
}


def usual_environment(repository: Repository, tree: Path) -> Environment:
    """The environment of a repository that is checked out in `tree`."""
    command = COMMANDS[repository.framework]
    if repository.language == "python":
        return Environment(tuple(_python(tree)), command, "bin/python")
    if repository.framework == "go":
        return Environment(("go mod download",), command)
    return Environment(("cargo fetch",) if repository.framework == "cargo" else tuple(_javascript(tree)), command)


def _python(tree: Path) -> list[str]:
    uv = shlex.quote(str(Path(sys.executable).with_name("uv")))
    settings = _read_toml(tree / "pyproject.toml")
    project = any((tree / name).is_file() for name in ("setup.py", "setup.cfg")) or bool(settings.get("project"))
    wanted = ["pytest", *(["-e", f".{_extra(settings)}"] if project or "poetry" in settings.get("tool", {}) else [])]
    group = _first(settings.get("dependency-groups", {}))
    wanted += ["--group", group] if group else []
    files = [file for pattern in FILES for file in sorted(tree.glob(pattern))]
    wanted += [word for file in files[:1] if not group for word in ("-r", str(file.relative_to(tree)))]
    make = f"{uv} venv --quiet --clear --seed --python {shlex.quote(sys.executable)} $ENV"
    return [make, f"{uv} pip install --quiet --python $ENV/bin/python {shlex.join(wanted)}"]


def _extra(settings: dict[str, Any]) -> str:
    extra = _first(settings.get("project", {}).get("optional-dependencies", {}))
    return f"[{extra}]" if extra else ""


def _first(names: dict[str, Any]) -> str:
    return next((word for word in WORDS if word in names), "")


def _javascript(tree: Path) -> list[str]:
    manifest = tree / "package.json"
    scripts = json.loads(manifest.read_text()).get("scripts", {}) if manifest.is_file() else {}
    workspaces = PNPM if (tree / "pnpm-lock.yaml").is_file() else NPM
    return [workspaces, *[f"npm run {name}" for name in BUILDS if name in scripts][:1]]


def _read_toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text()) if file.is_file() else {}
