"""All that is known of versions of a project in a folder, which may be in git or not."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from testfix_pipeline.updates.earlier_pins import earlier_pins
from testfix_pipeline.updates.green_sessions import last_green
from testfix_pipeline.updates.installed_versions import installed_versions
from testfix_pipeline.updates.known_versions import KnownVersions, pins_of
from testfix_pipeline.workspace.git.project_folder import ProjectFolder


def versions_at(place: ProjectFolder, interpreter: Path) -> KnownVersions:
    """What is installed beside an interpreter, and what the project says of versions."""
    known = KnownVersions(installed_versions(interpreter, place.root), pins_of(place.root), last_green(place.root))
    if not place.head:
        return known
    return KnownVersions(
        known.installed, known.pins, known.green, partial(earlier_pins, place.git, place.head, place.subdir)
    )
