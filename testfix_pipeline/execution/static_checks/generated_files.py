"""Files that one script of `package.json` makes and another one checks, such as `generate` and `generate:check`."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.project_files import read_json
from testfix_pipeline.execution.static_checks.static_checks import StaticReport, find_program, policy_of
from testfix_pipeline.execution.static_checks.static_tools import StaticFinding

_SECONDS = 60.0
_CHECKS = ("{}:check", "check:{}", "{}-check", "{}:verify", "verify:{}")
"""How the script that checks what another one makes is named."""


@dataclass(frozen=True)
class GeneratedFiles:
    """The check of one pair of scripts. files: those of the project, relative to its root."""

    making: str
    checking: str
    project: TargetProject
    tree: Path
    files: Sequence[str]

    def run(self) -> StaticReport:
        """The files that are stale: the check fails, and passes once the other script has made them again."""
        with tempfile.TemporaryDirectory(prefix="testfix-generated-") as folder:
            copy = Path(folder) / "tree"
            shutil.copytree(self.tree, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            is_stale = self._run(copy, self.checking) and not self._run(copy, self.making)
            is_stale = is_stale and not self._run(copy, self.checking)
            old, new = self.project.root(self.tree), self.project.root(copy)
            changed = [one for one in self.files if is_stale and _content(old / one) != _content(new / one)]
        message = f"it is stale: `npm run {self.making}` makes it again"
        found = (StaticFinding("npm", one, 1, self.checking, message, "lint", True) for one in changed)
        return StaticReport(tuple(found), ("npm",))

    def fix(self, files: Sequence[str]) -> str:
        """Make the files again in the tree; return why that failed, "" if it did not."""
        return self._run(self.tree, self.making)

    def _run(self, tree: Path, script: str) -> str:
        """Why a script failed in a tree, to which it may write; "" if it did not."""
        root = self.project.root(tree)
        program = find_program("npm", root, self.project, tree)
        if program is None:
            return f"npm is not installed, which runs {script}."
        try:
            done = run(
                [str(program), "run", "--silent", script],
                cwd=root,
                env=clean_environment((), {"npm_config_update_notifier": "false"}),
                limits=ProcessLimits(self.project.deadline.bound(_SECONDS)),
                policy=policy_of(self.project, tree, program.resolve()),
                writable=[tree],
            )
        except MeasurementError as error:
            return f"npm could not be run: {error.what}"
        return "" if done.returncode == 0 else f"`npm run {script}` failed."


def generated_files(
    project: TargetProject, tree: Path, files: Sequence[str], programs: Collection[str]
) -> Iterator[GeneratedFiles]:
    """Yield the checks of the project's pairs of scripts, but for those that call one of the known `programs`."""
    scripts = read_json(project.root(tree) / "package.json").get("scripts")
    known = {str(name): str(text) for name, text in scripts.items()} if isinstance(scripts, dict) else {}
    for making in known:
        checking = next((name for one in _CHECKS if (name := one.format(making)) in known), None)
        if checking is not None and not set(programs).intersection(re.split(r"[^\w.-]+", known[checking])):
            yield GeneratedFiles(making, checking, project, tree, files)


def _content(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None
