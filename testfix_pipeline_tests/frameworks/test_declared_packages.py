"""Declared packages, out of every file that declares some; addresses, which may hold tokens, stay out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from testfix_pipeline.frameworks.declared_packages import declared_packages

Rows = list[tuple[str, str, str]]


@pytest.mark.parametrize(
    ("name", "text", "rows"),
    [
        (
            "pyproject.toml",
            '[project]\ndependencies = ["a[x]>=1; python_version>\\"3\\"", "b"]\n'
            'optional-dependencies = {extra = ["c~=2"]}\n'
            '[dependency-groups]\ntest = ["d==3", {include-group = "x"}]\n',
            [("a", ">=1", "runtime"), ("b", "", "runtime"), ("c", "~=2", "runtime"), ("d", "==3", "dev")],
        ),
        (
            "pyproject.toml",
            '[tool.poetry.dependencies]\npython = "^3"\na = "^1"\nb = {version = ">2", extras = ["x"]}\n'
            '[tool.poetry.group.dev.dependencies]\nc = {git = "https://t@h/c"}\n',
            [("a", "^1", "runtime"), ("b", ">2", "runtime"), ("c", "", "dev")],
        ),
        ("requirements/dev.txt", "-r base.txt\n# no\na == 1\n", [("a", "== 1", "dev")]),
        ("requirements.txt", "a @ git+https://user:token@host/a.git\n", [("a", "an address", "runtime")]),
        ("setup.cfg", "[options]\ninstall_requires =\n  a>1\n  b\n", [("a", ">1", "runtime"), ("b", "", "runtime")]),
        ("setup.py", "setup(name='x', install_requires=['a>=1', b])\n", [("a", ">=1", "runtime")]),
        ("Pipfile", '[packages]\na = "*"\n[dev-packages]\nb = "==2"\n', [("a", "*", "runtime"), ("b", "==2", "dev")]),
        (
            "package.json",
            json.dumps({"dependencies": {"a": "^1"}, "devDependencies": {"@b/c": "git+https://t@h"}}),
            [("a", "^1", "runtime"), ("@b/c", "an address", "dev")],
        ),
        ("go.mod", "module x\nrequire example.org/a v1.2.0\n", [("example.org/a", "v1.2.0", "runtime")]),
        ("Cargo.toml", '[dependencies]\na = "1"\n', [("a", "1", "runtime")]),
        ("pyproject.toml", 'project = "none of ours"\n[tool]\npoetry = 3\n', []),
        ("setup.py", "def (:\n", []),
        ("package.json", "[", []),
        ("setup.cfg", "no section\n", []),
    ],
)
def test_what_is_declared(tmp_path: Path, name: str, text: str, rows: Rows) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    found = declared_packages(tmp_path)
    assert [(package.name, package.spec, package.kind) for package in found] == rows
    assert {package.source for package in found} <= {name}


def test_a_package_is_listed_once_however_it_is_spelt(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["Some_Thing>=1"]\n')
    (tmp_path / "requirements.txt").write_text("some-thing==1.2\n")
    assert [package.spec for package in declared_packages(tmp_path)] == [">=1"]
