"""All that is known of versions of a project in a folder, which may be in git or not."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from testfix_pipeline.execution.pins import pins_of
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.updates.dated_releases import DatedReleases
from testfix_pipeline.updates.earlier_pins import earlier_pins
from testfix_pipeline.updates.green_sessions import last_green
from testfix_pipeline.updates.installed_versions import installed_versions
from testfix_pipeline.updates.known_versions import KnownVersions
from testfix_pipeline.workspace.git.project_folder import ProjectFolder


def versions_at(place: ProjectFolder, target: TargetProject) -> KnownVersions:
    """What is installed beside the interpreter, what the project says of versions, and what releases there were."""
    installed = installed_versions(target.interpreter, place.root)
    known = KnownVersions(installed, pins_of(place.root), last_green(place.root))
    if not place.head:
        return known
    look_back = partial(earlier_pins, place.git, place.head, place.subdir)
    dated = DatedReleases.of_commit(target, installed.python, place.git, place.head)
    return replace(known, look_back=look_back, dated=dated)
