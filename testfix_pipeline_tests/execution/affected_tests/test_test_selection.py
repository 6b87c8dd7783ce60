"""The safe rule of test selection on one small project with its recorded coverage."""

import functools
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.execution.affected_tests.import_graph import ImportGraph
from testfix_pipeline.execution.affected_tests.test_selection import SourceChange, affected_tests, changed_bodies
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline_tests.execution.targets import ours

SHOP = """\
import functools

RATE = 2


def net(price):
    return price - 1


def gross(price):
    return price * RATE


@functools.lru_cache
def table():
    return {"a": 1}


def unused():
    return 0


class Cart:
    def total(self):
        return 3

    def clear(self):
        return None


def at_import():
    return 5


FIVE = at_import()
"""

FILES = {
    "shop.py": SHOP,
    "other.py": "def alone():\n    return 1\n",
    "helper.py": "import shop\n\n\ndef go():\n    return shop.net(3)\n",
    "tests/conftest.py": """
        import pytest, shop
        @pytest.fixture(scope="session")
        def cart():
            cart = shop.Cart()
            cart.clear()
            return cart
    """,
    "tests/test_price.py": """
        import helper, shop
        def test_net(): assert helper.go() == 2
        def test_gross(): assert shop.gross(2) == 4
        class TestBoth:
            def test_one(self): assert shop.net(2) == 1
            def test_two(self): assert shop.gross(1) == 2
    """,
    "tests/test_cart.py": """
        def test_total(cart): assert cart.total() == 3
    """,
    "tests/test_cart_again.py": """
        def test_same(cart): assert cart.total()
    """,
    "tests/test_other.py": """
        import other, subprocess, sys
        def test_alone(): assert other.alone()
        def test_process():
            assert other.alone()
            subprocess.run([sys.executable, "-c", ""])
        def test_nothing(): pass
    """,
}
UNSURE = {"tests/test_other.py::test_process", "tests/test_other.py::test_nothing"}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """(root, coverage, known ids), from one real run."""
    import textwrap

    root = tmp_path_factory.mktemp("shop")
    for name, text in FILES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(textwrap.dedent(text))
    project = ours()
    run = run_suite(project, root, timeout=60, record_coverage=root / ".coverage.json")
    assert run.fault is None
    return root, CoverageMap.load(root / ".coverage.json"), run.collected


@pytest.fixture
def select(recorded):
    """Names of the tests selected for a replacement in a file; None for the full suite."""
    root, coverage, known = recorded

    def call(path, old, new, **options):
        before = (root / path).read_text()
        assert old in before
        selection = affected_tests(
            root, coverage, [SourceChange(path, before, before.replace(old, new))], known, **options
        )
        assert selection.reason.endswith(".")
        if selection.tests is None:
            return None
        assert set(selection.tests) >= UNSURE
        return {test.partition("::")[2] for test in selection.tests if test not in UNSURE}

    return call


def test_a_body_selects_its_tests_and_their_class(select):
    assert select("shop.py", "price - 1", "price + 1") == {"test_net", "TestBoth::test_one", "TestBoth::test_two"}


def test_a_session_fixture_selects_all_its_users(select):
    assert select("shop.py", "return None", "return 0") == {"test_total", "test_same"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("RATE = 2", "RATE = 3"),
        ("def net(price):", "def net(price, tax=0):"),
        ("class Cart:", "class Cart(dict):"),
        ("@functools.lru_cache\n", ""),
        ("def unused", "def renamed"),
        ('{"a": 1}', '{"a": 2}'),
        ("return 0", "return 1"),
        ("return 5", "return 6"),
    ],
)
def test_what_import_sees_selects_the_importing_files(select, old, new):
    # tests/conftest.py imports shop, so every test file below it does.
    assert select("shop.py", old, new) is None


def test_an_import_seen_by_one_file_selects_that_file(select):
    assert select("other.py", "def alone():", "def alone(x=1):") == {"test_alone"}


def test_a_comment_selects_only_those_never_sure(select):
    assert select("shop.py", "RATE = 2", "RATE = 2  # two") == set()


def test_last_failures_always_run(select):
    chosen = select("shop.py", "return None", "return 0", always=["tests/test_price.py::test_gross", "gone"])
    assert chosen == {"test_total", "test_same", "test_gross"}


def test_a_changed_test_file_runs_whole(select):
    assert select("tests/test_cart.py", "== 3", "== 4") == {"test_total"}


@pytest.mark.parametrize(
    "change",
    [
        SourceChange("tests/conftest.py", "", "x = 1"),
        SourceChange("pyproject.toml", "", "x = 1"),
        SourceChange("data/table.json", "{}", "[]"),
        SourceChange("new.py", None, "x = 1"),
        SourceChange("old.py", "x = 1", None),
        SourceChange("shop.py", SHOP, "def broken(:"),
        SourceChange("lonely.py", "x = 1", "x = 2"),
    ],
)
def test_in_doubt_the_full_suite_runs(recorded, change):
    root, coverage, known = recorded
    if change.path == "lonely.py":
        known = [test for test in known if test.startswith("tests/test_cart")]
    selection = affected_tests(root, coverage, [change], known)
    assert selection.tests is None
    assert selection.reason.startswith("Full suite: ")


def test_without_coverage_the_full_suite_runs(recorded):
    root, _, known = recorded
    assert affected_tests(root, None, [], known).tests is None


def test_a_test_without_a_record_runs(recorded):
    root, coverage, known = recorded
    selection = affected_tests(root, coverage, [], [*known, "tests/test_new.py::test_x"])
    assert "tests/test_new.py::test_x" in selection.tests


def test_imports_are_followed_through_packages_strings_and_computed_names(tree):
    root = tree(
        {
            "src/pkg/__init__.py": "",
            "src/pkg/core.py": "",
            "src/pkg/api.py": "from . import core\n",
            "src/pkg/sub/deep.py": "from ..core import x\n",
            "src/pkg/lone.py": "",
            "test_api.py": "from pkg import api\n",
            "test_patch.py": "from unittest.mock import patch\npatch('pkg.core.x')\n",
            "test_any.py": "import importlib\nimportlib.import_module(name)\n",
            "test_none.py": "import json\n",
        }
    )
    reaching = ImportGraph(root, {}).importers_of
    core = {"src/pkg/core.py", "src/pkg/api.py", "src/pkg/sub/deep.py", "test_api.py", "test_patch.py", "test_any.py"}
    assert reaching("src/pkg/core.py") == core
    assert reaching("src/pkg/lone.py") == {"src/pkg/lone.py", "test_any.py"}
    assert "test_none.py" not in reaching("src/pkg/__init__.py")
    stated = functools.partial(ImportGraph(root, {}, statements_only=True).importers_of, "src/pkg/core.py")
    assert stated() == core - {"test_patch.py", "test_any.py"}
    assert stated(besides={"src/pkg/api.py"}) == {"src/pkg/core.py", "src/pkg/sub/deep.py"}


def test_a_file_that_is_no_valid_python_may_import_anything_or_what_its_lines_say(tree):
    broken = "from pkg import (one as o,\n  other)\nimport pkg.two as t, json\ndef test_(:\n"
    root = tree(
        {**dict.fromkeys(("pkg/__init__.py", "pkg/one.py", "pkg/two.py", "pkg/three.py"), ""), "test_b.py": broken}
    )
    reaching = ImportGraph(root, {}).importers_of
    assert "test_b.py" in reaching("pkg/three.py")
    assert [name for name in ("one", "two", "three") if "test_b.py" in reaching(f"pkg/{name}.py", broken=False)] == [
        "one",
        "two",
    ]


@given(st.integers(), st.integers())
def test_a_body_change_is_one_exactly_when_the_bodies_differ(old, new):
    text = "class A:\n    def f(self):\n        return {}\n    x = 1\n"
    names = [body.name for body in changed_bodies(text.format(old), text.format(new)) or ()]
    assert names == ([] if old == new else ["f"])


def test_a_record_may_be_written_by_several_threads_at_once(tmp_path):
    record = CoverageMap({"test_a.py::test_it": {"calc.py": frozenset(range(500))}}, {})
    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(record.save, tmp_path / "record.json") for _ in range(200)]:
            done.result()
    assert CoverageMap.load(tmp_path / "record.json").tests == record.tests
    assert [file.name for file in tmp_path.glob("record*")] == ["record.json"]
