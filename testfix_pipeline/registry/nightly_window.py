"""The registry's sections `window` (when projects without a schedule are started) and `digest` (the weekly message)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from testfix_pipeline.core.configuration.settings import unknown_setting
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.registry.cron_schedule import check_cron
from testfix_pipeline.registry.project_entry import Notify, check_notify, check_timezone

OPENS = "0 22 * * *"
WEEKLY = "0 8 * * mon"
MOST_HOURS = 24.0
MOST_AT_ONCE = 10_000


@dataclass(frozen=True)
class Window:
    """When the nightly window opens (cron), in which time zone, for how long, and with how many concurrent runs."""

    schedule: str = OPENS
    timezone: str = "UTC"
    hours: float = 8.0
    at_once: int = 4


@dataclass(frozen=True)
class Digest:
    """The receivers of the weekly message, and when it is sent (cron)."""

    to: tuple[str, ...] = ()
    schedule: str = WEEKLY
    timezone: str = "UTC"


def read_window(given: Any) -> Window:
    """Read the window; None gives the default. Raises InvalidConfig, which names the key."""
    item = _mapping(given, ["schedule", "timezone", "hours", "at_once"])
    hours, at_once = item.get("hours", 8.0), item.get("at_once", 4)
    if isinstance(hours, bool) or not isinstance(hours, int | float) or not 0.1 <= hours <= MOST_HOURS:
        raise InvalidConfig(f"hours can't be {str(hours)[:60]!r}.", f"Write a number from 0.1 to {MOST_HOURS:g}.")
    if isinstance(at_once, bool) or not isinstance(at_once, int) or not 1 <= at_once <= MOST_AT_ONCE:
        raise InvalidConfig(f"at_once can't be {str(at_once)[:60]!r}.", f"Write a number from 1 to {MOST_AT_ONCE}.")
    return Window(*_when(item, OPENS), float(hours), at_once)


def read_digest(given: Any) -> Digest:
    """Read the digest; None has no receivers. Raises InvalidConfig, which names the key and no address."""
    item = _mapping(given, ["to", "schedule", "timezone"])
    to = check_notify({"to": item["to"]}).to if "to" in item else Notify().to
    return Digest(to, *_when(item, WEEKLY))


def _mapping(given: Any, known: list[str]) -> Mapping[Any, Any]:
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise InvalidConfig("It is no mapping.", f"Write keys such as `{known[0]}: ...` below it.")
    for key in given:
        if key not in known:
            raise unknown_setting(str(key), known, str(key))
    return given


def _when(item: Mapping[Any, Any], usual: str) -> tuple[str, str]:
    """Read a cron schedule and a time zone."""
    schedule, zone = item.get("schedule", usual), item.get("timezone", "UTC")
    if not isinstance(schedule, str) or not isinstance(zone, str):
        raise InvalidConfig("schedule and timezone must be texts.", "Put them in quotes.")
    return check_cron(schedule), check_timezone(zone)
