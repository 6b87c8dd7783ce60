"""What the adapters of jest, mocha and vitest share: frameworks that are a package of the project."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from testfix_pipeline.frameworks.builtin.javascript import project
from testfix_pipeline.frameworks.builtin.javascript.node_version import explain_version
from testfix_pipeline.frameworks.channel import channel_events
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import Capabilities, Event, Launch, SuiteRequest, Target


class PackageAdapter(ABC):
    """Runs all files that are asked for in one process.

    configuration: globs of the framework's files. first, last: major versions that are supported; last None = no limit.
    dropped: options of the user's script that are left out; valued: the same, of those that take a value. sends_files:
    whether our runner gets the files by its order, not by its command line.
    """

    name: ClassVar[str]
    configuration: ClassVar[Sequence[str]]
    first: ClassVar[int]
    last: ClassVar[int | None] = None
    dropped: ClassVar[Sequence[str]]
    valued: ClassVar[Sequence[str]]
    sends_files: ClassVar[bool] = True

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        found = project.find_framework(tree, manifest, self.name, self.configuration)
        if found is None:
            return None
        package, call = found
        call = replace(call, arguments=project.arguments_without(self.words(call.arguments), self.dropped, self.valued))
        return project.package_target(self.name, tree, manifest, package, call, first=self.first, last=self.last)

    def words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words of the user's script behind the framework's name that may be arguments."""
        return words

    def capabilities(self, target: Target) -> Capabilities:
        return Capabilities(grade="proved", subset="id", language="javascript")

    def launches(self, target: Target, request: SuiteRequest) -> Sequence[Launch]:
        files = project.wanted_files(target, request)
        if not files and (request.files is not None or request.ids is not None):
            return []
        more = {"files": list(files)} if self.sends_files else {}
        return [
            Launch(
                argv=(target.program, *target.settings["node"], *self.command(target, request, files)),
                env=target.settings["env"],
                files=files,
                order=project.order_of(
                    target, request, package=str(Path(target.settings["package"]).resolve()), **more
                ),
                read=tuple(target.settings["read"]),
            )
        ]

    @abstractmethod
    def command(self, target: Target, request: SuiteRequest, files: Sequence[str]) -> tuple[str, ...]:
        """The script that node runs, and its arguments."""

    def warm_launch(self, target: Target) -> Launch:
        return project.warm_launch(target)

    def explain(self, target: Target, manifest: Manifest) -> str:
        return explain_version(target.program, manifest)

    def events(self, launch: Launch, data: Iterable[bytes]) -> Iterator[Event]:
        return channel_events(launch, data)
