"""Node's own test runner, node:test, wrapped before the project's code is loaded: one process a file, or one for all
where the project's script asks for that."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.frameworks.builtin.javascript.node_version import explain_version
from testfix_pipeline.frameworks.builtin.javascript.project import (
    injected_file,
    libraries,
    node_program,
    order_of,
    read_folders,
    wanted_files,
    warm_launch,
)
from testfix_pipeline.frameworks.builtin.javascript.script_calls import ScriptCall, node_options, script_call, words_of
from testfix_pipeline.frameworks.builtin.javascript.used_names import used_names
from testfix_pipeline.frameworks.channel import channel_events
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import Capabilities, Event, Launch, SuiteRequest, Target, UserCommand

# What `node --test` runs by itself: https://nodejs.org/api/test.html#running-tests-from-the-command-line
_BY_NAME = re.compile(r"(^|/)(test|test-[^/]*|[^/]*[.\-_]test)\.[cm]?[jt]s$")
_BY_FOLDER = re.compile(r"(^|/)test/.*\.[cm]?[jt]s$")
_TEST_FILE = re.compile(r"\.[cm]?[jt]sx?$")
_IMPORTS_NODE_TEST = re.compile(r"""['"]node:test['"]""")
_IN_ONE_PROCESS = re.compile(r"--(experimental-)?test-isolation=none")
_SKIPPED = frozenset({"node_modules", ".git", ".venv"})


class NodeTest:
    """node:test, from Node 20.14 on."""

    name = "node:test"
    user_command = UserCommand("node --test", "--test-name-pattern={word}")

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        call = _call(manifest)
        used = call is not None and "--test" in call.arguments
        if not used and (manifest.test_script or not manifest.data):
            return None
        folder = manifest.path(tree)
        options, named = node_options(call.arguments if call else ())
        files = _test_files(folder, named)
        if not used:
            files = tuple(file for file in files if _IMPORTS_NODE_TEST.search(read_text(folder / file)))
        if not files:
            return None
        return Target(
            framework=self.name,
            folder=manifest.folder,
            files=files,
            arguments=options,
            program=node_program(),
            settings={
                "libraries": libraries(manifest),
                "read": read_folders(tree, folder / "node_modules"),
                "used": used_names(folder),
                "env": call.env if call else {},
                "shares": [one for one in call.arguments if _IN_ONE_PROCESS.fullmatch(one)] if call else [],
            },
        )

    def capabilities(self, target: Target) -> Capabilities:
        return Capabilities(grade="proved", subset="id", language="javascript")

    def launches(self, target: Target, request: SuiteRequest) -> Sequence[Launch]:
        own = ("--require", injected_file("node_test", "preload.cjs"), "--test-force-exit")
        report = (f"--test-reporter={injected_file('node_test', 'reporter.mjs')}", "--test-reporter-destination=stdout")
        files, shares = wanted_files(target, request), target.settings.get("shares", [])
        together = [files] if shares and len(files) > 1 else [(file,) for file in files]
        return [
            Launch(
                argv=(
                    *(target.program, *target.arguments, *own, *report),
                    *(("--test", *shares) if len(some) > 1 else ()),
                    *(f"./{file}" for file in some),
                ),
                files=some,
                env=target.settings["env"],
                order=order_of(target, request, file=some[0], files=list(some)),
                read=tuple(target.settings.get("read", ())),
            )
            for some in together
        ]

    def warm_launch(self, target: Target) -> Launch:
        return warm_launch(target)

    def explain(self, target: Target, manifest: Manifest) -> str:
        return explain_version(target.program, manifest)

    def events(self, launch: Launch, data: Iterable[bytes]) -> Iterator[Event]:
        return channel_events(launch, data)


def _call(manifest: Manifest) -> ScriptCall | None:
    """How the test script calls node, or tsx, which is node with a loader of its own."""
    call = script_call(manifest, "node")
    by_tsx = script_call(manifest, "tsx")
    if call is None and by_tsx is not None:
        return replace(by_tsx, arguments=("--import", "tsx", *by_tsx.arguments))
    return ScriptCall(("--test",)) if call is None and "--test" in words_of(manifest.test_script) else call


def _test_files(folder: Path, named: Sequence[str]) -> tuple[str, ...]:
    found: set[str] = set()
    for name in named:
        place = folder / name
        if place.is_file():
            found.add(Path(name).as_posix())
        elif place.is_dir():
            found |= {file for file in _files(folder, place) if _TEST_FILE.search(file)}
        else:
            found |= {
                path.relative_to(folder).as_posix() for path in folder.glob(name.removeprefix("./")) if path.is_file()
            }
    if not named:
        found = {file for file in _files(folder, folder) if _BY_NAME.search(file) or _BY_FOLDER.search(file)}
    return tuple(sorted(found))


def _files(folder: Path, below: Path) -> Iterator[str]:
    for path in below.rglob("*.*"):
        place = path.relative_to(folder)
        if not _SKIPPED.intersection(place.parts) and path.is_file():
            yield place.as_posix()
