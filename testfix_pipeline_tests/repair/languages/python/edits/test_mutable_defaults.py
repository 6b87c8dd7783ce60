"""Defaults that all calls share are made in each call."""

import pytest

from testfix_pipeline.repair.languages.python.edits import mutable_defaults
from testfix_pipeline_tests.repair.sources import assert_proposed, texts

RECORD = "from dataclasses import dataclass\n@dataclass\nclass A:\n    xs: list = []\n"


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        (
            'def f(x, to=[]):\n    """Adds."""\n    to.append(x)\n',
            'to=[]):\n    """Adds."""\n',
            'to=None):\n    """Adds."""\n    if to is None:\n        to = []\n',
        ),
        (
            "def f(x, at=now()):\n    return x - at\n",
            "at=now()):\n",
            "at=None):\n    if at is None:\n        at = now()\n",
        ),
        (
            RECORD,
            RECORD,
            RECORD.replace("dataclass\n@", "dataclass, field\n@").replace("[]", "field(default_factory=list)"),
        ),
    ],
)
def test_a_fresh_value_is_proposed(code: str, old: str, new: str) -> None:
    assert_proposed(mutable_defaults.propose_fresh_defaults, code, old, new)


@pytest.mark.parametrize("code", ["def f(x=0, y=None, z=()):\n    return x\n", "class A:\n    x: int = 0\n"])
def test_constants_may_be_shared(code: str) -> None:
    assert not texts(mutable_defaults.propose_fresh_defaults, code)
