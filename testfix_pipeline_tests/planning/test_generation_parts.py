"""The parts of test generation that need no process: values, shapes, mutants, side effects, places."""

import ast
import sys
from pathlib import Path

import pytest
import vermin
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.plan_records import Conventions, FrameworkInfo
from testfix_pipeline.execution.in_target.observe_values import NotLiteral, literal
from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.planning.generation.inputs.docstring_examples import documented_examples, matches_documentation
from testfix_pipeline.planning.generation.inputs.parameter_shapes import parameter_shape
from testfix_pipeline.planning.generation.mutants import mutants_of
from testfix_pipeline.planning.generation.placement import new_test_files
from testfix_pipeline.planning.generation.quoted_text import with_short_literals
from testfix_pipeline.planning.generation.subjects.examples import DocumentedResult
from testfix_pipeline.planning.generation.subjects.side_effects import side_effect
from testfix_pipeline.planning.generation.subjects.subject import Subject, functions_of
from testfix_pipeline.planning.python_code.module_source import ModuleSource, read_module

OBSERVERS = [*sorted(IN_TARGET.glob("observe*.py")), IN_TARGET / "testfix_mutants.py"]
LITERALS = st.recursive(
    st.none() | st.booleans() | st.integers(-999, 999) | st.floats(allow_nan=False, allow_infinity=False, width=16),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        | st.sets(st.text(max_size=3), max_size=3)
    ),
    max_leaves=6,
)
DOCUMENTED = """
def f(x):
    '''
    >>> a = 1
    >>> b = [a]
    >>> unused = 5
    >>> f(b)
    [1]
    >>> print(f(3))
    3
    >>> g(1)
    2
    '''
    return x
"""


def module_of(root: Path, text: str, file: str = "shop.py") -> ModuleSource:
    (root / file).write_text(text)
    module = read_module(root, file)
    assert module is not None
    return module


def subject_of(root: Path, text: str) -> Subject:
    return next(functions_of(module_of(root, text)))


@given(LITERALS)
def test_a_literal_reads_back_as_the_same_value(value):
    again = eval(literal(value))
    assert again == value
    assert repr(again) == repr(value) or isinstance(value, set | list | tuple | dict)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), "x" * 500, 10**700, [object()], int])
def test_what_has_no_literal_is_refused(value):
    with pytest.raises(NotLiteral):
        literal(value)


def test_a_list_of_records_gets_the_keys_that_the_loop_asks_for():
    function = ast.parse("def f(rows):\n    return sum(row['qty'] * row['price'] for row in rows)").body[0]
    shape = parameter_shape(function, function.args.args[0], None)
    assert (shape.kind, set(shape.parts[0].keys)) == ("list", {"qty", "price"})


def test_mutants_are_spread_over_the_body_where_there_are_too_many(tmp_path):
    body = "".join(f"    x = x + {i}\n" for i in range(40))
    lines = [
        int(m.name.split(":")[1]) for m in mutants_of(subject_of(tmp_path, f"def f(x):\n{body}    return x\n"), most=10)
    ]
    assert len(lines) == 10
    assert min(lines) < 10 < 30 < max(lines)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("import os\ndef f(p):\n    return os.path.join(p, 'a')", ""),
        ("import os\ndef f(p):\n    return os.path.exists(p)", "files"),
        ("def f(p):\n    return open(p).read()", "files"),
        ("def f(open):\n    return open + 1", ""),
        ("def f(p):\n    return p.read_text()", "files"),
        ("from datetime import datetime as dt\ndef f():\n    return dt.now()", "clock"),
        ("from datetime import date\ndef f():\n    return date(2024, 1, 1)", ""),
        ("def f():\n    import random\n    return random.random()", "chance"),
        ("def f():\n    return g()\ndef g():\n    return h()\ndef h():\n    return input()", "input"),
        ("import urllib.parse\ndef f(u):\n    return urllib.parse.quote(u)", ""),
        ("def f(time):\n    return time.hour", ""),
    ],
)
def test_obvious_side_effects(tmp_path, code, kind):
    subject = subject_of(tmp_path, code)
    assert side_effect(subject.module, subject.node) == kind


def test_documented_examples_keep_the_setup_they_need(tmp_path):
    first, second = documented_examples(subject_of(tmp_path, DOCUMENTED))
    assert (first.setup, first.call, first.documented.want) == (("a = 1", "b = [a]"), "f(b)", "[1]\n")
    assert (second.setup, second.call, second.documented.printed) == ((), "f(3)", True)


@pytest.mark.parametrize(
    ("want", "seen", "verdict"),
    [
        ("{'b', 'a'}\n", {"shown": "{'a', 'b'}"}, True),
        ("0.3\n", {"shown": "0.30000000000000004"}, True),
        ("41.0\n", {"shown": "40.0"}, False),
        ("1\n", {"raises": {"type": "ValueError"}}, False),
        ("1\n", {"problem": "ill-typed input", "raised": "NameError"}, None),
        ("1\n> f(2)\n2\n", {"shown": "1"}, None),
        ("1\n", {"problem": "side effect"}, None),
    ],
)
def test_documentation_against_what_was_seen(want, seen, verdict):
    assert matches_documentation(DocumentedResult(want), seen) is verdict


def test_two_modules_of_one_name_get_two_files(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "core.py").write_text("def f(): return 1\n")
    modules = [read_module(tmp_path, "a/core.py"), read_module(tmp_path, "b/core.py")]
    info = FrameworkInfo(framework="pytest", test_directory="spec", test_pattern="*_test.py")
    placed = new_test_files(tmp_path, info, modules)
    assert placed == {
        "a/core.py": "spec/core_characterisation_test.py",
        "b/core.py": "spec/b_core_characterisation_test.py",
    }


@pytest.mark.parametrize(
    ("pattern", "naming", "name"),
    [
        ("", "", "test_core_characterisation.py"),
        ("test*.py", "", "test_core_characterisation.py"),
        ("test_*.py, *_test.py", "tests/<module>_test.py (as in the tests there are)", "core_characterisation_test.py"),
        ("check_*.py", "tests/test_<module>.py (the usual one)", "check_core_characterisation.py"),
        ("tests.py", "", "test_core_characterisation.py"),
    ],
)
def test_names_of_test_files_follow_the_project(tmp_path, pattern, naming, name):
    module = module_of(tmp_path, "def f(): return 1\n", "core.py")
    info = FrameworkInfo(framework="pytest", test_pattern=pattern, conventions=Conventions(file_naming=naming))
    assert new_test_files(tmp_path, info, [module]) == {"core.py": name}
    (tmp_path / "tests").mkdir()
    assert new_test_files(tmp_path, info, [module]) == {"core.py": f"tests/{name}"}


@given(st.text(max_size=200), st.sampled_from(["f({!r})", "f(x) == {!r}", "{{'a': [{!r}]}}"]))
def test_long_texts_are_split_and_mean_the_same(text, form):
    code = form.format(text)
    split = with_short_literals(code)
    assert ast.dump(ast.parse(split)) == ast.dump(ast.parse(code))
    assert max(map(len, split.split("\n"))) < 140 or "\\" in split  # an escaped letter takes up to ten


@pytest.mark.parametrize("file", OBSERVERS, ids=lambda file: file.name)
def test_what_runs_in_the_target_needs_its_library_and_python_3_9_alone(file):
    tree = ast.parse(file.read_text(), feature_version=(3, 9))
    versions = vermin.visit(file.read_text(), vermin.Config()).minimum_versions()
    assert versions[1] is None or versions[1] <= (3, 9)
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    own = {path.stem for path in file.parent.glob("*.py")}
    assert {name.partition(".")[0] for name in names} <= {*sys.stdlib_module_names, *own}
