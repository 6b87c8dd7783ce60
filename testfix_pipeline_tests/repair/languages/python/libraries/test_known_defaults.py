"""Defaults that libraries changed: which calls take them, and what is proposed."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.sources.known_defaults import (
    default_fixes,
    known_defaults,
    may_take_default,
)
from testfix_pipeline.repair.languages.python.source import SourceFile


def fixed(text: str, **versions: str) -> list[str]:
    files = {"a.py": SourceFile("a.py", text.encode())}
    return [fix.texts["a.py"].removeprefix(text.partition("\n")[0]) for fix in default_fixes(files, lambda: versions)]


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("import yaml\nx = yaml.dump(1)\n", "yaml.dump(1, default_flow_style=None)"),
        ("from yaml import dump as d\nx = d(1)\n", "d(1, default_flow_style=None)"),
        ("import yaml\nx = yaml.dump(1, default_flow_style=True)\n", ""),
        ("import yaml\nx = yaml.dump(1, **more)\n", ""),
        ("import pandas as pd\nx = pd.Series(y).str.replace('.', '')\n", "replace('.', '', regex=True)"),
        ("import pandas as pd\nx = 'a'.replace('.', '')\n", ""),
        ("import itertools, pandas\nx = itertools.groupby(y)\n", ""),
        ("from PIL import Image\nx = Image.open(f).resize((1, 2), 3)\n", ""),
        ("import h5py\nx = h5py.File('a', 'w')\n", ""),
    ],
)
def test_a_call_that_takes_a_changed_default_gets_the_old_one(text: str, new: str) -> None:
    found = fixed(text, pyyaml="6.0", pandas="2.1.0", pillow="11.0", h5py="3.1")
    assert [new in one for one in found] == ([True] if new else [])


def test_only_of_a_release_that_has_the_new_default() -> None:
    text = "import yaml\nx = yaml.dump(1)\n"
    assert [fixed(text, pyyaml=one) != [] for one in ("5.1", "5.0.2", "none")] == [True, False, False]
    assert fixed(text) == []


def test_all_calls_come_before_each_alone() -> None:
    given = "force_color=True"
    first, second, third = fixed("import termcolor as t\nx = t.colored(1), t.colored(2)\n", termcolor="3.1.0")
    assert (first.count(given), second.count(given), third.count(given)) == (2, 1, 1)
    assert second != third


def test_files_without_such_a_call_are_known_by_their_text() -> None:
    texts = ("import yaml\nyaml.dump(1)\n", "import yaml\nyaml.load(1)\n", "import json\njson.dump(1)\n")
    assert [may_take_default(one) for one in texts] == [True, False, False]


def test_each_row_names_calls_and_a_release() -> None:
    for one in known_defaults():
        assert bool(one.functions) != bool(one.methods) and one.is_changed_in(one.since) and one.says
        assert all(name.startswith(f"{one.module}.") for name in one.functions)
