"""Describes faults of our own code inside a test process: a bug of testfix, never of the project or of a patch."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

_PLUGIN_IMPORT = re.compile(r'Error (?:importing|while loading) plugin "testfix_\w+"')
_STACK = re.compile(r"^(\w*Error: .+)\n\s+at (?:.*\()?(?:file://)?(/[^()\n]*?):(\d+):\d+\)?$", re.M)
_TRACEBACK = re.compile(r'^  File "([^"]+)", line (\d+), in .*(?:\n    .*)*\n(\w+(?:Error|Exception)?: .+)$', re.M)
_PLACE = re.compile(r'\b(testfix_\w+\.py)(?:", line |:)(\d+)')
_ERROR = re.compile(r"^(?:E\s+)?(\w+: .+)$", re.M)


def describe_own_fault(place: str, error: str, versions: Mapping[str, Any]) -> str:
    """One sentence on an exception of ours at `place` (`file:line`), and the versions that a bug report needs."""
    named = ", ".join(f"{name} {number}" for name, number in {"testfix": _own_version(), **versions}.items() if number)
    return f"A bug of testfix, not of the project: {place} raised {error.strip() or 'an error'} ({named})."


def broken_plugin(log: str, versions: Mapping[str, Any]) -> str:
    """The description of a plugin of ours that pytest could not import, by pytest's own words; "" if there is none."""
    found = _PLUGIN_IMPORT.search(log)
    if found is None:
        return ""
    places, errors = _PLACE.findall(log), _ERROR.findall(log)
    return describe_own_fault(":".join(places[-1]) if places else found[0], errors[-1] if errors else "", versions)


def fault_in_log(log: str, folder: Path) -> str:
    """The description of an exception of our code in `folder` that ended a process, by its log; "" for none."""
    found = _STACK.findall(log) + [(error, file, line) for file, line, error in _TRACEBACK.findall(log)]
    for error, file, line in found:
        if Path(file).is_relative_to(folder):
            return describe_own_fault(f"{Path(file).name}:{line}", error, {})
    return ""


def _own_version() -> str:
    try:
        return version("testfix-pipeline")
    except PackageNotFoundError:
        return "from source"
