"""vitest: the project's own, started by us with a reporter in its process and a runner in those of the tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from testfix_pipeline.frameworks.builtin.javascript import project
from testfix_pipeline.frameworks.builtin.javascript.package_adapter import PackageAdapter
from testfix_pipeline.frameworks.model import Capabilities, SuiteRequest, Target, UserCommand

# These of the user's arguments would write snapshots, wait for changes, or report elsewhere.
_DROPPED = (
    "-u", "--update", "-w", "--watch", "--ui", "--coverage", "--silent", "--typecheck", "--typecheck.only",
    "--typecheck.enabled"
)  # fmt: skip
_VALUED = ("--reporter", "--outputFile", "--bail")


class Vitest(PackageAdapter):
    """vitest, from version 1 to 4."""

    name = "vitest"
    user_command = UserCommand("npx vitest run", "{word}")
    configuration = ("vitest.config.*", "vitest.workspace.*")
    first, last = 1, 4
    dropped, valued = _DROPPED, _VALUED

    def capabilities(self, target: Target) -> Capabilities:
        return replace(super().capabilities(target), repeats=not target.version.startswith(("1.", "2.")))

    def words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return words[1:] if words[:1] in (("run",), ("dev",), ("watch",)) else words

    def command(self, target: Target, request: SuiteRequest, files: Sequence[str]) -> tuple[str, ...]:
        return (project.injected_file("vitest", "run.mjs"), *target.arguments)
