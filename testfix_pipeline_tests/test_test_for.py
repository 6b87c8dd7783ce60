"""tools/test_for.py: the test modules that a change affects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools import test_for

FILES = {
    "docs/trust.md": "",
    "testfix_pipeline/core/rates.py": "",
    "testfix_pipeline/core/loaded.py": "",
    "testfix_pipeline/core/form.json": "{}",
    "testfix_pipeline/steps/prices.py": "from testfix_pipeline.core import rates\nFORM = 'form.json'\n",
    "testfix_pipeline_tests/conftest.py": "import testfix_pipeline.core.rates\n",
    "testfix_pipeline_tests/core/test_rates.py": "from testfix_pipeline.core.rates import *\n",
    "testfix_pipeline_tests/core/test_other.py": "NAME = 'testfix_pipeline.core.rates'\n",
    "testfix_pipeline_tests/steps/test_prices.py": "import testfix_pipeline.steps.prices\n",
    "testfix_pipeline_tests/test_documentation.py": "",
}
CORE = ["core/test_other.py", "core/test_rates.py"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "affected"),
    [
        pytest.param("testfix_pipeline/core/rates.py", ["core/test_rates.py", "steps/test_prices.py"], id="importers"),
        pytest.param("testfix_pipeline_tests/core/test_rates.py", ["core/test_rates.py"], id="a test module: itself"),
        pytest.param("testfix_pipeline/core/form.json", ["steps/test_prices.py"], id="data: of who names it"),
        pytest.param("testfix_pipeline/core/loaded.py", CORE, id="imported by nobody: its package's"),
        pytest.param("docs/trust.md", ["test_documentation.py"], id="no code: those of no package"),
        pytest.param(
            "testfix_pipeline_tests/conftest.py",
            [*CORE, "steps/test_prices.py", "test_documentation.py"],
            id="the common conftest itself: all",
        ),
    ],
)
def test_a_change_affects(root: Path, changed: str, affected: list[str]) -> None:
    assert test_for.affected_modules(root, [changed]) == [f"testfix_pipeline_tests/{name}" for name in affected]


def test_what_is_not_committed_is_the_default(repository: Callable[..., Any]) -> None:
    repo = repository()
    repo.commit("first", **{"a.py": "", "b.py": ""})
    repo.write("a.py", "X = 1\n")
    repo.write("new file.py", "")
    assert test_for.uncommitted(repo.root) == ["a.py", "new file.py"]


def test_a_path_that_does_not_exist_is_a_usage_error(monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.argv", ["test_for", "no/such.py"])
    assert test_for.main() == 2
    assert "No such file" in capsys.readouterr().err
