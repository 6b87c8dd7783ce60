"""The package clients that resolve and install releases: uv and pip. Only wheels are taken, so nothing is executed."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from packaging.utils import canonicalize_name

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.interpreter import installed_module
from testfix_pipeline.execution.package_client import run_package_client, uv_program
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.project_files import read_text

RESOLVE_SECONDS, INSTALL_SECONDS = 300.0, 900.0
_WHEELS = ("--only-binary=:all:", "--quiet")
_CONFIGURED = {"PIP_CONFIG_FILE": (".config/pip/pip.conf", ".pip/pip.conf"), "UV_CONFIG_FILE": (".config/uv/uv.toml",)}
"""Where people say which index they use; the sandbox has a home of its own."""
_INDEXES = {
    "uv": {"UV_DEFAULT_INDEX": ("UV_INDEX_URL", "PIP_INDEX_URL"), "UV_EXTRA_INDEX_URL": ("PIP_EXTRA_INDEX_URL",)},
    "pip": {"PIP_INDEX_URL": ("UV_DEFAULT_INDEX", "UV_INDEX_URL"), "PIP_EXTRA_INDEX_URL": ("UV_EXTRA_INDEX_URL",)},
}
"""What a client is given of what is meant for the other one: who has set an index wants no other one asked."""


@dataclass(frozen=True)
class PackageClient:
    """A client for a project's environment. `wheels` is a folder with more wheels than the index has.

    seconds: for resolving.
    """

    name: str
    program: Path
    project: TargetProject
    folder: Path
    seconds: float = RESOLVE_SECONDS

    @property
    def wheels(self) -> Path:
        return self.folder / "wheels"

    def resolve(self, wanted: Sequence[str], options: Sequence[str] = ()) -> tuple[dict[str, str], str]:
        """Version by normalised name that fit all requirements together; and what the client says where none do.

        options: more of them for the client.
        """
        asked, answer = self.folder / "wanted.txt", self.folder / "resolved"
        asked.write_text("".join(f"{line}\n" for line in wanted), encoding="utf-8")
        answer.unlink(missing_ok=True)
        self.wheels.mkdir(exist_ok=True)
        said = self._run([*self._resolving(asked, answer), *options], self.seconds)
        if not answer.is_file():
            return {}, said or "it gave no answer"
        text = answer.read_text(encoding="utf-8")
        return (_of_report(text) if self.name == "pip" else _of_lines(text)), ""

    def install(self, pins: Mapping[str, str], interpreter: Path) -> str:
        """Install exactly these releases beside an interpreter; what the client complains of, "" where all is well."""
        asked = self.folder / "pins.txt"
        asked.write_text("".join(f"{name}=={version}\n" for name, version in sorted(pins.items())), encoding="utf-8")
        command = [*self._installing(interpreter), *_WHEELS, "--no-deps", "-r", str(asked)]
        return self._run(command, INSTALL_SECONDS, interpreter.parent.parent)

    def _resolving(self, asked: Path, answer: Path) -> list[str]:
        if self.name == "uv":
            how = ["--no-header", "--no-annotate", "--python", str(self.project.interpreter)]
            return [str(self.program), "pip", "compile", str(asked), *_WHEELS, *how, "--output-file", str(answer)]
        how = ["--dry-run", "--ignore-installed", "--no-input", "--retries", "1", "--disable-pip-version-check"]
        return [str(self.program), "-m", "pip", "install", *_WHEELS, *how, "--report", str(answer), "-r", str(asked)]

    def _installing(self, interpreter: Path) -> list[str]:
        if self.name == "uv":
            return [str(self.program), "pip", "install", "--python", str(interpreter)]
        return [str(self.program), "-m", "pip", "--python", str(interpreter), "install", "--no-input"]

    def _run(self, command: Sequence[str], seconds: float, *writable: Path) -> str:
        """What the client complains of; "" where it succeeded."""
        links, files = self._links(), _configured()
        try:
            done = run_package_client(
                self.project,
                [*command, *(part for one in links for part in ("--find-links", one)), *self._no_index()],
                self.program,
                [self.folder, *writable],
                seconds,
                readable=[*files.values(), *(Path(one) for one in links if Path(one).is_dir())],
                variables=self._variables(files),
            )
        except MeasurementError as error:
            return error.what
        if done.timed_out:
            return f"it timed out after {seconds:.0f} s"
        return "" if done.returncode == 0 else done.log.decode(errors="replace").strip() or "it failed without a word"

    def _links(self) -> list[str]:
        """Folders and pages with wheels: ours, and those that are set for the client, else for pip."""
        own = os.environ.get("UV_FIND_LINKS", "") if self.name == "uv" else ""
        return [str(self.wheels), *filter(None, re.split(r"[\s,]+", own or os.environ.get("PIP_FIND_LINKS", "")))]

    def _no_index(self) -> list[str]:
        set_to = (os.environ.get(name, "").lower() for name in ("PIP_NO_INDEX", "UV_NO_INDEX"))
        wanted = (value not in ("", "0", "false", "no", "off") for value in set_to)
        return ["--no-index"] if any(wanted) else []

    def _variables(self, files: Mapping[str, Path]) -> dict[str, str]:
        found = {name: str(file) for name, file in files.items()} | {"UV_LINK_MODE": "copy"}
        for name, others in _INDEXES[self.name].items():
            known = next((os.environ[one] for one in (name, *others) if os.environ.get(one)), "")
            found |= {name: known} if known else {}
        return found


def _configured() -> dict[str, Path]:
    """The user's own files that say which index is asked, by the variable that names one."""
    found = ((name, Path.home() / place) for name, places in _CONFIGURED.items() for place in places)
    return {name: file for name, file in found if name not in os.environ and file.is_file()}


def index_settings() -> str:
    """All that says where a client looks for releases, as a text."""
    names = [name for name in os.environ if re.match(r"(?:PIP|UV)_\w*(?:INDEX|LINKS|CONFIG)", name)]
    files = {str(file): read_text(file) for file in _configured().values()}
    return json.dumps([{name: os.environ[name] for name in names}, files], sort_keys=True)


def clients(project: TargetProject, root: Path, folder: Path) -> Iterator[PackageClient]:
    """The clients that can be asked, the project's own first: uv where it has a lock of uv or no pip, else pip.

    folder: an empty one for what passes between us and them.
    """
    uv = uv_program()
    has_pip = installed_module(project.interpreter, "pip")
    found = [PackageClient("pip", project.interpreter, project, folder)] if has_pip else []
    found += [PackageClient("uv", uv, project, folder)] if uv is not None else []
    yield from reversed(found) if (root / "uv.lock").is_file() else found


def _of_report(text: str) -> dict[str, str]:
    listed = json.loads(text).get("install", [])
    return {canonicalize_name(one["metadata"]["name"]): one["metadata"]["version"] for one in listed}


def _of_lines(text: str) -> dict[str, str]:
    found = re.findall(r"^([A-Za-z0-9][\w.-]*)==([^\s;]+)", text, re.M)
    return {canonicalize_name(name): version for name, version in found}
