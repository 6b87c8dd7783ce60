"""mocha: its command line in a process of ours, with our reporter, which observes every test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.frameworks.builtin.javascript import project
from testfix_pipeline.frameworks.builtin.javascript.package_adapter import PackageAdapter
from testfix_pipeline.frameworks.model import SuiteRequest, Target, UserCommand

# These of the user's arguments would wait for changes, report elsewhere, or leave tests out.
_DROPPED = ("-w", "--watch", "-p", "--parallel", "-b", "--bail", "--forbid-only", "--exit", "--dry-run")
_VALUED = ("-R", "--reporter", "-O", "--reporter-option", "--reporter-options", "-t", "--timeout")


class MochaAdapter(PackageAdapter):
    """mocha, from version 6 on."""

    name = "mocha"
    user_command = UserCommand("npx mocha --recursive", "--grep {word}")
    configuration = (".mocharc.*",)
    first = 6
    dropped, valued = _DROPPED, _VALUED

    def command(self, target: Target, request: SuiteRequest, files: Sequence[str]) -> tuple[str, ...]:
        return (
            project.injected_file("mocha", "run.cjs"),
            str(Path(target.settings["package"]).resolve()),
            *target.arguments,
            *("--no-parallel", "--no-watch", "--no-bail", "--no-forbid-only", "--no-dry-run", "--exit"),
            *("--timeout", str(round(request.test_seconds * 1000))),
            *("--reporter", project.injected_file("mocha", "reporter.cjs")),
        )
