"""Files that do not compile: what makes them compile again, and the way from a test file that can't be collected."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.change_history import Change, ChangedCodeFile
from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch
from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.language.parse_fix_tools import ParseFixTools
from testfix_pipeline.repair.languages.python.syntax.compile_fixes import candidate_of, compile_fixes
from testfix_pipeline.repair.languages.python.syntax.damage import BrokenFile, complaint
from testfix_pipeline.repair.languages.python.syntax.uncompilable_files import broken_files
from testfix_pipeline.repair.ranking.naturalness import Naturalness
from testfix_pipeline.standalone.api import repair_project

Writer = Callable[[Mapping[str, str]], Path]
Fixer = Callable[..., RepairResult]

RIGHT = '''\
"""Prices of a shop."""

import math

RATES = {
    "food": [5, 10],
    "books": [7, 12],
}


class Basket:
    """What somebody buys."""

    def __init__(self, items):
        self.items = list(items)
        self.names = []

    def total(self, kind):
        """The sum of all prices with tax."""
        rate = RATES[kind][0]
        for name, price in self.items:
            if name == "free":
                continue
            elif price < 0:
                raise ValueError("negative price", name)
            self.names.append(name)
        try:
            found = sum(price for _, price in self.items) * (100 + rate) / 100
        except TypeError as error:
            print("not a number", error)
            return 0
        return math.floor(found)
'''
# What is wrong: (the right text, the broken one), and how far down the list the right text may be.
MISTAKES: dict[str, tuple[str, str, int]] = {
    "colon": ("in self.items:\n            if", "in self.items\n            if", 1),
    "comma": ("name, price in", "name price in", 2),
    "closing bracket": ("list(items)\n", "list(items\n", 2),
    "bracket of a dict": ("12],\n}\n", "12],\n", 3),
    "wrong bracket": ("[5, 10]", "[5, 10)", 2),
    "bracket too many": ("list(items)", "list(items))", 2),
    "quote": ('"free":', '"free:', 3),
    "end of a docstring": ('buys."""', "buys.", 4),
    "assignment in a condition": ('name == "free"', 'name = "free"', 2),
    "line indented less": ("        self.names = []", "      self.names = []", 2),
    "line indented more": ("        self.names = []", "          self.names = []", 2),
    "body not indented": ("                continue", "            continue", 3),
    "tab": ("            self.names.append", "\tself.names.append", 3),
    "line twice": ('            if name == "free":\n', '            if name == "free":\n' * 2, 2),
    "header gone": ("        try:\n", "", 2),
    "keyword": ("return math", "retrun math", 1),
    "clause": ("elif price", "else if price", 2),
    "word gone": ("price in self.items:", "price self.items:", 2),
    "print": ('print("not a number", error)', 'print "not a number", error', 1),
    "except": ("TypeError as error", "TypeError, error", 1),
    "quotes of typesetting": ('"negative price"', "\u201cnegative price\u201d", 2),
    "operator": ("price < 0", "price = < 0", 3),
}


def texts(broken: str, changes: Any = ()) -> list[str]:
    source = BrokenFile("shop.py", broken.encode())
    found = compile_fixes(source, ParseFixTools(Naturalness([source]), changes))
    for one in found:
        assert complaint(one.source.text) is None
        assert candidate_of(source, one).texts == {"shop.py": one.source.text}
    return [one.source.text for one in found]


@pytest.mark.parametrize("name", MISTAKES)
def test_the_right_text_is_among_the_first(name: str) -> None:
    right, wrong, most = MISTAKES[name]
    assert RIGHT.count(right) == 1
    assert RIGHT in texts(RIGHT.replace(right, wrong))[:most]


def test_several_mistakes_are_repaired_one_after_the_other() -> None:
    broken = RIGHT
    for name in ("colon", "keyword", "closing bracket"):
        broken = broken.replace(*MISTAKES[name][:2])
    assert texts(broken)[0] == RIGHT


def test_a_body_that_is_missing_becomes_pass_and_line_ends_stay() -> None:
    found = texts("def later():\r\n\r\n\r\ndef now():\r\n    return 1\r\n")
    assert "def later():\r\n    pass\r\n\r\n\r\ndef now():\r\n    return 1\r\n" in found[:3]


def test_a_merge_conflict_is_settled_with_either_side_or_both() -> None:
    ours, theirs = "    x = 1\n", "    y = 2\n"
    text = f"def f():\n<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> other\n    return 1\n"
    settled = [f"def f():\n{part}    return 1\n" for part in (ours, theirs, ours + theirs)]
    assert texts(text)[:3] == settled


def test_what_was_there_before_is_put_back() -> None:
    broken = RIGHT.replace("(100 + rate) / 100", "(100 + / 100")
    change = Change(
        "0a1b2c",
        "",
        "Simplify",
        (ChangedCodeFile("shop.py", RIGHT.replace("Prices", "The prices"), broken, "shop.py"),),
    )
    assert RIGHT in texts(broken, [change])[:3]
    assert RIGHT not in texts(broken)


def test_files_behind_the_one_that_is_named_are_found_and_tests_are_left_out(tmp_path: Path) -> None:
    files = {
        "shop/__init__.py": "from .prices import (\n    total,\n)\nfrom shop import tax\n",
        "shop/prices.py": "def total(:\n",
        "shop/tax.py": "import os\nif x\n",
        "shop/unused.py": "if\n",
        "test_shop.py": "from shop import total\nif\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    frames = [
        Frame(file="test_shop.py", line=1, function="<module>"),
        Frame(file="shop/__init__.py", line=1, function="<module>"),
    ]
    failure = Failure(
        test="test_shop.py", error="invalid syntax (prices.py, line 1)", error_type="SyntaxError", frames=frames
    )
    found = broken_files(tmp_path, [failure], [TestId("test_shop.py")])
    assert sorted(one.path for one in found) == ["shop/prices.py", "shop/tax.py"]
    plain = failure.model_copy(
        update={"test": "test_shop.py::test_a", "error": "1 != 2", "error_type": "AssertionError"}
    )
    assert not broken_files(tmp_path, [plain], [plain.test])


SHOP = {
    "shop/__init__.py": "from shop.prices import gross, net\n",
    "shop/prices.py": "def gross(price)\n    return price * 120 / 100\n\n\ndef net(price):\n    return price / 1.2\n",
    "tests/test_shop.py": "from shop import gross, net\n\n\ndef test_gross():\n    assert gross(100) == 120\n\n\n"
    "def test_net():\n    assert net(120) == 100\n",
    "tests/test_more.py": "def test_late():\n    import shop.prices\n\n    assert shop.prices.net(12) == 10\n\n\n"
    "def test_other():\n    pass\n",
}


def test_a_test_file_that_could_not_be_collected_passes_after_the_repair(write: Writer, fix: Fixer) -> None:
    root = write(SHOP)
    result = fix(root)
    best = result.patches[0]
    assert (best.complete, best.confirmed, best.kind, result.exhausted) == (True, True, "syntax.colon", "found")
    assert best.files == {"shop/prices.py": SHOP["shop/prices.py"].replace("(price)\n", "(price):\n", 1)}
    tests = {"tests/test_shop.py", "tests/test_shop.py::test_gross", "tests/test_shop.py::test_net"}
    assert best.fixes == tests | {"tests/test_more.py::test_late"} and not best.breaks
    assert result.suspicious[0][:2] == ("shop/prices.py", 1)
    assert (root / "shop/prices.py").read_text() == SHOP["shop/prices.py"]


def test_a_file_that_nothing_repairs_leaves_the_time_to_the_ordinary_search(write: Writer, fix: Fixer) -> None:
    files = {
        "old.py": "This is (not\n[Python at } all\nand 1 nothing 2 will {make it so\n" * 4,
        "shop.py": "def load():\n    import old\n\n    return old\n\n\ndef net(price):\n    return price * 1.2\n",
        "test_shop.py": "import shop\n\n\ndef test_net():\n    try:\n        assert shop.net(120) == 100\n"
        "    except AssertionError as error:\n        raise AssertionError('no SyntaxError') from error\n",
    }
    result = fix(write(files))
    assert result.patches and set(result.patches[0].files) == {"shop.py"}
    assert any("old.py does not compile" in note for note in result.notes)


def test_the_search_goes_on_from_the_repaired_file(write: Writer, fix: Fixer) -> None:
    wrong = SHOP["shop/prices.py"].replace("price / 1.2", "price * 1.2")
    result = fix(write({**SHOP, "shop/prices.py": wrong}), seconds=150)
    best = result.patches[0]
    assert best.complete and best.kind.startswith("syntax.colon + ")
    assert "tests/test_shop.py" in best.fixes and "tests/test_shop.py::test_net" in best.fixes
    assert "-def gross(price)\n+def gross(price):\n" in best.diff and "price * 1.2\n" in best.diff
    alone = result.patches[-1]
    assert not alone.complete and alone.kind == "syntax.colon"
    assert alone.fixes == {"tests/test_shop.py::test_gross"}


def test_the_bugs_behind_a_file_that_does_not_compile_are_bugs_of_their_own(write: Writer) -> None:
    prices = SHOP["shop/prices.py"].replace("120 / 100", "120 + 100").replace("price / 1.2", "int(price) * 0")
    report = repair_project(write({**SHOP, "shop/prices.py": prices}), seconds=12, cores=1)
    first = report.bugs[0]
    assert first.outcome == "fixed" and first.patch is not None and first.patch.location.startswith("shop/prices.py")
    assert "+def gross(price):\n" in report.diff
    assert {test for bug in report.bugs[1:] for test in bug.tests} <= {
        "tests/test_shop.py::test_gross",
        "tests/test_shop.py::test_net",
        "tests/test_more.py::test_late",
    }
    assert first.check is not None and (report.failing_before, first.check.failing) == (2, 3)


def test_what_a_file_held_before_it_compiled_is_not_held_against_the_patch() -> None:
    before = "import sys\n\n\ndef frame():\n    return sys._getframe()\n\n\ndef late()\n    return 1\n"
    good = before.replace("late()\n", "late():\n")
    assert not refuse_patch([FileChange("shop.py", before, good)])
    worse = good.replace("return 1", "return sys._getframe(1)")
    assert [one.lines for one in refuse_patch([FileChange("shop.py", before, worse)])] == [(5, 9)]
