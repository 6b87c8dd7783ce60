"""The dependencies that a project declares in any of its files, as normalised distribution names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from packaging.utils import canonicalize_name

from testfix_pipeline.core.distribution_names import distribution_of
from testfix_pipeline.execution.project_files import read_text, read_toml
from testfix_pipeline.execution.setup_requirements import setup_cfg_requirements, setup_py_requirements


def declared_dependencies(root: Path) -> frozenset[str]:
    """The normalised names in pyproject, requirements files, setup.cfg, setup.py, Pipfile and conda's environment."""
    entries = [
        *_pyproject_entries(root),
        *_requirements_entries(root),
        *setup_cfg_requirements(read_text(root / "setup.cfg")),
        *setup_py_requirements(read_text(root / "setup.py")),
        *_pipfile_and_conda(root),
    ]
    return frozenset(name for name in map(_distribution_name, entries) if name)


def is_declared(top: str, declared: Iterable[str]) -> bool:
    """Whether an import name probably belongs to one of the declared distributions."""
    wanted = canonicalize_name(top)
    named = {
        wanted,
        distribution_of(top),
        f"python-{wanted}",
        f"py{wanted}",
        f"{wanted}-python",
        f"{wanted}-py",
    }
    return any(
        entry in named or entry.startswith(f"{wanted}-") or entry == wanted.replace("-", "") for entry in declared
    )


def _distribution_name(entry: str) -> str:
    found = re.match(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)", entry)
    return canonicalize_name(found[1]) if found else ""


def _pyproject_entries(root: Path) -> Iterator[str]:
    settings = read_toml(root / "pyproject.toml")
    project, tool = settings.get("project", {}), settings.get("tool", {})
    poetry = tool.get("poetry", {})
    groups = [
        project.get("dependencies", []),
        *project.get("optional-dependencies", {}).values(),
        *settings.get("dependency-groups", {}).values(),
        settings.get("build-system", {}).get("requires", []),
        poetry.get("dependencies", {}),
        poetry.get("dev-dependencies", {}),
        *(group.get("dependencies", {}) for group in poetry.get("group", {}).values()),
        *tool.get("pdm", {}).get("dev-dependencies", {}).values(),
        tool.get("uv", {}).get("dev-dependencies", []),
    ]
    for group in groups:
        yield from (entry for entry in group if isinstance(entry, str))


def _requirements_entries(root: Path) -> Iterator[str]:
    files = [*root.glob("*requirements*.txt"), *root.glob("requirements/*.txt"), *root.glob("*requirements*.in")]
    for file in files:
        yield from (line for line in read_text(file).splitlines() if not line.lstrip().startswith(("#", "-")))


def _pipfile_and_conda(root: Path) -> Iterator[str]:
    pipfile = read_toml(root / "Pipfile")
    yield from [*pipfile.get("packages", {}), *pipfile.get("dev-packages", {})]
    for name in ("environment.yml", "environment.yaml"):
        yield from (line.lstrip(" -") for line in read_text(root / name).splitlines() if line.lstrip().startswith("- "))
