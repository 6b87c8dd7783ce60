"""Programs and tests that remember: no candidate sees what another left behind, and the order of tests is respected."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.validation.validator import Aims, Validator

Writer = Callable[[Mapping[str, str]], Path]

# The mistake is always `n * 3`, which has to be `n * 2`.
REMEMBERS = {
    "cache": "import functools\n\n@functools.lru_cache(maxsize=None)\ndef area(n):\n    return n * 3\n",
    "dictionary": "known = {}\n\ndef area(n):\n    if n not in known:\n        known[n] = n * 3\n    return known[n]\n",
    "default": "def area(n, known=[]):\n    if not known:\n        known.append(n * 3)\n    return known[0]\n",
    "rebound": "last = None\n\ndef area(n):\n    global last\n    last = last or n * 3\n    return last\n",
    "singleton": "class Area:\n    one = None\n\n    def __init__(self, n):\n        self.value = n * 3\n\n"
    "def area(n):\n    Area.one = Area.one or Area(n)\n    return Area.one.value\n",
    "registry": "class Registry:\n    def __init__(self):\n        self.made = {}\n\n    def make(self, n):\n"
    "        return self.made.setdefault(n, n * 3)\n\nregistry = Registry()\n\n"
    "def area(n):\n    return registry.make(n)\n",
    "closure": "def remember(function):\n    known = {}\n    def call(n):\n        if n not in known:\n"
    "            known[n] = function(n)\n        return known[n]\n    return call\n\n"
    "@remember\ndef area(n):\n    return n * 3\n",
    "attribute": "def area(n):\n    area.known = getattr(area, 'known', None) or n * 3\n    return area.known\n",
    # What `exec` runs in holds the builtins, which must not be emptied to put things back.
    "executed": "import os\nothers = [vars(os)]\nmade = {}\nexec('seen = 0', made)\n\n"
    "def area(n):\n    made['seen'] = made['seen'] or n * 3\n    return made['seen']\n",
    "environment": "import os\n\ndef area(n):\n    return int(os.environ.setdefault('AREA', str(n * 3)))\n",
}


@pytest.fixture(scope="module")
def remembering(project: TargetProject, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Validator]:
    root = tmp_path_factory.mktemp("remembering")
    for name, text in REMEMBERS.items():
        (root / f"{name}.py").write_text(text)
        (root / f"test_{name}.py").write_text(f"from {name} import area\ndef test_area():\n    assert area(5) == 10\n")
    failing = [TestId(f"test_{name}.py::test_area") for name in REMEMBERS]
    with Validator(project, root, Aims(failing, [], []), None) as running:
        yield running


@pytest.mark.parametrize("name", REMEMBERS)
def test_a_right_candidate_is_seen_after_wrong_ones_that_were_remembered(name, remembering, edited) -> None:
    root = Path(remembering.root)
    focus = remembering.failing.index(TestId(f"test_{name}.py::test_area"))
    wrong = [edited(root, f"{name}.py", "n * 3", new) for new in ("n * 4", "n + 3", "n - 3")]
    right = edited(root, f"{name}.py", "n * 3", "n * 2")
    verdicts = remembering.screen([wrong[0], right, wrong[1], wrong[2], right], focus)
    assert [verdict is None for verdict in verdicts] == [False, True, False, False, True]
    assert remembering.shared.batching
    assert f"test_{name}.py::test_area" in remembering.try_candidate(right, focus).fixes


ORDERED = {
    "shop.py": "prices = {}\n\n\ndef add(name, price):\n    prices[name] = price\n\n\n"
    "def total():\n    return sum(prices.values()) + 1\n\n\ndef count():\n    return len(prices)\n",
    "test_shop.py": "import shop\n\ndef test_add():\n    shop.add('a', 2)\n    assert shop.prices == {'a': 2}\n\n"
    "def test_total():\n    assert shop.total() == 2\n\ndef test_count():\n    assert shop.count() == 1\n",
}
EVERY_LINE = {"shop.py": frozenset(range(1, 20))}


def test_tests_that_need_an_earlier_one_neither_hide_a_repair_nor_refuse_it(write, edited, project) -> None:
    root = write(ORDERED)
    target, *passing = (TestId(f"test_shop.py::test_{name}") for name in ("total", "add", "count"))
    coverage = CoverageMap(dict.fromkeys([*passing, target], EVERY_LINE), {})
    with Validator(project, root, Aims([target], [], passing), coverage) as validator:
        right, lucky = edited(root, "shop.py", " + 1", ""), edited(root, "shop.py", ") + 1", ") + 2")
        # By itself the failing test passes with another patch, and fails with the right one.
        assert validator.try_candidate(right).finding == "same"
        assert validator.try_candidate(lucky).finding == "kills"
        assert validator.may_depend_on_order
        validator.respect_order()
        assert validator.screen([right, right]) == [None, None]
        assert validator.try_candidate(right).finding == "plausible"
        assert validator.try_candidate(lucky).finding == "same"


def test_a_failing_test_that_fails_otherwise_by_itself_is_run_after_those_it_needs(write, edited, project) -> None:
    tests = ORDERED["test_shop.py"].replace("assert shop.total() == 2", "assert shop.total() == 2 * shop.prices['a']")
    root = write({"shop.py": ORDERED["shop.py"].replace(" + 1", ""), "test_shop.py": tests})
    target, *passing = (TestId(f"test_shop.py::test_{name}") for name in ("total", "add", "count"))
    with Validator(project, root, Aims([target], [], passing), None) as validator:
        assert validator.baseline.before == {target: ["test_shop.py::test_add"]}
        assert validator.try_candidate(edited(root, "shop.py", "values())", "values()) * 2")).finding == "plausible"


def test_what_only_the_failing_test_alone_agrees_with_is_refused(write, edited, project) -> None:
    counting = "made = []\n\n\ndef make(name):\n    made.append(name)\n    return len(made) + 1\n"
    tests = "import shop\n\ndef test_first():\n    assert shop.make('a') > 0\n\n"
    tests += "def test_second():\n    assert shop.make('b') == 1\n"
    root = write({"shop.py": counting, "test_shop.py": tests})
    aims = Aims([TestId("test_shop.py::test_second")], [], [TestId("test_shop.py::test_first")])
    with Validator(project, root, aims, None) as validator:
        assert validator.try_candidate(edited(root, "shop.py", " + 1", "")).finding != "plausible"
        assert validator.try_candidate(edited(root, "shop.py", "len(made) + 1", "1")).finding == "plausible"
