"""Generated tests of what reaches for files, settings and the standard streams."""

import ast
import re

import pytest

from testfix_pipeline.core.plan_records import Generation
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.generation.inputs.file_contents import contents_for
from testfix_pipeline.planning.generation.subjects.environment_variables import variables_read, variables_set
from testfix_pipeline.planning.generation.subjects.path_parameters import path_parameters
from testfix_pipeline.planning.python_code.module_source import read_module
from testfix_pipeline_tests.planning.generating import failing_with, generated, source
from testfix_pipeline_tests.project_files import stored, write_files

NOTES = stored(__file__, "generated_programs.toml")["NOTES"]
FILE = "notes/note.py"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Generation:
    return generated(write_files(tmp_path_factory.mktemp("notes"), NOTES), FILE)


def function(code: str) -> FunctionNode:
    node = ast.parse(code).body[0]
    assert isinstance(node, ast.FunctionDef)
    return node


def test_files_hold_what_the_documentation_shows(made):
    text = source(made, "load_notes")
    assert 'path.write_text("milk: two bottles\\n# bread: none\\neggs: six\\n")' in text
    assert 'load_notes(path) == {"milk": "two bottles", "eggs": "six"}' in text


@pytest.mark.parametrize(
    ("target", "stated"),
    [
        ("save_notes", "path.read_text() == "),  # what lies there afterwards
        ("count_files", "count_files(tmp_path) == 1"),
        ("NoteStore.__init__", "NoteStore(path).keys() =="),
        ("NoteStore.add", "path.read_text() == "),
        ("report", "capsys.readouterr().out == "),
        ("depth", 'monkeypatch.setenv("NOTES_DEPTH", '),
        ("depth", 'monkeypatch.delenv("NOTES_DEPTH", raising=False)'),
    ],
)
def test_files_settings_and_output_belong_to_the_test(made, target, stated):
    assert stated in source(made, target)


def test_no_name_of_a_folder_gets_into_a_test(made):
    assert not re.search(r"/tmp/|testfix-", "".join(made.files.values()))


def test_without_pytest_there_are_no_fixtures(tmp_path):
    made = generated(write_files(tmp_path, NOTES), "notes/note.py", framework="unittest")
    assert "load_notes" not in "".join(made.files.values())
    assert not re.search("tmp_path|capsys|monkeypatch", "".join(made.files.values()))


def test_other_files_and_settings_stay_out_of_reach(tmp_path):
    code = """
import os
from pathlib import Path

def size(path: Path) -> int:
    return len(Path("/etc/hostname").read_text()) + len(path.read_text())

def home(path: Path) -> str:
    return os.environ.get("HO" + "ME", "") + os.environ["NOTED"]
"""
    made = generated(write_files(tmp_path, {"reach.py": code}), "reach.py")
    assert made.files == {}
    assert made.left_out == {"reach.py::size": "side effect: file", "reach.py::home": "side effect: environment"}


READER = """
import json
import sys


def load(path):
    with open(path) as file:
        if path.endswith(".csv"):
            return [line.split(",") for line in file]
        if path.endswith(".json"):
            return json.load(file)
    raise ValueError("neither csv nor json")


class Tape:
    def __init__(self, path):
        self._file = open(path)

    def line(self):
        return self._file.readline()

    def close(self):
        self._file.close()


def shout(text: str):
    print(text.upper())
    return len(text)


def channel(name: str):
    return sys.stdout if name else None
"""


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Generation:
    strict = '[tool.pytest.ini_options]\nfilterwarnings = ["error"]\n'
    root = write_files(tmp_path_factory.mktemp("reader"), {"reader.py": READER, "pyproject.toml": strict})
    return generated(root, "reader.py")


def test_each_kind_of_file_that_the_code_tells_apart_is_there(reader):
    text = source(reader, "load")
    assert 'path = tmp_path / "data.csv"' in text and 'path = tmp_path / "data.json"' in text


def test_what_holds_a_file_is_closed_at_the_end(reader):
    assert re.search(r"assert tape.line\(\) == .*\n    tape.close\(\)", source(reader, "Tape.line"))


def test_what_is_printed_and_what_comes_back_are_both_stated(reader):
    assert re.search(r"result == \d+\n    assert capsys.readouterr\(\).out == ", source(reader, "shout"))


def test_a_standard_stream_is_no_result_that_a_test_can_state(reader):
    (one,) = [test for test in reader.tests if test.target.endswith("::channel")]
    assert one.kept and one.source.count("assert") == 1 and 'channel("") is None' in one.source


@pytest.mark.parametrize(
    ("code", "paths"),
    [
        ("def f(path): pass", {"path"}),
        ("def f(where: Path | None): pass", {"where"}),
        ("def f(source: str): return open(source)", {"source"}),
        ("def f(file): return file.read()", set()),
        ("def f(path: list): pass", set()),
    ],
)
def test_which_parameters_are_paths(code, paths):
    assert path_parameters(function(code)) == paths


def test_contents_follow_from_tests_and_from_the_code(tmp_path):
    code = "import csv\n\n\ndef f(path):\n    return [row['price'] for row in csv.DictReader(open(path))]\n"
    test = "import shop\n\n\ndef test_f(tmp_path):\n    (tmp_path / 'x').write_text('price,name\\n9,tea\\n')\n"
    root = write_files(tmp_path, {"shop.py": code, "tests/test_shop.py": test})
    module = read_module(root, "shop.py")
    assert module is not None
    assert contents_for(module, root)[:2] == ("price,name\n9,tea\n", "price\nabc\nabc\n")


def test_settings_are_read_by_their_names():
    code = "def f():\n    return os.environ['A'], os.getenv('B', 3), environ.get('C'), 'D' in os.environ, x.get('E')\n"
    assert variables_read(function(code)) == ["A", "B", "C", "D"]


def test_settings_are_set_by_their_names():
    code = (
        "def f(monkeypatch):\n"
        "    monkeypatch.setenv('A', '1')\n    monkeypatch.delenv('B')\n    os.environ['C'] = os.environ['G']\n"
        "    os.environ.pop('D', None)\n    os.environ.setdefault('E', '')\n    x.pop('F')\n    del os.environ['H']\n"
    )
    assert set(variables_set(function(code))) == {"A", "B", "C", "D", "H"}  # nothing from outside is left of these


@pytest.mark.parametrize(
    ("old", "new"), [('"%s: %s"', '"%s = %s"'), ("del self._notes[key]\n        self._save()", "del self._notes[key]")]
)
def test_they_pass_and_notice_a_fault(tmp_path, made, old, new):
    assert failing_with(tmp_path, NOTES, made, FILE, old, new)
