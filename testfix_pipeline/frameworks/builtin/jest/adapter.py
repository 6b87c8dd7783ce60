"""jest: its own runner, jest-circus, wrapped outside of the context in which the tests run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.frameworks.builtin.javascript import project
from testfix_pipeline.frameworks.builtin.javascript.package_adapter import PackageAdapter
from testfix_pipeline.frameworks.model import SuiteRequest, Target, UserCommand

# These of the user's arguments would write snapshots, wait for changes, cost time, or report elsewhere.
_DROPPED = (
    "-u", "--updateSnapshot", "--watch", "--watchAll", "--coverage", "--collectCoverage", "--json", "--runInBand", "-i",
    "--ci", "--verbose", "--silent", "--bail", "-b", "--onlyChanged", "-o"
)  # fmt: skip
_VALUED = ("--reporters", "--outputFile", "-w", "--maxWorkers")


class Jest(PackageAdapter):
    """jest, from version 27 on."""

    name = "jest"
    user_command = UserCommand("npx jest", "{word}")
    configuration = ("jest.config.*",)
    first = 27
    dropped, valued = _DROPPED, _VALUED
    sends_files = False

    def command(self, target: Target, request: SuiteRequest, files: Sequence[str]) -> tuple[str, ...]:
        return (
            str(Path(target.settings["package"]) / "bin" / "jest.js"),
            *target.arguments,
            *("--ci", "--runInBand", "--forceExit", "--passWithNoTests", "--coverage=false", "--watchAll=false"),
            f"--testRunner={project.injected_file('jest', 'runner.cjs')}",
            f"--testTimeout={round(request.test_seconds * 1000)}",
            f"--reporters={project.injected_file('jest', 'reporter.cjs')}",
            *(("--runTestsByPath", *files) if files else ()),
        )
