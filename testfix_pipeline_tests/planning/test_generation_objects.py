"""Generated tests that need more than values: fixtures, files, visitors, methods that belong together."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Analysis, FrameworkInfo, GeneratedTest, Generation, Requirement
from testfix_pipeline.execution.environment import IN_TARGET
from testfix_pipeline.execution.in_target.observe_fixtures import Fixtures
from testfix_pipeline.execution.runners.pytest_runner import run_suite
from testfix_pipeline.planning.generation import generate
from testfix_pipeline.planning.generation.contents import contents_for
from testfix_pipeline.planning.generation.fixtures import find_fixtures
from testfix_pipeline.planning.generation.looking import looking_calls, state_of
from testfix_pipeline.planning.generation.mined import mined_arguments
from testfix_pipeline.planning.generation.paths import path_parameters
from testfix_pipeline.planning.generation.settings import settings_read
from testfix_pipeline.planning.generation.source import Function, read_module
from testfix_pipeline.planning.generation.visited import programs_for
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.planning.generated_programs import BOOKS, NOTES, PROGRAMS, SHELVES


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def generated(root: Path, file: str, framework: str = "pytest") -> Generation:
    info = FrameworkInfo(framework=framework, test_directory="tests")
    wanted = [Requirement(id="L1-1", file=file, layer="L1", part="happy")]
    analysis = Analysis(session_id="WFS-test-x", framework=info, requirements=wanted)
    return generate(ours(), root, analysis, coverage=None, failing=(), seconds=120)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Generation]:
    return {file: generated(write(tmp_path_factory.mktemp("objects"), files), file) for file, files in PROGRAMS.items()}


def of(made: dict[str, Generation], target: str) -> list[GeneratedTest]:
    """The kept tests of a function."""
    every = [test for one in made.values() for test in one.tests]
    return [test for test in every if test.kept and test.target.endswith(f"::{target}")]


def source(made: dict[str, Generation], target: str) -> str:
    return "\n".join(test.source for test in of(made, target))


def function(code: str) -> Function:
    node = ast.parse(code).body[0]
    assert isinstance(node, ast.FunctionDef)
    return node


# --- fixtures


@pytest.mark.parametrize(
    ("target", "stated"),
    [
        ("statement", 'statement(book) == "ada: -15 (in debt)"'),  # by its name, the class seen when it was made
        ("merged", "merged(book, book)"),
        ("Book.balance", "(book):\n    assert book.balance() == -15"),  # the instance itself
        ("Clock.stamp", "clock.stamp() =="),
        ("Book.__init__", "Book(3, clock, rates)"),  # what the constructor asks for
    ],
)
def test_fixtures_of_the_project_are_what_tests_are_given(made, target, stated):
    assert stated in source(made, target)


def test_a_test_with_a_fixture_is_about_one_call(made):
    for test in made["books/book.py"].tests:
        given = re.search(r"\((.*)\):", test.source)
        assert given and (not given[1] or test.source.count("Book(") <= 1), test.source


def test_a_fixture_that_tests_share_or_that_needs_a_parameter_is_not_used(tmp_path):
    fixtures = find_fixtures(write(tmp_path, BOOKS), "tests")
    assert set(fixtures.own) == {"clock", "rates", "book"}
    assert {"tmp_path", "monkeypatch"} < fixtures.available


def test_the_class_of_a_fixture_is_read_where_it_is_written(tmp_path):
    code = """
import pytest

@pytest.fixture
def noted() -> "Ledger": ...

@pytest.fixture(name="other")
def made_elsewhere():
    ledger = zoo.Ledger(3)
    yield ledger

@pytest.fixture
def lacking(unknown):
    return 1

@pytest.fixture
def lacking_too(lacking):
    return 1
"""
    fixtures = find_fixtures(write(tmp_path, {"conftest.py": code}), "tests/unit")
    assert fixtures.of_class("Ledger") == ["noted", "other"]
    assert not fixtures.available & {"lacking", "lacking_too", "made_elsewhere"}


def test_the_nearest_conftest_counts(tmp_path):
    text = "import pytest\n\n\n@pytest.fixture\ndef ledger() -> {}: ...\n"
    files = {"conftest.py": text.format("Far"), "tests/conftest.py": text.format("Near")}
    assert find_fixtures(write(tmp_path, files), "tests").own["ledger"].kind == "Near"


def test_arguments_that_the_projects_tests_take_from_fixtures_are_mined(tmp_path):
    test = "def test_total(books):\n    assert total(books, 3) == 4\n    total(other)\n"
    write(tmp_path, {"tests/test_shop.py": test, "shop.py": "def f(books):\n    return total(books, 9)\n"})
    assert mined_arguments(tmp_path, {"total"}, {"books"}) == {"total": ["books, 3"]}
    assert mined_arguments(tmp_path, {"total"}) == {"total": []}


def test_what_a_fixture_set_up_is_undone(tmp_path):
    conftest = write(tmp_path, {"conftest.py": _ENDING}) / "conftest.py"
    fixtures = Fixtures([str(conftest)], str(tmp_path))
    with fixtures.given(["opened", "tmp_path"]) as given:
        (given["tmp_path"] / "inside").mkdir()
        (given["tmp_path"] / "inside" / "file").write_text("x")
        assert given["opened"] == ["begun"]
    assert given["opened"] == ["begun", "ended"]
    assert not given["tmp_path"].exists()


_ENDING = """
import pytest


@pytest.fixture()
def opened():
    log = ["begun"]
    yield log
    log.append("ended")
"""


@pytest.mark.parametrize("trouble", ["import sys\nsys.exit('no tests today')", "while True:\n    pass", "1 / 0"])
def test_a_conftest_that_can_not_be_run_costs_its_fixtures_only(tmp_path, monkeypatch, trouble):
    conftest = f"import pytest\n\n\n@pytest.fixture\ndef n():\n    return 3\n\n\n{trouble}\n"
    path = write(tmp_path, {"conftest.py": conftest}) / "conftest.py"
    monkeypatch.syspath_prepend(str(IN_TARGET))
    with importlib.import_module("observe_guard").TimeLimit(0.2):
        fixtures = Fixtures([str(path)], str(tmp_path))
    with pytest.raises(KeyError), fixtures.given(["n"]):
        pass


# --- methods that belong together


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("stack_pop_gives_back_what_push_was_given", "assert stack.pop() == 3"),
        ("stack_pop_undoes_push", "assert (stack.size(), stack.is_full()) == before"),
        ("stack_gives_back_in_reverse_order", "assert [stack.pop(), stack.pop()] =="),
        ("registry_unregister_undoes_register", "assert (len(registry), list(registry)) == before"),
        ("settings_get_option_gives_back_what_set_option_was_given", 'assert settings.get_option("abc") == 3'),
        ("door_close_undoes_open", "assert door.is_open() == before"),
        ("note_store_remove_undoes_add", "assert store.keys() == before"),
    ],
)
def test_what_one_method_does_and_another_undoes_is_a_law(made, name, claim):
    (law,) = [test for one in made.values() for test in one.tests if test.name == f"test_{name}"]
    assert law.kept and law.label.startswith("states a law that the ")
    assert claim in law.source
    assert law.kills or law.new_lines


@pytest.mark.parametrize(
    ("target", "said", "claim"),
    [
        ("Line.dequeue", "People in a line: FIFO", "assert [line.dequeue(), line.dequeue()] == [3,"),
        ("Meter.decrement", "the top included", "assert (meter.count, meter.top) == before"),
    ],
)
def test_a_law_that_the_documentation_promises_and_the_code_breaks_is_a_finding(made, target, said, claim):
    (finding,) = [test for test in of(made, target) if test.expected_failure]
    assert said in finding.reason
    assert claim in finding.source and "strict=True" in finding.source


def test_what_a_broken_law_is_about_is_not_pinned_as_right(made):
    plain = [test.source for test in of(made, "Meter.decrement") if not test.expected_failure]
    assert plain and not [text for text in plain if "increment(" in text]


def test_comparisons_are_stated_as_such(made):
    assert '("abc" in registry) is True' in source(made, "Registry.__contains__")


# --- files, settings, output


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
    assert not re.search(r"/tmp/|testfix-", "".join(made["notes/note.py"].files.values()))


def test_without_pytest_there_are_no_fixtures(tmp_path):
    made = generated(write(tmp_path, NOTES), "notes/note.py", framework="unittest")
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
    made = generated(write(tmp_path, {"reach.py": code}), "reach.py")
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
    root = write(tmp_path_factory.mktemp("reader"), {"reader.py": READER, "pyproject.toml": strict})
    return generated(root, "reader.py")


def test_each_kind_of_file_that_the_code_tells_apart_is_there(reader):
    text = source({"": reader}, "load")
    assert 'path = tmp_path / "data.csv"' in text and 'path = tmp_path / "data.json"' in text


def test_what_holds_a_file_is_closed_at_the_end(reader):
    assert re.search(r"assert tape.line\(\) == .*\n    tape.close\(\)", source({"": reader}, "Tape.line"))


def test_what_is_printed_and_what_comes_back_are_both_stated(reader):
    assert re.search(r"result == \d+\n    assert capsys.readouterr\(\).out == ", source({"": reader}, "shout"))


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
    root = write(tmp_path, {"shop.py": code, "tests/test_shop.py": test})
    module = read_module(root, "shop.py")
    assert module is not None
    assert contents_for(module, root)[:2] == ("price,name\n9,tea\n", "price\n2.5\n2.5\n")


def test_settings_are_read_by_their_names():
    code = "def f():\n    return os.environ['A'], os.getenv('B', 3), environ.get('C'), 'D' in os.environ, x.get('E')\n"
    assert settings_read(function(code)) == ["A", "B", "C", "D"]


# --- visitors and private states


def test_visitors_are_sent_through_trees(made):
    assert 'depth.visit(ast.parse("def f(' in source(made, "Depth.visit_FunctionDef")
    assert "depth.called == [" in source(made, "Depth.visit_Call")


def test_programs_have_what_the_visitor_asks_for():
    for kind in ("FunctionDef", "AsyncFunctionDef", "Lambda", "JoinedStr", "ImportFrom", "Global", "Subscript"):
        assert all(getattr(ast, kind) in map(type, ast.walk(ast.parse(text))) for text in programs_for(kind)), kind


def test_a_private_state_is_seen_by_the_methods_that_only_look(made):
    assert "stack.size() == 1" in source(made, "Stack.push")
    assert "door.is_open() is True" in source(made, "Door.open")


def test_methods_that_only_look():
    (owner,) = [one for one in ast.parse(SHELVES["shelves/shelf.py"]).body if getattr(one, "name", "") == "Stack"]
    assert isinstance(owner, ast.ClassDef)
    assert looking_calls(owner) == ["size()", "is_full()"]
    assert state_of(owner) == ["{}.size()", "{}.is_full()"]
    code = """
class Box:
    def __init__(self, size: int):
        self.size = size
        self.items = []

    def take(self):
        return self._last()

    def _last(self):
        return self.items.pop()
"""
    box = ast.parse(code).body[0]
    assert isinstance(box, ast.ClassDef)
    assert looking_calls(box) == []
    assert state_of(box) == ["{}.size", "copy.deepcopy({}.items)"]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("books/book.py", "self.balance() < -limit", "self.balance() < limit"),
        ("shelves/shelf.py", "self._order.remove(name)", "self._order.reverse()"),
        ("shelves/shelf.py", "self._depth -= 1", "self._depth += 1"),
        ("notes/note.py", '"%s: %s"', '"%s = %s"'),
        ("notes/note.py", "del self._notes[key]\n        self._save()", "del self._notes[key]"),
    ],
)
def test_they_pass_and_notice_a_fault(tmp_path, made, file, old, new):
    root = write(tmp_path, {**PROGRAMS[file], **made[file].files})
    tests = sorted(made[file].files)
    assert not run_suite(ours(), root, extra_args=tests, timeout=60).failing
    assert PROGRAMS[file][file].count(old) == 1
    (root / file).write_text(PROGRAMS[file][file].replace(old, new))
    assert run_suite(ours(), root, extra_args=tests, timeout=60).failing
