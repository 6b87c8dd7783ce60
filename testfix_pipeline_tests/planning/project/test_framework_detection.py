"""Frameworks and conventions, from the configuration and the tests that projects have."""

import json
from pathlib import Path

import pytest

from testfix_pipeline.planning.project.framework_detection import detect_framework
from testfix_pipeline_tests.project_files import write_files

PYTEST = """
import pytest


@pytest.fixture
def one():
    return 1


def test_one(one, monkeypatch):
    assert one
"""
CASE = """
import unittest
from unittest import mock


class A(unittest.TestCase):
    def setUp(self):
        self.a = 1

    def test_a(self):
        self.assertEqual(self.a, 1)
"""


@pytest.mark.parametrize(
    ("files", "framework", "version"),
    [
        ({"pytest.ini": ""}, "pytest", ""),
        ({"pyproject.toml": "[tool.pytest.ini_options]\n"}, "pytest", ""),
        ({"pyproject.toml": '[dependency-groups]\ndev = ["pytest>=8,<9", "x"]\n'}, "pytest", ">=8,<9"),
        ({"requirements-dev.txt": "-r a.txt\npytest==8.1 # pinned\n"}, "pytest", "==8.1"),
        ({"setup.cfg": "[tool:pytest]\ntestpaths = tests\n"}, "pytest", ""),
        ({"tests/test_a.py": PYTEST}, "pytest", ""),
        ({"tests/test_a.py": "def test_a():\n    assert 1\n"}, "pytest", ""),
        ({"tests/test_a.py": CASE}, "unittest", ""),
        ({"package.json": json.dumps({"devDependencies": {"vitest": "^1.0"}})}, "vitest", "^1.0"),
        ({"package.json": json.dumps({"devDependencies": {"jest": "29"}, "scripts": {"test": "jest"}})}, "jest", "29"),
        ({"package.json": json.dumps({"scripts": {"test": "mocha tests"}})}, "mocha", ""),
        ({"package.json": json.dumps({"scripts": ["x"], "devDependencies": "jest", "jest": {}})}, "jest", ""),
        ({"Cargo.toml": "package = 3\ndev-dependencies = 4\n"}, "cargo test", ""),
        ({"package.json": json.dumps({"scripts": {"test": "node --test"}})}, "node:test", ""),
        ({"go.mod": "module x\n\ngo 1.22\n"}, "go test", "1.22"),
        ({"Cargo.toml": '[package]\nname = "x"\nedition = "2021"\n'}, "cargo test", "2021"),
        ({"pom.xml": "<artifactId>junit-jupiter</artifactId>"}, "JUnit", "5"),
        ({"build.gradle": "testImplementation 'junit:junit:4.13'"}, "JUnit", "4"),
        ({"main.c": "int main() {}"}, "unknown", ""),
        ({"pyproject.toml": "[tool.pytest", "package.json": "[1]"}, "unknown", ""),
        ({}, "unknown", ""),
    ],
)
def test_the_projects_own_configuration_decides(tmp_path, files, framework, version) -> None:
    found = detect_framework(write_files(tmp_path, files))
    assert (found.framework, found.version) == (framework, version)


def test_the_installed_version_wins(tmp_path: Path) -> None:
    root = write_files(
        tmp_path, {"requirements.txt": "pytest>=7\n", "venv/lib/python3.11/site-packages/pytest-8.2.1.dist-info/x": ""}
    )
    assert detect_framework(root, interpreter=root / "venv" / "bin" / "python").version == "8.2.1"
