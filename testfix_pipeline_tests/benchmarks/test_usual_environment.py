"""How the parity benchmark makes the environment of a repository that nothing is said of."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.parity.repositories import Repository
from benchmarks.parity.usual_environment import usual_environment
from testfix_pipeline_tests.project_files import write_files

EXTRA = '[project]\nname = "a"\n[project.optional-dependencies]\ndocs = []\ntest = ["pytest"]\n'
GROUP = '[project]\nname = "a"\n[dependency-groups]\ndev = []\ntests = []\n'


@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        pytest.param({"a.py": ""}, "pytest", id="no-project"),
        pytest.param({"setup.py": ""}, "pytest -e .", id="setup.py"),
        pytest.param({"pyproject.toml": EXTRA}, "pytest -e '.[test]'", id="extra"),
        pytest.param({"pyproject.toml": GROUP, "test-requirements.txt": ""}, "pytest -e . --group tests", id="group"),
        pytest.param({"pyproject.toml": "[tool.poetry]\n"}, "pytest -e .", id="poetry"),
        pytest.param(
            {"setup.py": "", "requirements/testing.txt": "", "requirements/docs.txt": ""},
            "pytest -e . -r requirements/testing.txt",
            id="requirements",
        ),
    ],
)
def test_python_installs_the_project_and_what_its_files_name_for_tests(
    tmp_path: Path, files: dict[str, str], wanted: str
) -> None:
    write_files(tmp_path, files)
    found = usual_environment(Repository("a/b", "0" * 40, "python", "pytest"), tmp_path)
    assert found.make[1].endswith(f"--python $ENV/bin/python {wanted}")
    assert (found.command, found.python) == ("python -m pytest", "bin/python")


def test_other_languages_fetch_their_packages_and_build(tmp_path: Path) -> None:
    write_files(tmp_path, {"package.json": '{"scripts": {"build": "tsc", "compile": "tsc"}}'})
    made = {
        name: usual_environment(Repository("a/b", "0" * 40, language, name), tmp_path)
        for name, language in (("mocha", "javascript"), ("go", "go"), ("cargo", "rust"))
    }
    assert made["mocha"].make[1:] == ("npm run compile",)
    assert [one.command for one in made.values()] == [
        "npx --no-install mocha",
        "go test ./...",
        "cargo test --workspace",
    ]
