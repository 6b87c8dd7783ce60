"""vitest: the project's own, started by us with a reporter in its process and a runner in those of the tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from testfix_pipeline.frameworks.builtin.javascript import project
from testfix_pipeline.frameworks.channel import channel_events
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import Ask, Capabilities, Event, Launch, Target

# These of the user's arguments would write snapshots, wait for changes, or report elsewhere.
_DROPPED = (
    "-u", "--update", "-w", "--watch", "--ui", "--coverage", "--reporter", "--outputFile", "--bail", "--silent"
)  # fmt: skip


class Vitest:
    """vitest 3."""

    name = "vitest"

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        found = project.find_framework(tree, manifest, "vitest", ["vitest.config.*", "vitest.workspace.*"])
        if found is None:
            return None
        package, words = found
        words = words[1:] if words[:1] in (("run",), ("dev",), ("watch",)) else words
        arguments = project.arguments_without(words, _DROPPED)
        return project.package_target(self.name, tree, manifest, package, arguments, first=3, last=3)

    def capabilities(self, target: Target) -> Capabilities:
        return Capabilities(grade="proved", subset="id", language="javascript")

    def launches(self, target: Target, ask: Ask) -> Sequence[Launch]:
        files = project.wanted_files(target, ask)
        if not files and (ask.files is not None or ask.ids is not None):
            return []
        package = str(Path(target.settings["package"]).resolve())
        return [
            Launch(
                argv=(target.program, project.injected("vitest", "run.mjs"), *target.arguments),
                files=files,
                order=project.order_of(target, ask, package=package, files=list(files)),
                read=tuple(target.settings["read"]),
            )
        ]

    def warm_launch(self, target: Target) -> Launch:
        return project.warm_launch(target)

    def events(self, launch: Launch, data: Iterable[bytes]) -> Iterator[Event]:
        return channel_events(launch, data)
