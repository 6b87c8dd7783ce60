"""jest: its own runner, jest-circus, wrapped outside of the context in which the tests run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from testfix_pipeline.frameworks.builtin.javascript import project
from testfix_pipeline.frameworks.channel import channel_events
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import Ask, Capabilities, Event, Launch, Target

# These of the user's arguments would write snapshots, wait for changes, cost time, or report elsewhere.
_DROPPED = (
    "-u", "--updateSnapshot", "--watch", "--coverage", "--collectCoverage", "--reporters", "--json",
    "--outputFile", "-w", "--maxWorkers", "--runInBand", "-i", "--ci", "--verbose", "--silent", "--bail", "-b",
    "--onlyChanged", "-o"
)  # fmt: skip


class Jest:
    """jest, from version 27 on."""

    name = "jest"

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        found = project.find_framework(tree, manifest, "jest", ["jest.config.*"])
        if found is None:
            return None
        package, words = found
        arguments = project.arguments_without(words, _DROPPED)
        return project.package_target(self.name, tree, manifest, package, arguments, first=27)

    def capabilities(self, target: Target) -> Capabilities:
        return Capabilities(grade="proved", subset="id", language="javascript")

    def launches(self, target: Target, ask: Ask) -> Sequence[Launch]:
        files = project.wanted_files(target, ask)
        if not files and (ask.files is not None or ask.ids is not None):
            return []
        package = Path(target.settings["package"])
        own = (
            *("--ci", "--runInBand", "--forceExit", "--passWithNoTests", "--coverage=false", "--watchAll=false"),
            *(
                f"--testRunner={project.injected('jest', 'runner.cjs')}",
                f"--testTimeout={round(ask.test_seconds * 1000)}",
            ),
            f"--reporters={project.injected('jest', 'reporter.cjs')}",
        )
        named = ("--runTestsByPath", *files) if files else ()
        return [
            Launch(
                argv=(target.program, str(package / "bin" / "jest.js"), *target.arguments, *own, *named),
                files=files,
                order=project.order_of(target, ask, package=str(package.resolve())),
                read=tuple(target.settings["read"]),
            )
        ]

    def warm_launch(self, target: Target) -> Launch:
        return project.warm_launch(target)

    def events(self, launch: Launch, data: Iterable[bytes]) -> Iterator[Event]:
        return channel_events(launch, data)
