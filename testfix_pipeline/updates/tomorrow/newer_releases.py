"""Which newer releases are asked for, and in which a resolved environment differs from the present one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from packaging.version import InvalidVersion, Version
from pydantic import BaseModel, ConfigDict

How = Literal["minor", "all"]
# What no suite needs: environments are made and filled from outside.
_LEFT_OUT = ("pip", "uv")


class Release(BaseModel):
    """A library whose version differs: `before` is installed now, `after` would be ("" where it is not there)."""

    model_config = ConfigDict(extra="forbid")

    library: str
    before: str
    after: str

    def describe(self) -> str:
        """Its name with both versions."""
        return f"{self.library} {self.before or 'new'} → {self.after}"


def requirements(installed: Mapping[str, str], how: How, held: Collection[str] = ()) -> list[str]:
    """What to ask a package client for: no release older than the installed one, with "minor" of its major version.

    installed: version by normalised name. held: names of those that stay as they are.
    """
    names = [name for name in sorted(installed) if name not in _LEFT_OUT]
    return [f"{name}{_allowed(installed[name], how, name in held)}" for name in names]


def _allowed(version: str, how: How, held: bool) -> str:
    try:
        known = Version(version)
    except InvalidVersion:
        return ""
    if held:
        return f"=={version}"
    epoch = f"{known.epoch}!" if known.epoch else ""
    bound = f",<{epoch}{known.major + 1}" if how == "minor" else ""
    return f">={known.public}{bound}"


def changed(installed: Mapping[str, str], pins: Mapping[str, str]) -> list[Release]:
    """The libraries of a resolved environment that it has in another version than now, or that are new there."""
    return [
        Release(library=name, before=installed.get(name, ""), after=version)
        for name, version in sorted(pins.items())
        if installed.get(name) != version
    ]
