"""Reads the settings in a project's own folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.workspace.files.yaml_files import load_yaml

PROJECT_SETTINGS = ".workflow/testfix.yaml"


def read_own_settings(root: Path) -> dict[str, Any]:
    """Read the project's own `.workflow/testfix.yaml`, untrusted. Raises InvalidConfig if it is no mapping."""
    path = root / PROJECT_SETTINGS
    if not path.is_file():
        return {}
    try:
        settings = load_yaml(path)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InvalidConfig(f"{PROJECT_SETTINGS} can't be read: {error}.", "Fix or remove the file.") from error
    if settings is None:
        return {}
    if not isinstance(settings, dict):
        raise InvalidConfig(f"{PROJECT_SETTINGS} is no mapping of settings.", "Write `name: value` lines.")
    return settings
