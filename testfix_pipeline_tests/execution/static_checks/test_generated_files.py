"""Files that a script of the project makes are stale if its check fails until they are made again."""

import json
from pathlib import Path

import pytest

from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.static_checks.generated_files import generated_files
from testfix_pipeline.execution.static_checks.project_checks import project_checks
from testfix_pipeline_tests.execution.targets import ours

GENERATE = """\
const fs = require("node:fs");
const text = fs.readFileSync("names.txt", "utf8").toUpperCase();
if (process.argv[2] === "--check") process.exit(fs.readFileSync("made.txt", "utf8") === text ? 0 : 1);
fs.writeFileSync("made.txt", text);
"""
FILES = ["generate.js", "made.txt", "names.txt", "package.json"]


def _project(folder: Path, made: str, **scripts: str) -> TargetProject:
    (folder / "package.json").write_text(json.dumps({"scripts": scripts}))
    (folder / "generate.js").write_text(GENERATE)
    (folder / "names.txt").write_text("add")
    (folder / "made.txt").write_text(made)
    return TargetProject(ours().interpreter, "test")


@pytest.mark.program("npm")
def test_a_stale_file_is_found_and_made_again_by_the_projects_own_script(tmp_path: Path) -> None:
    project = _project(tmp_path, "OLD", generate="node generate.js", **{"generate:check": "node generate.js --check"})
    [check] = project_checks(project, tmp_path, FILES, ["lock"], tmp_path)
    assert (check.command, check.fix_command) == ("npm run generate:check", "npm run generate")
    [found] = check.run().findings
    assert (found.file, found.message) == ("made.txt", "it is stale: `npm run generate` makes it again")
    assert (tmp_path / "made.txt").read_text() == "OLD"
    assert not check.fix([found.file]) and (tmp_path / "made.txt").read_text() == "ADD"
    assert check.run().findings == ()


@pytest.mark.program("npm")
def test_a_check_that_fails_for_another_reason_says_nothing(tmp_path: Path) -> None:
    project = _project(tmp_path, "OLD", generate="node generate.js", **{"check:generate": "exit 1"})
    [check] = project_checks(project, tmp_path, FILES, ["lock"], tmp_path)
    assert check.run().findings == ()


def test_scripts_of_known_tools_and_those_without_a_check_are_no_pairs(tmp_path: Path) -> None:
    project = _project(tmp_path, "", format="prettier -w .", **{"format:check": "npx prettier -c .", "build": "make"})
    assert list(generated_files(project, tmp_path, FILES, {"prettier"})) == []
