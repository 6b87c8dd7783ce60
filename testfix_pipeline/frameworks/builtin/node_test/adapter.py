"""Node's own test runner, node:test: one process a file, wrapped before the project's code is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.frameworks.builtin.javascript.project import (
    injected_file,
    libraries,
    node_program,
    order_of,
    read_folders,
    script_words,
    shlex_words,
    wanted_files,
    warm_launch,
)
from testfix_pipeline.frameworks.builtin.javascript.used_names import used_names
from testfix_pipeline.frameworks.channel import channel_events
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import Capabilities, Event, Launch, SuiteRequest, Target, UserCommand

# What `node --test` runs by itself: https://nodejs.org/api/test.html#running-tests-from-the-command-line
_BY_NAME = re.compile(r"(^|/)(test|test-[^/]*|[^/]*[.\-_]test)\.[cm]?[jt]s$")
_BY_FOLDER = re.compile(r"(^|/)test/.*\.[cm]?[jt]s$")
_TEST_FILE = re.compile(r"\.[cm]?[jt]sx?$")
_IMPORTS_NODE_TEST = re.compile(r"""['"]node:test['"]""")
_SKIPPED = frozenset({"node_modules", ".git", ".venv"})
# Options whose value is a word of its own, and which change how a file is loaded.
_WITH_VALUE = frozenset(
    {"--import", "--require", "-r", "--loader", "--experimental-loader", "--conditions", "-C", "--env-file"}
)
_OWN = ("--test", "--watch", "--experimental-test-coverage", "--enable-source-maps=false")


class NodeTest:
    """node:test, from Node 20.14 on."""

    name = "node:test"
    user_command = UserCommand("node --test", "--test-name-pattern={word}")

    def detect(self, tree: Path, manifest: Manifest) -> Target | None:
        words = script_words(manifest, "node")
        if words is None and "--test" in shlex_words(manifest.test_script):
            words = ()
        used = words is not None and "--test" in words
        if not used and (manifest.test_script or not manifest.data):
            return None
        folder = manifest.path(tree)
        options, named = _split(words or ())
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
            },
        )

    def capabilities(self, target: Target) -> Capabilities:
        return Capabilities(grade="proved", subset="id", language="javascript")

    def launches(self, target: Target, request: SuiteRequest) -> Sequence[Launch]:
        own = ("--require", injected_file("node_test", "preload.cjs"), "--test-force-exit")
        report = (f"--test-reporter={injected_file('node_test', 'reporter.mjs')}", "--test-reporter-destination=stdout")
        return [
            Launch(
                argv=(target.program, *target.arguments, *own, *report, f"./{file}"),
                files=(file,),
                order=order_of(target, request, file=file),
                read=tuple(target.settings.get("read", ())),
            )
            for file in wanted_files(target, request)
        ]

    def warm_launch(self, target: Target) -> Launch:
        return warm_launch(target)

    def events(self, launch: Launch, data: Iterable[bytes]) -> Iterator[Event]:
        return channel_events(launch, data)


def _split(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The options that change how files are loaded, and the files, folders and patterns that are named."""
    options: list[str] = []
    named: list[str] = []
    waiting = False
    for word in words:
        if waiting or word in _WITH_VALUE:
            options.append(word)
            waiting = not waiting
        elif not word.startswith("-"):
            named.append(word)
        elif not word.startswith(_OWN):
            options.append(word)
    return tuple(options), tuple(named)


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
