"""Which packages the mutations are put into, each pinned; training and measuring packages are never the same.

Only packages whose source archive brings its tests, which markdown-it-py's and python-slugify's don't; and whose tests
are the same each time, which textdistance's, made by chance, are not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Subject:
    """A package of the index.

    requires: what its tests need beside its own dependencies. pytest_args: which part of the suite is run, where the
    whole would take minutes. code: the folders or files, relative to the tree, that may be mutated. quick: whether it
    is among the few that QUICK=1 takes, whose corpus is made in a minute.
    """

    name: str
    version: str
    set: Literal["training", "measuring"]
    code: tuple[str, ...]
    requires: tuple[str, ...] = ()
    pytest_args: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)
    quick: bool = False

    @property
    def key(self) -> str:
        return f"{self.name}-{self.version}"


SUBJECTS = (
    Subject("pluggy", "1.6.0", "training", ("src/pluggy",), quick=True),
    Subject(
        "attrs",
        "25.4.0",
        "training",
        ("src/attr",),
        ("hypothesis", "cloudpickle"),
        tuple(f"tests/test_{part}.py" for part in ("funcs", "validators", "filters", "cmp", "setattr", "dunders")),
    ),
    Subject("markupsafe", "3.0.3", "training", ("src/markupsafe",), quick=True),
    Subject("glom", "25.12.0", "training", ("glom",), ("pyyaml",)),
    Subject("schema", "0.7.8", "training", ("schema",)),
    Subject("wcwidth", "0.2.14", "training", ("wcwidth",), (), ("tests",), quick=True),
    Subject(
        "networkx",
        "3.5",
        "training",
        ("networkx/algorithms", "networkx/classes", "networkx/utils"),
        (),
        ("networkx/algorithms/tests/test_dag.py", "networkx/algorithms/tests/test_core.py"),
    ),
    Subject("pyparsing", "3.2.5", "training", ("pyparsing",), (), ("tests/test_simple_unit.py", "tests/test_util.py")),
    Subject("click", "8.3.1", "training", ("src/click",), (), ("tests",)),
    Subject("jinja2", "3.1.6", "training", ("src/jinja2",), ("trio",), ("tests",)),
    Subject("marshmallow", "4.1.0", "training", ("src/marshmallow",), ("simplejson",), ("tests",)),
    Subject("deepdiff", "8.6.1", "training", ("deepdiff",), ("jsonpickle", "numpy", "pydantic"), ("tests",)),
    Subject("jmespath", "1.0.1", "measuring", ("jmespath",), (), ("tests",), quick=True),
    Subject("humanize", "4.13.0", "measuring", ("src/humanize",), ("freezegun",), ("tests",)),
    Subject("voluptuous", "0.15.2", "measuring", ("voluptuous",)),
    Subject("tinydb", "4.8.2", "measuring", ("tinydb",), ("pyyaml",), ("tests",)),
    Subject("itsdangerous", "2.2.0", "measuring", ("src/itsdangerous",), ("freezegun",), quick=True),
    Subject("inflection", "0.5.1", "measuring", ("inflection",), quick=True),
    Subject("tabulate", "0.9.0", "measuring", ("tabulate",), ("wcwidth",), ("test",)),
    Subject(
        "werkzeug",
        "3.1.3",
        "measuring",
        ("src/werkzeug",),
        ("ephemeral-port-reserve",),
        tuple(f"tests/test_{part}.py" for part in ("http", "urls", "utils", "routing", "formparser", "local")),
    ),
    Subject(
        "arrow",
        "1.3.0",
        "measuring",
        ("arrow",),
        ("pytz", "simplejson", "dateparser", "pytest-mock"),
        tuple(f"tests/test_{part}.py" for part in ("parser", "formatter", "factory", "util", "api")),
    ),
    Subject(
        "python-dateutil",
        "2.9.0.post0",
        "measuring",
        ("src/dateutil",),
        ("freezegun", "hypothesis", "pytest-cov"),
        tuple(f"tests/test_{part}.py" for part in ("relativedelta", "easter", "utils", "parser")),
    ),
)
