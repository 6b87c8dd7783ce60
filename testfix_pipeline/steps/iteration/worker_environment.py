"""Checks that a worker has the packages that a shared session was measured with."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.update_records import InstalledVersions
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.updates.green_sessions import VERSIONS
from testfix_pipeline.updates.installed_versions import installed_versions

_NAMED = 5  # differences in a message
_answers: dict[tuple[Path, Path], InstalledVersions] = {}


def check_environment(wb: Workbench) -> None:
    """Raise MeasurementError with the differences if this machine's packages differ from the baseline's."""
    wanted = read_stored(wb, VERSIONS, InstalledVersions)
    if wanted is None or wanted.problem:
        return
    mine = _installed_here(wb.target.interpreter, wb.project.root)
    differing = [mine.problem] if mine.problem else _differences(wanted, mine)
    if differing:
        more = f" and {len(differing) - _NAMED} more" if len(differing) > _NAMED else ""
        raise MeasurementError(
            f"This worker's {wb.target.interpreter} is not what the session was measured with: "
            f"{', '.join(differing[:_NAMED])}{more}.",
            "Install the same packages on every worker, such as by one lock file or image.",
        )


def _differences(wanted: InstalledVersions, mine: InstalledVersions) -> list[str]:
    python = [f"Python {mine.python} for {wanted.python}"] if mine.python != wanted.python else []
    names = sorted(wanted.distributions.keys() | mine.distributions.keys())
    pairs = ((name, wanted.distributions.get(name), mine.distributions.get(name)) for name in names)
    return python + [
        f"{name} {here or 'missing'} for {there or 'none'}" for name, there, here in pairs if here != there
    ]


def _installed_here(interpreter: Path, folder: Path) -> InstalledVersions:
    """Return the installed versions; queried once, and again after a failure."""
    key = (interpreter, folder)
    if key not in _answers:
        found = installed_versions(interpreter, folder)
        if found.problem:
            return found
        _answers[key] = found
    return _answers[key]
