"""The pairs of releases that the pinned historical bugs were fixed between."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.repair.releases import Pair
from benchmarks.repair.task import Set

WERKZEUG = ("tests/live_apps", "tests/test_serving.py", "tests/middleware/test_http_proxy.py")


def _pairs(
    package: str,
    which: Set,
    code: str,
    versions: str,
    requires: str = "",
    tests: str = "tests",
    ignored: tuple[str, ...] = (),
) -> Iterator[Pair]:
    """`versions`: "OLD NEW, OLD NEW"; the other texts hold words."""
    for words in versions.split(","):
        old, new = words.split()
        yield Pair(package, old, new, which, (*code.split(),), (*requires.split(),), (*tests.split(),), ignored)


MEASURING = (
    *_pairs("humanize", "measuring", "src/humanize", "4.14.0 4.15.0", "freezegun"),
    *_pairs("tabulate", "measuring", "tabulate", "0.9.0 0.10.0", "wcwidth", "test"),
    *_pairs("voluptuous", "measuring", "voluptuous", "0.15.2 0.16.0", "", "voluptuous/tests"),
    *_pairs("tinydb", "measuring", "tinydb", "4.8.2 4.9.0", "pyyaml"),
    *_pairs("itsdangerous", "measuring", "src/itsdangerous", "2.1.0 2.1.1", "freezegun"),
    *_pairs("arrow", "measuring", "arrow", "1.3.0 1.4.0", "pytz simplejson dateparser pytest-mock"),
    *_pairs("python-dateutil", "measuring", "dateutil", "2.8.1 2.8.2", "freezegun hypothesis", "dateutil/test"),
    *_pairs(
        "werkzeug",
        "measuring",
        "src/werkzeug",
        "3.1.3 3.1.4, 3.0.1 3.0.2, 2.3.6 2.3.7",
        "ephemeral-port-reserve pytest-timeout pytest-xprocess",
        "tests",
        WERKZEUG,
    ),
)
TRAINING = (*_pairs("marshmallow", "training", "src/marshmallow", "4.1.0 4.1.1, 3.0.3 3.0.4", "simplejson pytz"),)
PAIRS = (*MEASURING, *TRAINING)
