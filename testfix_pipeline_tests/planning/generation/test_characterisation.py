"""Characterisation tests of a real little project: what is kept, what is dropped, and that they notice a change."""

from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Analysis, FrameworkInfo, Generation, Requirement
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.generation.characterisation import characterise_functions
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.project_files import write_files

SHOP = '''
import random
import time

from shop.files import home, note


def discount(price, percent):
    """Reduce a price.

    >>> discount(100, 10)
    90.0
    >>> discount(80, 50)
    41.0
    """
    if percent < 0 or percent > 100:
        raise ValueError("percent is out of range")
    return price * (100 - percent) / 100


def classify(n: int) -> str:
    if n < 0:
        return "negative"
    if n < 42:
        return "small"
    return "big"


def insort(items, value):
    index = 0
    while index < len(items) and items[index] < value:
        index += 1
    items.insert(index, value)


async def double(n: int) -> int:
    return n * 2


def squares(limit: int):
    for i in range(limit):
        yield i * i


class Cart:
    def __init__(self):
        self.lines = {}

    def add(self, name: str, qty: int = 1):
        if qty <= 0:
            raise ValueError("nothing to add")
        self.lines[name] = self.lines.get(name, 0) + qty

    @property
    def size(self):
        return sum(self.lines.values())


def broken(n: int) -> int:
    return n + 2


def pick(items):
    return random.choice(items)


def stamp() -> float:
    return time.time()


def logged(text: str) -> str:
    note(text)
    return text.upper()


def at_home(text: str) -> str:
    return home() + text


def shuffled(words: list[str]) -> list[str]:
    return list(set(words) | {"one", "two", "three", "four"})


def leaves(code: int) -> int:
    import os

    os._exit(code)


def stuck(n: int) -> int:
    while True:
        n += 1
'''
FILES_MODULE = """
import os


def note(text):
    open("../note.txt", "w").write(text)


def home():
    return os.getcwd()
"""
FILES = {
    "shop/__init__.py": "",
    "shop/pricing.py": SHOP,
    "shop/files.py": FILES_MODULE,
    "shop/unready.py": "import a_module_that_is_not_there\n\n\ndef one(n: int) -> int:\n    return n\n",
    "shop/wrong.py": "def one(:\n",
    "tests/test_pricing.py": "from shop.pricing import broken\n\n\ndef test_broken():\n    assert broken(1) == 2\n",
    "tests/test_pricing_characterisation.py": "def test_mine():\n    pass\n",
}
CHANGES = (
    ("n < 42", "n <= 42"),
    ("price * (100", "price + (100"),
    ("items.insert(index", "items.insert(0"),
    ("qty <= 0", "qty < 0"),
)
NEW_FILE = "tests/test_shop_pricing_characterisation.py"


def contents(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}


def analysis_of(*files: str, framework: str = "pytest") -> Analysis:
    wanted = [Requirement(id=f"L1-{i}", file=file, layer="L1", part="happy") for i, file in enumerate(files)]
    info = FrameworkInfo(framework=framework, test_directory="tests")
    return Analysis(session_id="TFS-x", framework=info, requirements=wanted)


def kept(generation: Generation, word: str) -> list[str]:
    return [test.name for test in generation.tests if test.kept and word in test.target]


@pytest.fixture(scope="module")
def target() -> TargetProject:
    return ours()


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_files(tmp_path_factory.mktemp("generation"), FILES)


@pytest.fixture(scope="module")
def coverage(root: Path, target: TargetProject, tmp_path_factory: pytest.TempPathFactory) -> CoverageMap:
    recorded = tmp_path_factory.mktemp("coverage") / "map.json"
    run = run_suite(target, root, timeout=60, record_coverage=recorded)
    assert run.failing == {TestId("tests/test_pricing.py::test_broken")}
    return CoverageMap.load(recorded)


@pytest.fixture(scope="module")
def generation(root: Path, target: TargetProject, coverage: CoverageMap) -> Generation:
    analysis = analysis_of("shop/pricing.py", "shop/unready.py", "shop/wrong.py")
    failing = {TestId("tests/test_pricing.py::test_broken")}
    return characterise_functions(target, root, analysis, coverage=coverage, failing=failing, seconds=120)


def test_the_tree_is_left_as_it_was(root, generation):
    assert generation.files
    assert {name for name in contents(root) if "__pycache__" not in name} == set(FILES)


def test_an_existing_file_keeps_its_name(generation):
    assert list(generation.files) == [NEW_FILE]


def test_functions_and_methods_are_pinned(generation):
    for name in ("discount", "classify", "insort", "double", "squares", "Cart.__init__", "Cart.add", "Cart.size"):
        assert kept(generation, f"shop/pricing.py::{name}"), name


def test_the_function_of_a_failing_test_is_left_alone(generation):
    assert not [test for test in generation.tests if "broken" in test.target]
    assert generation.dropped["a failing test executes it"] == 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("pick", "side effect: chance"),
        ("stamp", "side effect: clock"),
        ("logged", "side effect: file"),
        ("at_home", "side effect: environment"),
        ("leaves", "side effect: files"),
        ("shuffled", "result is not stable"),
        ("stuck", "too slow"),
    ],
)
def test_what_can_not_be_pinned_is_counted(generation, name, reason):
    assert not [test for test in generation.tests if test.target.endswith(f"::{name}")]
    assert generation.dropped[reason] == 1
    assert generation.left_out[f"shop/pricing.py::{name}"].startswith(reason)


def test_a_function_with_a_test_is_not_left_out(generation):
    assert not {test.target for test in generation.tests if test.kept} & set(generation.left_out)


def test_modules_that_can_not_be_imported_or_read_are_counted(generation):
    assert generation.dropped["file can't be parsed"] == 1
    assert any("a_module_that_is_not_there" in reason for reason in generation.dropped)


def test_a_contradiction_of_the_documentation_is_an_expected_failure(generation):
    findings = [test for test in generation.tests if test.expected_failure]
    assert [test.kept for test in findings] == [True]
    assert "discount(80, 50)" in findings[0].reason
    assert "strict=True" in findings[0].source
    assert "== 41.0" in findings[0].source


def test_the_header_says_what_they_are(generation):
    assert "pin current behaviour, not correctness" in generation.files[NEW_FILE].partition("import")[0]
    assert all(len(line) <= 79 for line in generation.files[NEW_FILE].partition("import")[0].splitlines())


def test_both_sides_are_stated(generation):
    sources = "".join(test.source for test in generation.tests if "classify" in test.target)
    assert all(f'"{word}"' in sources for word in ("negative", "small", "big"))
    assert "pytest.raises(ValueError, match=" in "".join(
        test.source for test in generation.tests if "discount" in test.target
    )


def test_they_pass_and_notice_changes(tmp_path, target, generation):
    root = write_files(tmp_path, {**FILES, **generation.files})
    ids = [f"{NEW_FILE}::{test.name}" for test in generation.tests if test.kept]
    before = run_suite(target, root, tests=ids, timeout=60)
    assert before.fault is None
    assert not before.failing
    changed = SHOP
    for old, new in CHANGES:
        assert old in changed
        changed = changed.replace(old, new)
    (root / "shop/pricing.py").write_text(changed)
    failing = " ".join(run_suite(target, root, tests=ids, timeout=60).failing)
    for name in ("test_classify", "test_discount", "test_insort", "test_cart_add"):
        assert name in failing


def test_it_comes_out_the_same_again(root, target, coverage, generation):
    failing = {TestId("tests/test_pricing.py::test_broken")}
    again = characterise_functions(
        target, root, analysis_of("shop/pricing.py"), coverage=coverage, failing=failing, seconds=120
    )
    assert again.files == generation.files


def test_unittest_projects_get_classes(tmp_path, target):
    root = write_files(
        tmp_path, {"calc.py": "def half(n: int) -> int:\n    if n < 0:\n        raise ValueError\n    return n // 2\n"}
    )
    made = characterise_functions(
        target, root, analysis_of("calc.py", framework="unittest"), coverage=None, failing=(), seconds=60
    )
    text = made.files["tests/test_calc_characterisation.py"]
    assert "class TestHalfCharacterisation(unittest.TestCase):" in text
    assert "self.assertRaises(ValueError)" in text
    assert "pytest" not in text
    assert not (root / "tests").exists()


def test_without_coverage_nothing_that_a_failing_test_imports_is_pinned(tmp_path, target):
    files = {
        "calc.py": "def half(n: int) -> int:\n    return n // 2\n",
        "test_calc.py": "import calc\n\n\ndef test_half():\n    assert calc.half(2) == 2\n",
    }
    root = write_files(tmp_path, files)
    failing = {"test_calc.py::test_half"}
    made = characterise_functions(target, root, analysis_of("calc.py"), coverage=None, failing=failing, seconds=60)
    assert made.files == {}
    assert made.dropped == {"a failing test imports its module": 1}


def test_one_test_file_that_is_no_python_does_not_forbid_the_tests_of_all_modules(tmp_path, target):
    files = {
        "calc.py": "def half(n: int) -> int:\n    return n // 2\n",
        "other.py": "def twice(n: int) -> int:\n    return n * 2\n",
        "test_calc.py": "from calc import half\n\n\ndef test_half(:\n    assert half(2) == 2\n",
    }
    root = write_files(tmp_path, files)
    failing = {"test_calc.py"}
    made = characterise_functions(
        target, root, analysis_of("calc.py", "other.py"), coverage=None, failing=failing, seconds=60
    )
    assert kept(made, "twice") and not kept(made, "half")
    assert made.left_out == {"calc.py::half": "a failing test imports its module"}


def test_no_time_makes_no_tests(tmp_path, target):
    root = write_files(tmp_path, {"calc.py": "def half(n: int) -> int:\n    return n // 2\n"})
    made = characterise_functions(target, root, analysis_of("calc.py"), coverage=None, failing=(), seconds=0)
    assert made.tests == []
    assert made.dropped == {"no time left": 1}


def test_feedback_asks_for_a_function_that_no_requirement_names(tmp_path, target):
    root = write_files(
        tmp_path,
        {"calc.py": "def half(n: int) -> int:\n    return n // 2\n\n\ndef twice(n: int) -> int:\n    return n * 2\n"},
    )
    analysis = analysis_of("calc.py")
    analysis.requirements[0].target = "half"
    made = characterise_functions(
        target, root, analysis, coverage=None, failing=(), seconds=60, feedback=["twice is not covered"]
    )
    assert kept(made, "half") and kept(made, "twice")


def test_a_number_beside_an_empty_attribute_is_not_called_empty(tmp_path, target):
    text = "class Till:\n    def __init__(self, coins: list[int]):\n        self.coins = coins\n\n"
    text += "    def close(self) -> int:\n        self.coins = []\n        return 0\n"
    root = write_files(tmp_path, {"till.py": text})
    made = characterise_functions(target, root, analysis_of("till.py"), coverage=None, failing=(), seconds=60)
    names = [test.name for test in made.tests if test.kept and test.target.endswith("Till.close")]
    assert names and not [name for name in names if "empty" in name]
