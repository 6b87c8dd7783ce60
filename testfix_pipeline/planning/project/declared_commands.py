"""The commands that a project declares: scripts of pyproject.toml, `bin` of package.json and Cargo.toml, Go's mains."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.code_names import code_name
from testfix_pipeline.execution.project_files import read_json, read_text, read_toml
from testfix_pipeline.planning.python_code.module_source import module_file


@dataclass(frozen=True)
class ProjectScript:
    """A command: its name as users type it, the file of its code, and of Python `module:function`."""

    name: str
    file: str
    starts: str = ""

    @property
    def subject(self) -> str:
        """The code that the command runs: its function, else its file."""
        return code_name(self.file, self.starts.partition(":")[2]) if ":" in self.starts else self.file


def declared_commands(root: Path) -> Iterator[ProjectScript]:
    """Yield the commands of the project in `root`; what a manifest has in another form is left out."""
    project = read_toml(root / "pyproject.toml").get("project", {})
    scripts = project.get("scripts", {}) if isinstance(project, dict) else {}
    for name, target in scripts.items() if isinstance(scripts, dict) else ():
        module = str(target).partition(":")[0]
        yield ProjectScript(str(name), module_file(root, module) or f"{module.replace('.', '/')}.py", str(target))
    package = read_json(root / "package.json")
    files = package.get("bin")
    files = {str(package.get("name", "")).rpartition("/")[2]: files} if isinstance(files, str) else files
    for name, file in files.items() if isinstance(files, dict) else ():
        yield ProjectScript(str(name), posixpath.normpath(str(file)))
    cargo = read_toml(root / "Cargo.toml")
    listed, crate = cargo.get("bin"), cargo.get("package", {})
    for one in listed if isinstance(listed, list) else ():
        yield ProjectScript(str(one.get("name", "")), posixpath.normpath(str(one.get("path", "src/main.rs"))))
    if not listed and (root / "src/main.rs").is_file() and isinstance(crate, dict):
        yield ProjectScript(str(crate.get("name", "")), "src/main.rs")
    words = read_text(root / "go.mod").split()[:2]
    for file in (root / "main.go", *sorted(root.glob("cmd/*/main.go"))) if len(words) > 1 else ():
        if file.is_file():
            name = file.parent.name if file.parent != root else words[1].rpartition("/")[2]
            yield ProjectScript(name, file.relative_to(root).as_posix())
