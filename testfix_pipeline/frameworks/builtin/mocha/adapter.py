"""mocha: its command line in a process of ours, with our reporter, which observes every test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from testfix_pipeline.frameworks.builtin.javascript import project
from testfix_pipeline.frameworks.channel import channel_events
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import Ask, Capabilities, Event, Launch, Target

# These of the user's arguments would wait for changes, report elsewhere, or leave tests out.
_DROPPED = (
    "-w", "--watch", "-p", "--parallel", "-R", "--reporter", "-O", "--reporter-option", "--reporter-options",
    "-b", "--bail", "--forbid-only", "--exit", "-t", "--timeout", "--dry-run"
)  # fmt: skip


class MochaAdapter:
    """mocha, from version 9 on."""

    name = "mocha"

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        found = project.find_framework(tree, manifest, "mocha", [".mocharc.*"])
        if found is None:
            return None
        package, words = found
        arguments = project.arguments_without(words, _DROPPED)
        return project.package_target(self.name, tree, manifest, package, arguments, first=9)

    def capabilities(self, target: Target) -> Capabilities:
        return Capabilities(grade="proved", subset="id", language="javascript")

    def launches(self, target: Target, ask: Ask) -> Sequence[Launch]:
        files = project.wanted_files(target, ask)
        if not files and (ask.files is not None or ask.ids is not None):
            return []
        package = Path(target.settings["package"]).resolve()
        own = ("--no-parallel", "--no-watch", "--no-bail", "--no-forbid-only", "--no-dry-run", "--exit")
        limit = ("--timeout", str(round(ask.test_seconds * 1000)))
        reporter = ("--reporter", project.injected("mocha", "reporter.cjs"))
        return [
            Launch(
                argv=(target.program, project.injected("mocha", "run.cjs"), *target.arguments, *own, *limit, *reporter),
                files=files,
                order=project.order_of(target, ask, package=str(package), files=list(files)),
                read=tuple(target.settings["read"]),
            )
        ]

    def warm_launch(self, target: Target) -> Launch:
        return project.warm_launch(target)

    def events(self, launch: Launch, data: Iterable[bytes]) -> Iterator[Event]:
        return channel_events(launch, data)
