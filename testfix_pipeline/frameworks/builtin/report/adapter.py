"""Any command that writes JUnit XML or TAP. There is nothing to confirm what it says: its results are "reported"."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.execution.project_files import read_yaml
from testfix_pipeline.frameworks.builtin.report.junit import junit_events
from testfix_pipeline.frameworks.builtin.report.numbering import Numbering
from testfix_pipeline.frameworks.builtin.report.tap import tap_events
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import (
    Capabilities,
    Collected,
    End,
    Event,
    FileError,
    Launch,
    Result,
    SuiteRequest,
    Target,
)

SETTINGS = ".workflow/testfix.yaml"


class Report:
    """What `test_command` runs and `results` names: a path or pattern of XML or TAP files, or `stdout` for TAP."""

    name = "report"

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        settings = read_yaml(tree / SETTINGS) if manifest.folder == "" else {}
        command, results = settings.get("test_command"), settings.get("results")
        if not command or not results:
            return None
        return report_target(str(command), str(results))

    def capabilities(self, target: Target) -> Capabilities:
        return Capabilities(grade="reported", subset="none")

    def launches(self, target: Target, request: SuiteRequest) -> Sequence[Launch]:
        ids = None if request.ids is None else sorted(request.ids)
        results = target.settings["results"]
        return [Launch(argv=(target.program, *target.arguments), order={"ids": ids}, results=results)]

    def events(self, launch: Launch, data: Iterable[bytes]) -> Iterator[Event]:
        wanted = launch.order.get("ids")
        numbering, documents, ended = Numbering(), 0, 0
        for document in data:
            documents += 1
            read = junit_events if document.lstrip()[:1] == b"<" else tap_events
            for event in read(document, "tests", numbering):
                ended += isinstance(event, End)
                if isinstance(event, Result):
                    if wanted is None or event.id in wanted:
                        yield Collected(event.id.file, (event.id,))
                        yield event
                elif isinstance(event, FileError):
                    yield event
        if documents and documents == ended:
            yield End()


def report_target(command: str, results: str, folder: str = "") -> Target:
    """The target of a command whose results lie in `results`, relative to `folder`, or are its output ("stdout").

    Raises InvalidConfig where the command can't be read, or the results lie outside of the folder.
    """
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise InvalidConfig(
            f"The test command {command!r} can't be read: {problem}.", "Correct its quotes."
        ) from problem
    if not words:
        raise InvalidConfig("The test command is empty.", "Give the command that runs the tests.")
    if Path(results).is_absolute() or ".." in Path(results).parts:
        raise InvalidConfig(f"The results {results!r} lie outside of the project.", "Give a path inside of it.")
    settings = {"results": results, "configured": True}
    return Target(framework="report", folder=folder, program=words[0], arguments=tuple(words[1:]), settings=settings)
