"""Calls of the project's own tests as inputs of generated ones."""

import ast
from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Analysis, FrameworkInfo, Requirement
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.generation.characterisation import characterise_functions
from testfix_pipeline.planning.generation.condition_names import condition_of
from testfix_pipeline.planning.generation.inputs.recorded_calls import record_calls
from testfix_pipeline.planning.generation.inputs.value_pools import near_values
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.planning.generating import generated, kept, source
from testfix_pipeline_tests.project_files import write_files

PROGRAM = {
    "goods.py": """
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Article:
    sku: str
    since: date = date(2020, 1, 1)
""",
    "cart.py": '''
class Cart:
    def __init__(self, owner=""):
        self.owner = owner
        self.lines = {}

    def add(self, article, count=1):
        if count < 1:
            raise ValueError("add at least one")
        self.lines[article.sku] = self.lines.get(article.sku, 0) + count
        return len(self.lines)


def fee(zone, grams):
    """What a parcel costs."""
    if zone == "home":
        return 100 + grams
    return 300 + 2 * grams


def refund(grams):
    return grams * 2 - 1
''',
    "tests/test_cart.py": """
from datetime import date
import pytest
from cart import Cart, fee
from goods import Article


@pytest.fixture
def cart():
    return Cart(owner="Ann")


@pytest.mark.parametrize("count", [1, 2])
def test_add(cart, count):
    assert cart.add(Article("M1", date(2024, 2, 29)), count) == 1


def test_fee():
    for zone, grams in (("home", 250), ("world", 700)):
        assert fee(zone, grams) > 0
""",
    "tests/test_other.py": "from cart import fee\n\n\ndef test_other():\n    assert fee('moon', 1) == 302\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_files(tmp_path_factory.mktemp("project"), PROGRAM)


def test_calls_are_written_as_people_write_them(project: Path) -> None:
    module = ast.parse(PROGRAM["cart.py"])
    functions = {node.name: node for node in ast.walk(module) if isinstance(node, FunctionNode)}
    found = record_calls(ours(), project, (), 60)
    assert found.of("cart.py", "fee", functions["fee"]) == [
        ("", "'home', 250"),
        ("", "'world', 700"),
        ("", "'moon', 1"),
    ]
    article = "Article(sku='M1', since=date(2024, 2, 29))"
    wanted = [("Cart(owner='Ann')", article), ("Cart(owner='Ann')", f"{article}, count=2")]
    assert found.of("cart.py", "Cart.add", functions["add"]) == wanted
    assert found.made["Cart"] == ["owner='Ann'"]
    assert found.values["grams"] == ["250", "700", "1"]
    assert found.imports["Article"] == "from goods import Article"


def test_only_the_tests_that_are_asked_for_run(project: Path) -> None:
    assert record_calls(ours(), project, [TestId("tests/test_other.py::test_other")], 60).values["zone"] == ["'moon'"]


def test_a_project_whose_tests_can_not_run_has_no_calls(tmp_path: Path) -> None:
    write_files(tmp_path, {"cart.py": PROGRAM["cart.py"], "tests/conftest.py": "raise SystemExit(3)\n"})
    assert record_calls(ours(), tmp_path, (), 60).calls == {}


def test_generated_tests_pass_what_the_tests_pass(project: Path) -> None:
    made = generated(project, "cart.py")
    assert 'Article(sku="M1", since=date(2024, 2, 29))' in source(made, "Cart.add")
    assert "from goods import Article" in "".join(made.files.values())
    assert "refund(250) == 499" in source(made, "refund")  # no test calls it, others pass grams
    assert "test_fee_if_zone_is_home" in {test.name for test in kept(made, "fee")}


STARRED = {
    "sums.py": """
def total(*prices, shipping=0):
    if len(prices) > 3:
        return sum(prices)
    return sum(prices) + shipping


def tag(name, *inside, **attributes):
    shown = "".join(f" {key}={value}" for key, value in attributes.items())
    return f"<{name}{shown}>{''.join(inside)}</{name}>"


def chunks(items, size):
    if size < 1:
        raise ValueError("too small")
    for start in range(0, len(items), size):
        yield items[start : start + size]


class Basket:
    def __init__(self, *items):
        self.items = list(items)

    def count(self, extra):
        return len(self.items) + extra
""",
    "tests/test_sums.py": """
import pytest
from sums import Basket, tag, total


@pytest.mark.parametrize("prices", [(7, 5), (1, 2, 3, 4)])
def test_total(prices):
    assert total(*prices, shipping=2) > 0


def test_tag():
    assert tag("p", "a", "b", lang="en") == "<p lang=en>ab</p>"
    assert tag("br")


def test_basket():
    assert Basket("tea", "milk").count(3) == 5
    assert Basket("tea").count(4) > 2
""",
}


@pytest.fixture(scope="module")
def starred(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_files(tmp_path_factory.mktemp("starred"), STARRED)


def test_arguments_of_any_number_are_written_as_they_were_passed(starred: Path) -> None:
    functions = {node.name: node for node in ast.walk(ast.parse(STARRED["sums.py"])) if isinstance(node, FunctionNode)}
    found = record_calls(ours(), starred, (), 60)
    assert found.of("sums.py", "total", functions["total"]) == [
        ("", "7, 5, shipping=2"),
        ("", "1, 2, 3, 4, shipping=2"),
    ]
    assert found.of("sums.py", "tag", functions["tag"]) == [("", "'p', 'a', 'b', lang='en'"), ("", "'br'")]
    assert found.made["Basket"] == ["'tea', 'milk'", "'tea'"]


def test_what_a_test_states_is_stated_by_no_generated_one(starred: Path) -> None:
    made = generated(starred, "sums.py")
    assert "total(1, 2, 3, 4, shipping=2) == 10" in source(made, "total")
    assert 'lang="en"' not in source(made, "tag")
    assert 'Basket("tea").count(4) == 5' in source(made, "Basket.count")
    assert 'Basket("tea", "milk").count(3)' not in source(made, "Basket.count")


def test_an_error_of_a_generator_is_one_of_who_asks_for_its_items(starred: Path) -> None:
    assert "    list(chunks(" in source(generated(starred, "sums.py"), "chunks")


PRIVATE = {
    "place.py": """
import os


def place(name):
    return os.path.abspath(name)


def header(token):
    return "Bearer " + token


def size(name):
    return 2 * len(name)
""",
    "tests/test_place.py": """
from place import header, place, size


def test_place():
    assert place("out.txt").endswith("out.txt")


def test_header():
    assert header("ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a").startswith("Bearer")


def test_size():
    assert size("abcd") > 0
""",
}


RED = {
    "clock.py": "def opened(hour):\n    return hour > 8\n\n\ndef minutes(hour):\n    return 60 * hour\n",
    "tests/test_clock.py": """
from clock import minutes, opened

def test_minutes():
    assert minutes(3) > 0

def test_opened():
    assert opened(7777) is False
""",
}


def test_what_a_failing_test_passes_is_in_no_generated_test(tmp_path: Path) -> None:
    """Stated through a function that passes it on, the mistake could not be repaired any more."""
    write_files(tmp_path, RED)
    failing, passing = (TestId(f"tests/test_clock.py::test_{name}") for name in ("opened", "minutes"))
    lines = {failing: {"clock.py": frozenset({1, 2})}, passing: {"clock.py": frozenset({5, 6})}}
    info = FrameworkInfo(framework="pytest", test_directory="tests")
    wanted = [Requirement(id="L1-1", file="clock.py", layer="L1", part="happy")]
    analysis = Analysis(session_id="WFS-test-x", framework=info, requirements=wanted)
    made = characterise_functions(
        ours(), tmp_path, analysis, coverage=CoverageMap(lines, {}), failing=[failing], seconds=120
    )
    text = "".join(made.files.values())
    assert "minutes(3)" in text and "7777" not in text


def test_neither_a_path_of_this_machine_nor_a_secret_is_stated(tmp_path: Path) -> None:
    write_files(tmp_path, PRIVATE)
    made = generated(tmp_path, "place.py")
    text = "".join(made.files.values())
    assert "size" in text and str(tmp_path) not in text and "ghp_16C7" not in text


@pytest.mark.parametrize(
    ("value", "near"),
    [
        (3, ["3", "4", "2"]),
        (True, []),
        ("-", ["'-'", "'a-1'", "'x- y-z'", "'-abc'"]),
        ("home", ["'home'", "'homeabc'"]),
        ("[a-z]+", []),
        ("%d of %d", []),
        ([1, 2], ["[1, 2]", "[1]", "[]"]),
        (None, []),
    ],
)
def test_near_values_are_such_that_callers_may_pass(value: object, near: list[str]) -> None:
    assert near_values(value) == near


@pytest.mark.parametrize(
    ("test", "words"),
    [
        ("a >= limit", "if_a_at_least_limit"),
        ("not self.open", "if_not_open"),
        ("1 <= a < 5", "if_1_at_most_a_below_5"),
        ("a.size != 3 and b", "if_a_size_is_not_3_and_b"),
        ("isinstance(a, str)", "if_isinstance_a_str"),
        ("a == ''", "if_a_is_empty"),
        ("a < -1", "if_a_below_minus_1"),
        ("a == '?'", ""),
        ("a == 'a text of many words that is too long for a name'", ""),
    ],
)
def test_a_branch_is_named_by_its_condition(test: str, words: str) -> None:
    node = ast.parse(f"def f(a):\n    if {test}:\n        return 1\n    return 2\n").body[0]
    assert isinstance(node, FunctionNode)
    assert condition_of(node, {2, 3}) == words
    assert condition_of(node, {2, 4}) == ""
