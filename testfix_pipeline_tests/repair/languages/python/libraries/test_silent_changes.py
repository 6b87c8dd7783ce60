"""What libraries no longer heed without an error: which releases, and what is put in its place."""

from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry import library_program, recording
from testfix_pipeline.repair.languages.python.libraries.sources import silent_changes as module
from testfix_pipeline.repair.languages.python.libraries.sources.silent_changes import (
    fixes_of_silent_changes,
    silent_changes,
    silent_fixes,
)
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.execution.targets import ours


def fixed(text: str, **versions: str) -> list[str]:
    files = {"a.py": SourceFile("a.py", text.encode())}
    return [fix.texts["a.py"] for fix in silent_fixes(files, lambda: versions)]


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("import flask\napp.config['JSON_SORT_KEYS'] = False\n", "config['JSON_SORT_KEYS']", "json.sort_keys"),
        ("import flask\napp.config['JSON_AS_ASCII'] = False\n", "config['JSON_AS_ASCII']", "json.ensure_ascii"),
        ("import flask\napp.json_encoder = Own\n", "json_encoder = Own", "json.default = Own().default"),
        ("from pydantic import BaseModel\nclass A(BaseModel):\n    class Config:\n        allow_mutation = False\n",
         "allow_mutation = False", "frozen = True"),
        ("import sqlalchemy\nwith engine.connect() as c:\n    c.execute(t.insert())\n", "connect", "begin"),
        ("import networkx\nprint(sorted(dict(g.degree())), a.in_degree())\n", "a.in_degree()", "dict(a.in_degree())"),
    ],
)  # fmt: skip
def test_what_is_not_heeded_is_said_as_it_is_now(text: str, old: str, new: str) -> None:
    assert fixed(text, flask="3.0", sqlalchemy="2.0.1", pydantic="2.4", networkx="3.4") == [text.replace(old, new)]
    assert fixed(text, flask="2.2", sqlalchemy="1.4", pydantic="1.10", networkx="1.11") == fixed(text) == []


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
    assert not any(fixed(text, pyyaml=one) for one in ("5.0.2", "none"))


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
    found = fixed(text.format(old), numpy="2.1", pandas="2.0")
    assert found == ([text.format(new)] if new else []) and not fixed(text.format(old))


@pytest.mark.parametrize(
    "text",
    [
        "import sqlalchemy\nwith engine.connect() as c:\n    c.execute(t.select())\n",
        "import sqlalchemy\nwith engine.connect() as c:\n    c.execute(t.insert())\n    c.commit()\n",
        "import sqlalchemy\nwith signal.connect() as c:\n    c.execute(t.insert())\n",
        "import sqlalchemy\nc = engine.connect()\nc.execute(t.insert())\n",
        "import pydantic\n\n\ndef f():\n    allow_mutation = False\n    return allow_mutation\n",
    ],
)
def test_what_is_no_use_of_the_library_is_left(text: str) -> None:
    assert fixed(text, sqlalchemy="2.0.1", pydantic="2.4") == []


def test_an_engine_is_known_by_what_makes_it() -> None:
    text = "import sqlalchemy as s\ndb = s.create_engine(URL)\nwith db.connect() as c:\n    c.execute('DELETE')\n"
    assert fixed(text, sqlalchemy="2.0.1") == [text.replace("db.connect", "db.begin")]


def test_rules_of_one_change_are_one_fix() -> None:
    text = "import ast\n\n\ndef f(node):\n    return isinstance(node.slice, ast.Index) and node.slice.value.id\n"
    new = "(not isinstance(node.slice, ast.Slice)) and node.slice.id"
    assert fixed(text) == [text.replace("isinstance(node.slice, ast.Index) and node.slice.value.id", new)]


def test_every_row_names_a_library_a_release_and_a_module() -> None:
    for one in silent_changes():
        assert one.library and one.since and one.module and one.is_made_in(one.since)
        assert all(rule.says and rule.error is None for rule in one.rules)


@pytest.mark.parametrize(("kind", "count"), [("AssertionError", 1), ("ValueError", 0)])
def test_only_where_tests_found_a_wrong_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, count: int
) -> None:
    (tmp_path / "a.py").write_text("import flask\napp.config['JSON_SORT_KEYS'] = False\n")
    monkeypatch.setattr(module, "installed_beside", lambda *about: ({"flask": "3.1"}, {}))
    failure = Failure(test="test_a.py::test", error_type=kind, error="1 == 2")
    question = LibraryQuestion(ours(), tmp_path, lambda: tmp_path, [failure], (), 1.0)
    assert len(fixes_of_silent_changes(question)) == count


def test_a_tree_is_read_once_and_the_interpreter_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("import yaml\nx = yaml.dump(1)\n")
    (tmp_path / "b.py").write_text("x = (\n")
    asked, read = [], []
    monkeypatch.setattr(recording, "_ask_installed", lambda *about: (asked.append(about) or {"pyyaml": "6.0"}, {}))
    monkeypatch.setattr(library_program, "read_text", lambda path: read.append(path.name) or path.read_text())
    failure = Failure(test="test_a.py::test", error_type="AssertionError", error="1 == 2")
    question = LibraryQuestion(ours(), tmp_path, lambda: tmp_path, [failure], (), 1.0)
    for _ in range(2):
        (fix,) = fixes_of_silent_changes(question)
        assert "default_flow_style=None" in fix.texts["a.py"]
    assert len(asked) == 1 and sorted(read) == ["a.py", "b.py"]
