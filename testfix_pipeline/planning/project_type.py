"""What kind of project this is, and how sure that is: each kind has its own concerns for tests (SPEC 3)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from testfix_pipeline.planning.context_files import ProjectFiles, walked_files
from testfix_pipeline.planning.context_manifests import declared_packages, read_json, read_toml

PROJECT_TYPES = ("React", "Node API", "CLI", "library", "web app", "service", "data pipeline", "monorepo")
_PACKAGES = {
    "React": {"react", "next", "react-dom"},
    "Node API": {"express", "fastify", "koa", "@nestjs/core", "@hapi/hapi"},
    "CLI": {"typer", "click", "docopt", "fire", "commander", "yargs", "clap", "github.com/spf13/cobra"},
    "web app": {"django", "flask", "streamlit", "dash", "vue", "svelte", "pyramid", "jinja2", "@angular/core"},
    "service": {"fastapi", "starlette", "aiohttp", "grpcio", "celery", "uvicorn", "gunicorn", "litestar", "falcon"},
    "data pipeline": {"dagster", "apache-airflow", "prefect", "luigi", "pandas", "pyspark", "dbt-core", "polars"},
}
_WEIGHT = {"React": 4, "Node API": 4, "CLI": 3, "web app": 3, "service": 3, "data pipeline": 3}
_CLI_MODULES = {"argparse", "click", "typer", "docopt"}
_MANIFESTS = {"pyproject.toml", "setup.py", "package.json", "go.mod", "Cargo.toml"}
_ENTRY_FILES = {"__main__.py", "cli.py", "main.go"}


def detect_project_type(root: Path, files: ProjectFiles | None = None) -> tuple[str, float]:
    """The type, one of PROJECT_TYPES, and a confidence from 0 to 1.

    Each piece of evidence (declared packages, entry points, files) is worth points. The confidence is the winner's
    share of all points, less where there are few; a project that shows nothing is a library with .3.
    """
    points = dict.fromkeys(PROJECT_TYPES, 0.0)
    for kind, weight in _evidence(root, files or walked_files(root)):
        points[kind] += weight
    best = max(PROJECT_TYPES, key=lambda kind: points[kind])
    total = sum(points.values())
    if not total:
        return "library", 0.3
    firmness = min(1.0, 0.4 + points[best] / 8)  # 5 points are as good as it gets
    return best, round(points[best] / total * firmness, 2)


def _evidence(root: Path, files: ProjectFiles) -> Iterator[tuple[str, float]]:
    yield from _from_packages(root)
    yield from _from_manifests(root)
    yield from _from_files(files)


def _from_packages(root: Path) -> Iterator[tuple[str, float]]:
    declared = {package.name.lower() for package in declared_packages(root) if package.kind == "runtime"}
    for kind, names in _PACKAGES.items():
        if not names.isdisjoint(declared):
            yield kind, _WEIGHT[kind]


def _from_manifests(root: Path) -> Iterator[tuple[str, float]]:
    data, package = read_toml(root / "pyproject.toml"), read_json(root / "package.json")
    project = data.get("project", {})
    scripts = isinstance(project, dict) and (project.get("scripts") or project.get("gui-scripts"))
    if scripts or package.get("bin"):
        yield "CLI", 2
    if isinstance(project, dict) and project.get("name") and not scripts:
        yield "library", 2
    if package.get("main") or package.get("exports"):
        yield "library", 1
    if package.get("workspaces") or (root / "lerna.json").is_file() or (root / "pnpm-workspace.yaml").is_file():
        yield "monorepo", 6


def _from_files(files: ProjectFiles) -> Iterator[tuple[str, float]]:
    manifests = {path for path in files.paths if PurePosixPath(path).name in _MANIFESTS and "/" in path}
    packages = {
        path.split("/")[1] for path in manifests if path.split("/")[0] in ("packages", "apps", "services", "libs")
    }
    if len(packages) >= 2:
        yield "monorepo", 5
    names = {PurePosixPath(path).name for path in files.by_kind["source"]}
    if names & _ENTRY_FILES or _parses_arguments(files):
        yield "CLI", 1.5
    if "manage.py" in names or any("/templates/" in f"/{path}" for path in files.paths):
        yield "web app", 2
    if "Dockerfile" in {PurePosixPath(path).name for path in files.paths}:
        yield "service", 1
    if any({"dags", "pipelines", "etl"} & set(path.split("/")[:-1]) for path in files.by_kind["source"]):
        yield "data pipeline", 2
    if "__init__.py" in names or "lib.rs" in names:
        yield "library", 1


def _parses_arguments(files: ProjectFiles) -> bool:
    """Whether a file at the top, or a step below it, reads the command line."""
    near = [path for path in files.by_kind["source"] if path.endswith(".py") and path.count("/") <= 1][:50]
    return any(f"import {name}" in text for text in map(files.text, near) for name in _CLI_MODULES)
