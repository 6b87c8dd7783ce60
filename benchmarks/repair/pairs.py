"""Which releases are compared with which to find the bugs that were mended between them."""

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
    *_pairs(
        "humanize",
        "measuring",
        "src/humanize",
        "4.14.0 4.15.0, 4.13.0 4.14.0, 4.12.3 4.13.0",
        "freezegun",
    ),
    *_pairs("tabulate", "measuring", "tabulate", "0.9.0 0.10.0", "wcwidth", "test"),
    *_pairs("tabulate", "measuring", "tabulate.py", "0.8.9 0.8.10", "wcwidth", "test"),
    *_pairs(
        "voluptuous",
        "measuring",
        "voluptuous",
        "0.15.2 0.16.0, 0.14.1 0.14.2, 0.13.1 0.14.1, 0.12.1 0.12.2, 0.12.0 0.12.1",
        "",
        "voluptuous/tests",
    ),
    *_pairs("tinydb", "measuring", "tinydb", "4.8.2 4.9.0", "pyyaml"),
    *_pairs("itsdangerous", "measuring", "src/itsdangerous", "2.0.1 2.1.0, 2.1.0 2.1.1", "freezegun"),
    *_pairs("jmespath", "measuring", "jmespath", "1.0.1 1.1.0, 0.9.5 0.10.0"),
    *_pairs("inflection", "measuring", "inflection", "0.5.0 0.5.1", "", "test_inflection.py"),
    *_pairs("python-slugify", "measuring", "slugify", "8.0.1 8.0.2, 6.1.2 7.0.0, 4.0.1 5.0.0", "", "test.py"),
    *_pairs(
        "arrow",
        "measuring",
        "arrow",
        "1.3.0 1.4.0, 1.2.2 1.2.3, 1.0.2 1.0.3",
        "pytz simplejson dateparser pytest-mock",
    ),
    *_pairs(
        "python-dateutil",
        "measuring",
        "dateutil",
        "2.8.1 2.8.2, 2.7.2 2.7.3",
        "freezegun hypothesis",
        "dateutil/test",
    ),
    *_pairs(
        "werkzeug",
        "measuring",
        "src/werkzeug",
        "3.1.3 3.1.4, 3.0.1 3.0.2, 2.3.6 2.3.7, 2.3.4 2.3.5, 2.2.2 2.2.3",
        "ephemeral-port-reserve pytest-timeout pytest-xprocess",
        "tests",
        WERKZEUG,
    ),
)
TRAINING = (
    *_pairs("schema", "training", "schema.py", "0.7.7 0.7.8, 0.7.4 0.7.5", "mock", "test_schema.py"),
    *_pairs("glom", "training", "glom", "24.11.0 25.12.0, 22.1.0 23.1.0", "pyyaml", "glom/test"),
    *_pairs(
        "marshmallow",
        "training",
        "src/marshmallow",
        "4.1.0 4.1.1, 3.21.1 3.21.2, 3.20.1 3.20.2, 3.12.1 3.12.2, 3.10.0 3.11.0, 3.2.1 3.2.2, 3.0.3 3.0.4",
        "simplejson pytz",
    ),
    *_pairs("click", "training", "src/click", "8.3.0 8.3.1, 8.1.3 8.1.4"),
)
PAIRS = (*MEASURING, *TRAINING)
