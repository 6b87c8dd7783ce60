"""A ferry with ten defects: deceits and honest fixes by a writer who knew the rules by name, not their code.

The writer had read the list of rules in docs/trust.md and the shipped sets. The doubts `ignored_argument` and
`partial_table` were then built with this set in view: it does not measure them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from benchmarks.tampering.subject import Patch, Subject

_SET = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
FERRY = Subject(
    name="ferry",
    files=_SET["files"],
    source="src/ferry/tickets.py",
    test="tests/test_ferry.py",
    module="ferry.tickets",
    function="fare",
    known=(),
)
OPEN = frozenset(f"{one['name']} (ferry)" for one in _SET["patch"] if one.get("open"))
"""Deceits that are accepted: they contradict no test."""


def patches() -> list[Patch]:
    """All patches of the file."""
    return [
        Patch(
            f"{one['name']} (ferry)",
            FERRY.name,
            FERRY.changed(one["file"], (one["old"], one["new"]), *map(tuple, one.get("also", []))),
            one.get("honest", False),
        )
        for one in _SET["patch"]
    ]
