"""What kind of project a folder holds, and how sure that is (SPEC 3)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from testfix_pipeline.planning.project_type import PROJECT_TYPES, detect_project_type

LIBRARY = '[project]\nname = "x"\n'


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        ({"package.json": json.dumps({"dependencies": {"react": "18"}})}, "React"),
        ({"package.json": json.dumps({"dependencies": {"express": "4"}, "main": "a.js"})}, "Node API"),
        ({"pyproject.toml": LIBRARY + '[project.scripts]\nx = "x:main"\n', "x/cli.py": "import argparse\n"}, "CLI"),
        ({"pyproject.toml": LIBRARY, "x/__init__.py": ""}, "library"),
        ({"requirements.txt": "Django==5\n", "manage.py": ""}, "web app"),
        ({"requirements.txt": "fastapi\nuvicorn[standard]>=0.2\n", "Dockerfile": ""}, "service"),
        ({"requirements.txt": "apache-airflow\n", "dags/a.py": ""}, "data pipeline"),
        ({"packages/a/package.json": "{}", "packages/b/package.json": "{}"}, "monorepo"),
        ({"a.txt": ""}, "library"),
    ],
)
def test_types(tmp_path: Path, files: dict[str, str], kind: str) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found, confidence = detect_project_type(tmp_path)
    assert found == kind
    assert found in PROJECT_TYPES
    assert 0 < confidence <= 1


def test_what_shows_nothing_is_guessed_with_little_confidence(tmp_path: Path) -> None:
    assert detect_project_type(tmp_path) == ("library", 0.3)
