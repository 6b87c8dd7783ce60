"""Notifies people of a night through apprise: chat, mail, web hooks and many more, each an address.

Addresses are secrets: they are in environment variables (`env:NAME`), and no message here contains one.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Sequence
from typing import Any

from testfix_pipeline.analytics.nightly.nights import Night
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.registry.project_entry import Notify

MISSING = "apprise is not installed: pip install 'testfix-pipeline[notify]'"


def wanted(notify: Notify, night: Night, before: Night | None) -> bool:
    """Whether people asked for a message about such a night; `before` is the previous night."""
    if not notify.to:
        return False
    changed = before is None or before.color != night.color
    return {"always": True, "red": not night.is_green, "changed": changed}[notify.when]


def message(night: Night) -> tuple[str, str]:
    """Return title and body: the verdict, the pass rate before and after, the branch, and the next command."""
    rate = f" ({format_rate(night.pass_rate)}%)" if night.pass_rate is not None else ""
    lines = [night.reason]
    if night.pass_rate is not None and night.pass_rate_before is not None:
        lines.append(f"Pass rate: {format_rate(night.pass_rate_before)}% → {format_rate(night.pass_rate)}%")
    lines += [f"Branch: {night.branch}"] if night.branch else []
    lines += [f"Published: {night.published}"] if night.published else []
    lines += [f"Next: {night.next}"] if night.next else []
    return visible(f"testfix: {night.project} is {night.verdict}{rate}"), visible(
        "\n".join([*lines, f"Night {night.night}"])
    )


def send(to: Sequence[str], title: str, body: str) -> str:
    """Send to every address; return a sentence on the result. Never raises: a run must not fail by it."""
    try:
        return _sent(to, title, body)
    except Exception as error:  # a service's plugin may raise anything
        return f"not notified: {type(error).__name__}"


def _sent(to: Sequence[str], title: str, body: str) -> str:
    if _new() is None:
        return f"not notified: {MISSING}"
    problems = []
    for number, target in enumerate(to, 1):
        problem = _problem(_new(), target, title, body)
        problems += [f"address {number} {problem}"] if problem else []
    report = f"notified {len(to) - len(problems)} of {len(to)} addresses"
    return report + (f"; {'; '.join(problems)}" if problems else "")


def _new() -> Any:
    """Return a sender, None if apprise is not installed. apprise loads its services when an address is added."""
    try:
        import apprise
    except ImportError:
        return None
    logging.getLogger("apprise").setLevel(logging.CRITICAL)  # its lines repeat addresses
    return apprise.Apprise()


def _address(target: str) -> str:
    """Return the address itself; empty if its variable is not set."""
    return os.environ.get(target.removeprefix("env:"), "") if target.startswith("env:") else target


def _add_address(sender: Any, address: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings of unused services
        return bool(sender.add(address))


def _problem(sender: Any, target: str, title: str, body: str) -> str:
    address = _address(target)
    if not address:
        return f"is not known: the variable {target.removeprefix('env:')} is not set where Dagster runs"
    if not _add_address(sender, address):
        return "is none that apprise knows"
    try:
        delivered = sender.notify(title=title, body=body)
    except Exception as error:  # the other services must still be notified
        return f"failed ({type(error).__name__})"
    return "" if delivered else "did not take it"


def problems(to: Sequence[str]) -> list[str]:
    """Return known problems before anything is sent: an unset variable, an unknown kind of address."""
    if not to or _new() is None:
        return [MISSING] if to else []
    found = []
    for number, target in enumerate(to, 1):
        address = _address(target)
        if not address:
            found.append(f"address {number}: the variable {target.removeprefix('env:')} is not set")
        elif not _add_address(_new(), address):
            found.append(f"address {number} is none that apprise knows")
    return found
