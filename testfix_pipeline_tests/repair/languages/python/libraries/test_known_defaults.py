"""Defaults that libraries changed: which calls take them, and what is proposed."""

from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry import library_program, recording
from testfix_pipeline.repair.languages.python.libraries.sources.known_defaults import (
    default_fixes,
    fixes_of_defaults,
    known_defaults,
    may_take_default,
    result_fixes,
)
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.execution.targets import ours


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


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (
            "import numpy as np\n{}\n",
            "np.unique(a, return_inverse=True)",
            "np.unique(np.ravel(a), return_inverse=True)",
        ),
        ("import numpy as np\n{}\n", "np.unique(a, axis=0, return_inverse=True)", ""),
        ("import numpy as np\n{}\n", "np.unique(a)", ""),
        (
            "import pandas as pd\n{}\n",
            "a['b'].value_counts().reset_index()",
            "a['b'].value_counts().rename_axis('index').reset_index(name=a['b'].name)",
        ),
        ("import itertools\n{}\n", "a.value_counts().reset_index()", ""),
    ],
)
def test_an_expression_gives_its_former_result(text: str, old: str, new: str) -> None:
    files, versions = {"a.py": SourceFile("a.py", text.format(old).encode())}, {"numpy": "2.1", "pandas": "2.0"}
    assert [fix.texts["a.py"] for fix in result_fixes(files, lambda: versions)] == ([text.format(new)] if new else [])
    assert not list(result_fixes(files, dict))
    assert may_take_default(text.format(old)) or not new


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
        assert one.value == "" or may_take_default(f"import {one.module}\n{(one.functions or one.methods)[0]}()\n")
        assert all(name.startswith(f"{one.module}.") for name in one.functions)


def test_a_tree_is_read_once_and_the_interpreter_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("import yaml\nx = yaml.dump(1)\n")
    (tmp_path / "b.py").write_text("x = (\n")
    asked, read = [], []
    monkeypatch.setattr(recording, "_ask_installed", lambda *about: (asked.append(about) or {"pyyaml": "6.0"}, {}))
    monkeypatch.setattr(library_program, "read_text", lambda path: read.append(path.name) or path.read_text())
    failure = Failure(test="test_a.py::test", error_type="AssertionError", error="1 == 2")
    question = LibraryQuestion(ours(), tmp_path, lambda: tmp_path, [failure], (), 1.0)
    for _ in range(2):
        (fix,) = fixes_of_defaults(question)
        assert "default_flow_style=None" in fix.texts["a.py"]
    assert len(asked) == 1 and sorted(read) == ["a.py", "b.py"]
