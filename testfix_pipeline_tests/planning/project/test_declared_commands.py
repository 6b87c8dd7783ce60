"""The commands of projects in the languages that have manifests."""

from pathlib import Path

import pytest

from testfix_pipeline.planning.project.declared_commands import declared_commands
from testfix_pipeline_tests.project_files import write_files


@pytest.mark.parametrize(
    ("files", "commands"),
    [
        ({"pyproject.toml": '[project.scripts]\na = "shop.cli:main"\n', "src/shop/cli.py": ""},
         {"a": "src/shop/cli.py::main"}),
        ({"package.json": '{"name": "@us/ferry", "bin": "./cli.js"}'}, {"ferry": "cli.js"}),
        ({"package.json": '{"bin": {"a": "bin/a.js", "b": "./b.mjs"}}'}, {"a": "bin/a.js", "b": "b.mjs"}),
        ({"Cargo.toml": '[package]\nname = "till"\n', "src/main.rs": ""}, {"till": "src/main.rs"}),
        ({"Cargo.toml": '[package]\nname = "x"\n[[bin]]\nname = "till"\npath = "src/bin/till.rs"\n'},
         {"till": "src/bin/till.rs"}),
        ({"go.mod": "module example.org/till\n", "main.go": "", "cmd/sum/main.go": ""},
         {"till": "main.go", "sum": "cmd/sum/main.go"}),
        ({"pyproject.toml": "project = 3\n", "package.json": '{"bin": 3}', "Cargo.toml": "bin = 3\npackage = 4\n"}, {}),
        ({}, {}),
    ],
)  # fmt: skip
def test_commands_are_found_with_their_code(tmp_path: Path, files: dict[str, str], commands: dict[str, str]) -> None:
    assert {one.name: one.subject for one in declared_commands(write_files(tmp_path, files))} == commands
