"""The packages that a project's configuration files declare; the files may be anything."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from testfix_pipeline.core import python_code
from testfix_pipeline.execution.project_files import read_ini, read_json, read_text, read_toml

Json = dict[str, Any]
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9@][\w./-]*?)\s*(?:\[[^\]]*\])?\s*((?:[=<>!~^(@].*)?)$")
_DEV = re.compile(r"dev|test|lint|doc|typing|check", re.IGNORECASE)
_TABLES = (
    ("Pipfile", "packages", "dev-packages"),
    ("package.json", "dependencies", "devDependencies"),
    ("Cargo.toml", "dependencies", "dev-dependencies"),
)
"""Files with a table of names and versions for each kind: `runtime`, `dev`."""


class DeclaredPackage(NamedTuple):
    """A package that the project names. `spec` is the version it asks for; an address is only said to be one, since
    addresses may hold a token. `kind` is `runtime` or `dev`."""

    name: str
    spec: str
    kind: str
    source: str


def declared_packages(root: Path) -> list[DeclaredPackage]:
    """What the manifests of Python, JavaScript, Go, Rust and Java (Maven, Gradle) in a folder name."""
    found: dict[str, DeclaredPackage] = {}
    for reader in (_pyproject, _requirement_files, _setup_cfg, _setup_py, _tables, _go_mod, _maven, _gradle):
        for package in reader(root):
            found.setdefault(package.name.lower().replace("_", "-"), package)
    return sorted(found.values(), key=lambda package: (package.kind != "runtime", package.name.lower()))


def _parse(lines: Iterable[str], kind: str, source: str) -> Iterator[DeclaredPackage]:
    for line in lines:
        text = re.split(r"[;#]", line, maxsplit=1)[0].strip() if "://" not in line else line.strip()
        match = _REQUIREMENT.fullmatch(text)
        if match and not text.startswith("-"):
            spec = match.group(2).strip()
            yield DeclaredPackage(match.group(1), "an address" if "@" in spec or "://" in spec else spec, kind, source)


def strings_of(value: object) -> list[str]:
    """The texts of a list; none of another value."""
    return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else []


def _table(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _group_kind(name: str) -> str:
    return "dev" if _DEV.search(name) else "runtime"


def _pyproject(root: Path) -> Iterator[DeclaredPackage]:
    data, source = read_toml(root / "pyproject.toml"), "pyproject.toml"
    project, poetry = _table(data.get("project")), _table(_table(data.get("tool")).get("poetry"))
    yield from _parse(strings_of(project.get("dependencies")), "runtime", source)
    for name, entries in _table(project.get("optional-dependencies")).items():
        yield from _parse(strings_of(entries), _group_kind(name), source)
    for entries in _table(data.get("dependency-groups")).values():  # never installed with the package (PEP 735)
        yield from _parse(strings_of(entries), "dev", source)
    yield from _versions(poetry.get("dependencies"), "runtime", source)
    yield from _versions(poetry.get("dev-dependencies"), "dev", source)
    for name, group in _table(poetry.get("group")).items():
        yield from _versions(_table(group).get("dependencies"), _group_kind(name), source)


def _versions(table: object, kind: str, source: str) -> Iterator[DeclaredPackage]:
    """Packages of a table of names and versions, the version as text or in a table of its own."""
    for name, value in _table(table).items():
        spec = value if isinstance(value, str) else str(_table(value).get("version", ""))
        if name != "python":
            yield DeclaredPackage(name, "an address" if "://" in spec or "@" in spec else spec, kind, source)


def _requirement_files(root: Path) -> Iterator[DeclaredPackage]:
    files = [*root.glob("*requirements*.txt"), *root.glob("requirements/*.txt")]
    for file in sorted(files):
        yield from _parse(read_text(file).splitlines(), _group_kind(file.stem), file.relative_to(root).as_posix())


def _setup_cfg(root: Path) -> Iterator[DeclaredPackage]:
    data = read_ini(root / "setup.cfg")
    yield from _parse(data.get("options", {}).get("install_requires", "").splitlines(), "runtime", "setup.cfg")
    for name, lines in data.get("options.extras_require", {}).items():
        yield from _parse(lines.splitlines(), _group_kind(name), "setup.cfg")


def _setup_py(root: Path) -> Iterator[DeclaredPackage]:
    """Only what is written out as a list: the file is not run."""
    for node in ast.walk(python_code.parse_or_empty(read_text(root / "setup.py"))):
        if isinstance(node, ast.keyword) and node.arg == "install_requires" and isinstance(node.value, ast.List):
            values = [entry.value for entry in node.value.elts if isinstance(entry, ast.Constant)]
            yield from _parse(strings_of(values), "runtime", "setup.py")


def _tables(root: Path) -> Iterator[DeclaredPackage]:
    for file, runtime, dev in _TABLES:
        data = (read_json if file.endswith(".json") else read_toml)(root / file)
        yield from _versions(data.get(runtime), "runtime", file)
        yield from _versions(data.get(dev), "dev", file)


def _go_mod(root: Path) -> Iterator[DeclaredPackage]:
    required = r"(?m)^\s*(?:require\s+)?([\w.-]+\.[\w.-]+/\S+)\s+(v\S+)"
    for name, version in re.findall(required, read_text(root / "go.mod")):
        yield DeclaredPackage(name, version, "runtime", "go.mod")


def _maven(root: Path) -> Iterator[DeclaredPackage]:
    """Dependencies of a pom.xml, by pattern: the file may be damaged, and parsing XML of others has traps."""
    text = read_text(root / "pom.xml")
    for entry in re.findall(r"(?s)<dependency>(.*?)</dependency>", text):
        said = dict(re.findall(r"<(groupId|artifactId|version|scope)>\s*([^<\s]+)\s*<", entry))
        if "groupId" in said and "artifactId" in said:
            kind = "dev" if said.get("scope") == "test" else "runtime"
            yield DeclaredPackage(f"{said['groupId']}:{said['artifactId']}", said.get("version", ""), kind, "pom.xml")


_GRADLE = re.compile(
    r"""(?m)^\s*(\w*[iI]mplementation|api|compileOnly|runtimeOnly)[\s(]+["']([\w.-]+:[\w.-]+)(?::([\w.+-]+))?["']"""
)


def _gradle(root: Path) -> Iterator[DeclaredPackage]:
    for name in ("build.gradle", "build.gradle.kts"):
        for scope, package, version in _GRADLE.findall(read_text(root / name)):
            yield DeclaredPackage(package, version, "dev" if scope.startswith("test") else "runtime", name)
