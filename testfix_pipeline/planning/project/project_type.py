"""Detects the type of a project, with a confidence; each type has its own concerns for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from testfix_pipeline.execution.project_files import read_json, read_text, read_toml
from testfix_pipeline.frameworks.declared_packages import declared_packages
from testfix_pipeline.frameworks.folder_names import TEST_FOLDERS
from testfix_pipeline.planning.project.files import ProjectFiles, is_outside_product, walked_files

PROJECT_TYPES = ("React", "Node API", "CLI", "library", "web app", "service", "data pipeline", "monorepo")
_PACKAGES = {
    "React": {"react", "next", "react-dom", "preact", "gatsby"},
    "Node API": {"express", "fastify", "koa", "@nestjs/core", "@hapi/hapi", "restify", "hono"},
    "CLI": {"typer", "click", "docopt", "fire", "commander", "yargs", "clap", "structopt", "github.com/spf13/cobra",
            "github.com/urfave/cli/v2", "info.picocli:picocli", "oclif"},
    "web app": {"django", "flask", "streamlit", "dash", "vue", "svelte", "pyramid", "@angular/core", "bottle",
                "org.springframework.boot:spring-boot-starter-thymeleaf"},
    "service": {"fastapi", "starlette", "aiohttp", "grpcio", "celery", "uvicorn", "gunicorn", "litestar", "falcon",
                "sanic", "tornado", "axum", "actix-web", "rocket", "warp", "tonic", "github.com/gin-gonic/gin",
                "github.com/labstack/echo/v4", "github.com/gofiber/fiber/v2", "github.com/go-chi/chi/v5",
                "google.golang.org/grpc", "org.springframework.boot:spring-boot-starter-web",
                "org.springframework.boot:spring-boot-starter-webflux", "io.quarkus:quarkus-resteasy"},
    "data pipeline": {"dagster", "apache-airflow", "prefect", "luigi", "pyspark", "dbt-core", "apache-beam", "kedro",
                      "org.apache.spark:spark-core_2.12"},
}  # fmt: skip
_DATA = {"pandas", "polars", "pyarrow", "duckdb"}
_WEIGHT = {"React": 4.0, "Node API": 4.0, "CLI": 3.0, "web app": 3.0, "service": 3.0, "data pipeline": 3.0}
_CLI_MODULES = {"argparse", "click", "typer", "docopt"}
MANIFESTS = {
    "pyproject.toml": "Python", "setup.py": "Python", "setup.cfg": "Python", "package.json": "JavaScript",
    "go.mod": "Go", "Cargo.toml": "Rust", "pom.xml": "Java", "build.gradle": "Java", "build.gradle.kts": "Java",
}  # fmt: skip
_ENTRY_FILES = {"__main__.py", "cli.py", "main.go", "main.rs"}
_MEMBERS = {"packages", "apps", "services", "libs", "modules", "crates", "cmd"}


class TypeEvidence(NamedTuple):
    """Evidence for a type with `points`; `why` describes it."""

    type: str
    points: float
    why: str

    def __str__(self) -> str:
        return f"{self.type} +{self.points:g}: {self.why}"


class DetectedType(NamedTuple):
    """The type (one of PROJECT_TYPES), a confidence from 0 to 1, and all evidence, strongest first."""

    type: str
    confidence: float
    evidence: list[TypeEvidence]


def detect_project_type(root: Path, files: ProjectFiles | None = None) -> DetectedType:
    """The type of the project in `root`.

    Each piece of evidence (declared packages, entry points, files) gives points. The confidence is the winner's
    share of all points, less where there are few; a project that shows nothing is a library with .3.
    """
    points = dict.fromkeys(PROJECT_TYPES, 0.0)
    evidence = sorted(_evidence(root, files or walked_files(root)), key=lambda each: -each.points)
    for each in evidence:
        points[each.type] += each.points
    best = max(PROJECT_TYPES, key=lambda kind: points[kind])
    total = sum(points.values())
    if not total:
        return DetectedType("library", 0.3, [])
    firmness = min(1.0, 0.4 + points[best] / 8)  # 5 points are as good as it gets
    return DetectedType(best, round(points[best] / total * firmness, 2), evidence)


def _evidence(root: Path, files: ProjectFiles) -> Iterator[TypeEvidence]:
    yield from _evidence_of_packages(root)
    yield from _evidence_of_manifests(root)
    yield from _evidence_of_files(files)


def _evidence_of_packages(root: Path) -> Iterator[TypeEvidence]:
    declared = {package.name.lower() for package in declared_packages(root) if package.kind == "runtime"}
    for kind, names in _PACKAGES.items():
        used = sorted(names & declared)
        if used:
            yield TypeEvidence(kind, _WEIGHT[kind], f"depends on {', '.join(used[:3])}")
    if declared & _DATA:
        yield TypeEvidence("data pipeline", 1.0, f"depends on {', '.join(sorted(declared & _DATA))}")


def _evidence_of_manifests(root: Path) -> Iterator[TypeEvidence]:
    data, package, cargo = (
        read_toml(root / "pyproject.toml"),
        read_json(root / "package.json"),
        read_toml(root / "Cargo.toml"),
    )
    project = data.get("project", {})
    scripts = isinstance(project, dict) and (project.get("scripts") or project.get("gui-scripts"))
    if scripts or package.get("bin") or cargo.get("bin"):
        yield TypeEvidence("CLI", 2.0, "declares commands")
    if isinstance(project, dict) and project.get("name") and not scripts:
        yield TypeEvidence("library", 1.5, "pyproject.toml names a package without commands")
    if package.get("main") or package.get("exports"):
        yield TypeEvidence("library", 1.0, "package.json exports modules")
    workspace = cargo.get("workspace") or "<modules>" in read_text(root / "pom.xml") or (root / "go.work").is_file()
    if (
        package.get("workspaces")
        or (root / "lerna.json").is_file()
        or (root / "pnpm-workspace.yaml").is_file()
        or workspace
    ):
        yield TypeEvidence("monorepo", 6.0, "declares a workspace of packages")
    settings = read_text(root / "settings.gradle") + read_text(root / "settings.gradle.kts")
    if settings.count("include") >= 2:
        yield TypeEvidence("monorepo", 6.0, "settings.gradle includes projects")


def _members(files: ProjectFiles) -> list[str]:
    """The folders with a manifest of their own that are probably members of a monorepo."""
    places = [PurePosixPath(path) for path in files.paths if PurePosixPath(path).name in MANIFESTS]
    own = [
        place for place in places if TEST_FOLDERS.isdisjoint(place.parts[:-1]) and not is_outside_product(str(place))
    ]
    below = sorted({str(place.parent) for place in own if len(place.parts) > 1})
    if len(below) == len({str(place.parent) for place in own}):  # none at the root: these are all there is
        return below
    return [folder for folder in below if folder.split("/")[0] in _MEMBERS]


def _evidence_of_files(files: ProjectFiles) -> Iterator[TypeEvidence]:
    members = _members(files)
    if len(members) >= 2:
        yield TypeEvidence("monorepo", 5.0, f"{len(members)} packages, such as {', '.join(members[:3])}")
    names = {PurePosixPath(path).name for path in files.by_kind["source"] if not is_outside_product(path)}
    entries = sorted(names & _ENTRY_FILES)
    if entries or _parses_arguments(files):
        yield TypeEvidence("CLI", 1.5, f"has {', '.join(entries)}" if entries else "reads its command line")
    if "manage.py" in names or any("/templates/" in f"/{path}" for path in files.paths):
        yield TypeEvidence("web app", 2.0, "has manage.py or templates")
    if "Dockerfile" in {PurePosixPath(path).name for path in files.paths}:
        yield TypeEvidence("service", 1.0, "has a Dockerfile")
    if any({"dags", "pipelines", "etl"} & set(path.split("/")[:-1]) for path in files.by_kind["source"]):
        yield TypeEvidence("data pipeline", 2.0, "has a folder of pipelines")
    if names & {"__init__.py", "lib.rs"}:
        yield TypeEvidence("library", 1.0, "has a package to import")
    yield from _evidence_of_go_code(files)


def _evidence_of_go_code(files: ProjectFiles) -> Iterator[TypeEvidence]:
    """Yield evidence from Go source, as Go has no manifest of commands or servers."""
    texts = [files.text(path) for path in files.by_kind["source"] if path.endswith(".go")][:200]
    if not texts:
        return
    if any("http.ListenAndServe" in text or "grpc.NewServer" in text for text in texts):
        yield TypeEvidence("service", 3.0, "listens for requests")
    if not any("func main()" in text for text in texts):
        yield TypeEvidence("library", 3.0, "has no main package")


def _parses_arguments(files: ProjectFiles) -> bool:
    """Whether a Python file in the root or one folder below it imports a library for command lines."""
    near = [path for path in files.by_kind["source"] if path.endswith(".py") and path.count("/") <= 1][:50]
    return any(f"import {name}" in text for text in map(files.text, near) for name in _CLI_MODULES)
