"""`--checks` on the command line: what `fix`, `review` and `ci` say, and with which exit code they end."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.cli.views.ci_view import check_result

Run = Callable[..., Any]
SETTINGS = '[project]\nname = "calc"\nversion = "1"\n\n[tool.ruff.lint]\nselect = ["F"]\n\n[tool.ruff.format]\n'


@pytest.fixture
def linted(repository: Callable[..., Any]) -> Any:
    """A project whose tests pass, with an unused import and an undefined name."""
    calc = "import os\n\n\ndef add(a, b):\n    return a+b\n\n\ndef twice(a):\n    return nope(a, a)\n"
    test = "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"
    return repository(files={"pyproject.toml": SETTINGS, "calc.py": calc, "test_calc.py": test})


def test_a_check_that_stays_red_blocks_the_session(linted: Any, testfix: Run) -> None:
    ended = testfix("fix", "--project", linted.root, "--checks", "auto", "--agents", "builtin")
    said = " ".join(ended.out.split())
    assert ended.code == 1
    assert "check ruff (lint): 2 findings, now 1, fixed by `ruff check --fix`" in said
    assert "calc.py:6 ruff F821: Undefined name `nope` next: Correct the code by hand; `ruff check` shows" in said
    assert "check ruff format (format): 1 finding, now 0, fixed by `ruff format`" in said
    assert "next testfix apply --session" in said

    found = testfix("review", "--project", linted.root, "--json").found
    assert [(one["name"], one["after"]) for one in found["checks"]] == [("ruff", 1), ("ruff format", 0)]
    assert any("ruff (lint)" in line for line in found["look_first"])
    assert testfix("apply", "--project", linted.root).code == 0
    assert "import os" not in (linted.root / "calc.py").read_text()


def test_ci_delivers_a_fix_of_checks_alone(linted: Any, testfix: Run, tmp_path: Path) -> None:
    linted.commit("defined", **{"calc.py": "import os\n\n\ndef add(a, b):\n    return a+b\n"})
    out = tmp_path / "out"
    ended = testfix("ci", "--project", linted.root, "--checks", "lint,format", "--output", out, "--json")
    assert (ended.code, ended.found["outcome"]) == (0, "fixed"), ended.err
    assert [one["after"] for one in ended.found["checks"]] == [0, 0]
    assert "ruff (lint): 1 finding, now 0" in (out / "summary.md").read_text()
    result = json.loads((out / "result.json").read_text())
    assert check_result(result)["proposed"]
    with pytest.raises(ValueError):
        check_result({**result, "checks": [{"name": 3}]})


@pytest.mark.parametrize("asked", ["format", "[format]", "\n- format"])
def test_a_project_asks_for_its_checks_in_its_own_file(asked: str, linted: Any, testfix: Run) -> None:
    linted.write(".workflow/testfix.yaml", f"checks: {asked}\n")
    found = testfix("fix", "--project", linted.root, "--json").found
    assert [(one["name"], one["before"], one["after"]) for one in found["checks"]] == [("ruff format", 1, 0)]


def test_an_unknown_kind_is_a_usage_error(linted: Any, testfix: Run) -> None:
    linted.write(".workflow/testfix.yaml", "checks: [lint, 3]\n")
    assert testfix("fix", "--project", linted.root).code == 2
    ended = testfix("fix", "--project", linted.root, "--checks", "lint,nope")
    assert ended.code == 2 and "checks must be none, auto or a list of lint, types, format" in ended.err
