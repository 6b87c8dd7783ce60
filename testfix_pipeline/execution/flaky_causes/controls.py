"""The controls under which a flaky test runs, by the source that makes each one relevant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.flaky_records import FlakyKind

Settings = Mapping[str, str]
"""Values of controls by name, `hash-seed` or those of `in_target/testfix_controls.py`; {} for none."""
HASH_SEED = "hash-seed"
_VALUES = {
    HASH_SEED: r"\d+", "seed": r"\d+", "zone": ".+", "clock": r"frozen|stepping|\d{4}-\d\d-\d\dT[\d:.]+",
    "timer": r"\d+(\.\d+)?", "network": "refused|answering", "ports": r"\d+(\+\d+)*",
    "threads": "early|late|switching", "floats": "near",
}  # fmt: skip
"""Which values a control can have, as patterns by its name."""
SEEDS, HASH_SEEDS, RUNS = 40, 8, 4
"""Different seeds of random numbers and of hashes that are tried; how often each other control is."""
NEAR: Settings = {"floats": "near"}
_SPECIAL_DAYS = ("-02-28T12:00:00", "-12-31T23:59:59.900", "-01-31T12:00:00", "-06-15T00:00:00", "-03-31T12:00:00")
_YEARS = (-30, -10, -3, -1, 1, 10)


@dataclass(frozen=True)
class ControlGroup:
    """Controls of one kind. sources: what a test has to read for them to matter. artificial: whether no real machine
    is like that, so that they only say something of a test that is known to be flaky.
    """

    kind: FlakyKind
    sources: frozenset[str]
    settings: Sequence[Settings]
    times: int = RUNS
    artificial: bool = False


def control_groups(ports: Sequence[str], now: datetime | None = None) -> list[ControlGroup]:
    """Return all groups, those first that leave least doubt. ports: the fixed ones that a test uses."""
    today = now or datetime.now(UTC)
    dates = [(today + timedelta(days=365 * years)).strftime("%Y-%m-%dT%H:%M:%S") for years in _YEARS]
    special = [f"{today.year + 1}{day}" for day in _SPECIAL_DAYS] + ["2028-02-29T12:00:00"]

    def group(kind: FlakyKind, source: str, name: str, values: Sequence[str], **more: int) -> ControlGroup:
        artificial = source in ("random", "threads", "timer", "sets") or "frozen" in values
        return ControlGroup(
            kind, frozenset({source}), [{name: value} for value in values], artificial=artificial, **more
        )

    return [
        group("network", "network", "network", ["refused", "answering"]),
        group("ports", "ports", "ports", ["+".join(ports)] if ports else []),
        group("iteration_order", "sets", HASH_SEED, [str(number) for number in range(HASH_SEEDS)]),
        group("randomness", "random", "seed", [str(number) for number in range(SEEDS)], times=1),
        group("time", "zone", "zone", ["UTC0", "AAA+11", "AAA-14"]),
        group("time", "clock", "clock", [*dates, *special], times=2),
        group("time", "clock", "clock", ["frozen", "stepping"]),
        group("concurrency", "timer", "timer", ["50", "0.02"]),
        group("concurrency", "threads", "threads", ["early", "late", "switching"]),
    ]


def control_name(settings: Settings) -> str:
    """Return the settings as one text, such as `hash-seed=3,floats=near`."""
    return ",".join(f"{name}={value}" for name, value in settings.items())


def parse_control(text: str) -> Settings:
    """Return the settings that a text names. Raises InvalidConfig for an unknown name or value."""
    found = dict(_parts(text))
    for name, value in found.items():
        if name not in _VALUES:
            raise InvalidConfig(f"There is no control {name!r}.", f"Known ones are {', '.join(_VALUES)}.")
        if not re.fullmatch(_VALUES[name], value) or (name == "clock" and "-" in value and not _is_time(value)):
            raise InvalidConfig(f"The control {name!r} can't be {value!r}.", f"It has to match {_VALUES[name]}.")
    return found


def _is_time(text: str) -> bool:
    try:
        return bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _parts(text: str) -> Iterator[tuple[str, str]]:
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        yield name.strip(), value.strip()
