"""Writes the files by which Dagster finds the instance and the code location: `dagster.yaml` and `workspace.yaml`.

In a checkout of this software the repository's own settings are used, with folders relative to it. A home elsewhere
gets absolute folders, so that `DAGSTER_HOME=... dagster` shows the same runs from any folder. Dagster also reads `.env`
in the folder where it is started: with the one written here, `dagster dev` in the home needs no variable.
"""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.shipped_files import shipped
from testfix_pipeline.workspace.files.atomic import write_atomic

INSTANCE_FILE = "dagster.yaml"
WORKSPACE_FILE = "workspace.yaml"
ENVIRONMENT_FILE = ".env"
STATE_FOLDER = ".dagster"
_BASE_FOLDER = re.compile(r"^(\s+base_dir:\s+)(\S.*?)(\s*)$", re.MULTILINE)
_ENVIRONMENT = "# Written by testfix: `dagster dev` in this folder uses this home. A copy elsewhere does so there."
_WRITTEN_FOR = "# The folders below are those of this home; testfix writes them again if it is moved: "


def prepare_home(place: Path) -> None:
    """Create the home folder, and write our instance settings and code location if it has none.

    Raises InvalidConfig if it can't be made.
    """
    try:
        (place / STATE_FOLDER).mkdir(parents=True, exist_ok=True)
        if place.resolve() != shipped(INSTANCE_FILE).parent:  # a checkout uses the repository's own
            _write_settings(place)
        _write_environment(place)
        if not (place / WORKSPACE_FILE).exists():
            _write(place / WORKSPACE_FILE, shipped(WORKSPACE_FILE).read_bytes(), needed=False)
    except (OSError, UnicodeError) as error:
        raise unusable_home(place, error) from error


def unusable_home(place: Path, error: Exception) -> InvalidConfig:
    """Return the error for a home that can't be written or whose storage can't be opened."""
    reason = (str(error).splitlines() or [type(error).__name__])[0]
    return InvalidConfig(
        f"The home folder {place} can't be used: {reason}.", "Make it writable, or set DAGSTER_HOME to another folder."
    )


def workspace_file(place: Path) -> Path:
    """Return the file that names our code location: the home's own, which its user may edit, else the shipped one."""
    own = place / WORKSPACE_FILE
    return own if own.is_file() else shipped(WORKSPACE_FILE)


def _write_settings(place: Path) -> None:
    """Set the folders in the instance's settings to those of this home. Other lines do not change."""
    file = place / INSTANCE_FILE
    before = file.read_text(encoding="utf-8") if file.exists() else None
    text = shipped(INSTANCE_FILE).read_text(encoding="utf-8") if before is None else before
    after = _with_absolute_folders(text, place)
    if after != before:
        _write(file, after.encode(), needed=before is None)


def environment_line(place: Path) -> str:
    """Return the line that makes `dagster dev` use this home if it stands in a file `.env`."""
    quoted = str(place).replace("\\", "\\\\").replace("'", "\\'")
    return f"DAGSTER_HOME='{quoted}'"


def _write_environment(place: Path) -> None:
    """Write `.env`, or update our lines in it if the home was moved. A user's own file does not change."""
    file = place / ENVIRONMENT_FILE
    before = file.read_text(encoding="utf-8", errors="surrogateescape") if file.exists() else f"{_ENVIRONMENT}\n"
    lines = before.splitlines(keepends=True)
    lines[1:2] = [f"{environment_line(place)}\n"]
    after = "".join(lines)
    if before.startswith(_ENVIRONMENT) and after != before and str(place).isprintable():  # others do not fit
        _write(file, after.encode("utf-8", "surrogateescape"), needed=False)


def _write(file: Path, content: bytes, needed: bool) -> None:
    """Write a file; ignore errors for an optional one, such as settings that a container mounts read-only."""
    try:
        write_atomic(file, content)
    except OSError:
        if needed:
            raise


def _with_absolute_folders(text: str, place: Path) -> str:
    """Return `text` with each `base_dir` below `.dagster`, relative or of an earlier home, inside `place`."""
    first, _, rest = text.partition("\n")
    marked = first.startswith(_WRITTEN_FOR)
    before = Path(_scalar(first.removeprefix(_WRITTEN_FOR))) if marked else Path()

    def absolute(found: re.Match[str]) -> str:
        folder = Path(_scalar(found[2]))
        if not folder.is_relative_to(before / STATE_FOLDER):
            return found[0]
        return f"{found[1]}{_quoted(place / folder.relative_to(before))}{found[3]}"

    body = rest if marked else text
    changed = _BASE_FOLDER.sub(absolute, body)
    return text if changed == body else f"{_WRITTEN_FOR}{_quoted(place)}\n{changed}"


def _scalar(text: str) -> str:
    """Return a YAML scalar as text; "" if it is something else, such as `{env: NAME}`."""
    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError:
        return ""
    return found if isinstance(found, str) else ""


def _quoted(path: Path) -> str:
    """Return a path as a YAML scalar on one line, with any characters."""
    return str(yaml.dump(str(path), default_style='"', width=float("inf"))).rstrip("\n")
