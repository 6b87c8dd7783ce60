"""The adapters that are installed, our own and those of others, by the entry-point group `testfix.frameworks`."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.plugins import load_plugins
from testfix_pipeline.frameworks.manifest import manifests
from testfix_pipeline.frameworks.model import CommandAdapter, FrameworkAdapter, Target, UserCommand

GROUP = "testfix.frameworks"


@functools.cache
def adapters() -> dict[str, FrameworkAdapter]:
    """All adapters by name, in the order of their names. An entry point names a class without arguments.

    Raises UsageError where one can't be loaded.
    """
    found = load_plugins(GROUP, _made)
    for name, error in found.broken.items():  # its tests would be missed without a word
        what = f"The test framework adapter {name!r} can't be loaded: {error}."
        raise UsageError(what, "Repair, update or uninstall its package.")
    return {adapter.name: adapter for adapter in found.loaded.values()}


def _made(named: type[FrameworkAdapter]) -> FrameworkAdapter:
    return named()


def find_adapter(name: str) -> FrameworkAdapter:
    """The adapter of that name. Raises UsageError where there is none."""
    found = adapters().get(name)
    if found is None:
        raise UsageError(f"There is no test framework {name!r}.", f"Known are: {', '.join(adapters())}.")
    return found


def user_command(framework: str) -> UserCommand | None:
    """How users run the tests of a framework, None where no adapter says so."""
    adapter = adapters().get(framework)
    return adapter.user_command if isinstance(adapter, CommandAdapter) else None


def targets(tree: Path) -> Iterator[tuple[FrameworkAdapter, Target]]:
    """The tests of all packages of a project, workspaces included, with the adapter that runs them.

    What the user has configured for a package stands in for what would be detected there. Raises ProjectError where a
    framework is used but not installed, or a `package.json` can't be read.
    """
    for manifest in manifests(tree):
        if manifest.error is not None:
            raise manifest.error
        detected = [(adapter, adapter.detect(tree, manifest)) for adapter in adapters().values()]
        found = [(adapter, target) for adapter, target in detected if target is not None]
        yield from [pair for pair in found if pair[1].settings.get("configured")] or found
