"""What test code needs whose library moved on: a patch where the error's text offers a name, else a sentence."""

import subprocess

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.updates.needed_test_changes import needed_test_changes
from testfix_pipeline.updates.test_code_rules import renamed
from testfix_pipeline_tests.execution.targets import ours


@pytest.mark.parametrize(
    ("text", "symbol", "replacement", "wanted"),
    [
        ("from box import old\nold(old)\n", "box.old", "new", "from box import new\nnew(new)\n"),
        ("from box import old as o\no()\n", "box.old", "box.new", "from box import new as o\no()\n"),
        ("from box import (a,\n  old)\nä = old\n", "box.old", "new", "from box import (a,\n  new)\nä = new\n"),
        ("import box as b\n'ä', b.old(b.old)\n", "box.old", "b.new", "import box as b\n'ä', b.new(b.new)\n"),
        ("import box.inner\nbox.inner.old\n", "box.inner.old", "inner.new", "import box.inner\nbox.inner.new\n"),
        ("def test(): make().old()\n", "box.Box.old", "new", "def test(): make().new()\n"),
        (
            "import numpy as np\nx = f(np.int, (np.int, 2))\n",
            "numpy.int",
            "int",
            "import numpy as np\nx = f(int, (int, 2))\n",
        ),
        (
            "self.old(); it.old()\nself.old()\nit.old()\n",
            "box.Box.old",
            "box.Box.new",
            "self.new(); it.new()\nself.new()\nit.old()\n",
        ),
        (
            "self.old()\nself.old()\ndef old(self): 0\n",
            "box.Box.old",
            "new",
            "self.new()\nself.old()\ndef old(self): 0\n",
        ),
        ("from box import Box\nBox.old\n", "box.Box.old", "Box.new", "from box import Box\nBox.new\n"),
        ("import box\nbox.old\n", "box.old", "other.new", "import other\nother.new\n"),
        ("import box\nbox.old\n", "box.old", "", ""),
        ("import box\nshelf.old\n", "box.old", "new", ""),
        ("import box\nbox.old(\n", "box.old", "new", ""),
        ("", "box.old", "new", ""),
    ],
)
def test_a_symbol_is_renamed_at_its_uses_where_that_is_evident(text, symbol, replacement, wanted):
    assert renamed(text, symbol, replacement, 1) == wanted


def failure(test, symbol, replacement="", kind="test_defect"):
    update = Update(library="box", version="2.0", symbol=symbol, place=f"{test}:2", replacement=replacement)
    return Failure(test=TestId(test), failure_class=kind, update=update)


def test_the_patch_applies_and_what_has_no_evident_change_is_named(tmp_path):
    text = "import box\nbox.old()\nbox.gone()"
    (tmp_path / "test_a.py").write_text(text)
    failures = [
        failure("test_a.py", "box.old", "box.new"),
        failure("test_a.py", "box.gone"),
        failure("missing.py", "box.old", "box.new"),
        failure("test_a.py", "box.fine", "box.new", "update"),
    ]
    found = needed_test_changes(failures, tmp_path)
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=found.patch.encode(), check=True)
    assert (tmp_path / "test_a.py").read_text() == text.replace("old", "new")
    assert [one.partition(" ")[0] for one in found.named] == ["missing.py:2", "test_a.py:2"]
    assert "Its text offers box.new." in found.named[0]


def test_what_ruff_knows_of_a_library_is_in_the_patch(tmp_path):
    text = "import numpy as np\ny = [np.product([3, 1]), np.Inf]\nzip([1], [2])\nlist(map(lambda x: x, y))\n"
    (tmp_path / "test_a.py").write_text(text)
    update = Update(library="numpy", version="2.1.3", symbol="numpy.product", place="test_a.py:2")
    failing = [Failure(test=TestId("test_a.py"), failure_class="test_defect", update=update)]
    found = needed_test_changes(failing, tmp_path, ours())
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=found.patch.encode(), check=True)
    assert (tmp_path / "test_a.py").read_text() == text.replace("product", "prod").replace("Inf", "inf")
    assert found.named == () and needed_test_changes(failing, tmp_path).named != ()


def test_uses_that_the_change_of_an_earlier_failure_covers_are_not_named(tmp_path):
    (tmp_path / "test_a.py").write_text("class T(Base):\n    def test(self):\n        self.old()\n        self.old()\n")
    first = failure("test_a.py", "box.Box.old", "box.Box.new")
    found = [
        first.model_copy(update={"update": first.update.model_copy(update={"place": f"test_a.py:{line}"})})
        for line in (3, 4)
    ]
    needed = needed_test_changes(found, tmp_path)
    assert needed.named == () and needed.patch.count("+        self.new()") == 2


def test_what_comes_to_light_next_is_changed_as_well_where_the_table_of_python_knows_it(tmp_path):
    head = "class T(TestCase):\n    def test(self):\n        self.assertEquals(1, 1)\n"
    (tmp_path / "test_a.py").write_text(
        f"{head}        self.assertRaisesRegexp(E, 'a', f)\n        self.assertGone()\n"
    )
    owner = "unittest.case.TestCase"
    update = Update(
        library="python",
        version="3.12.1",
        symbol=f"{owner}.assertEquals",
        place="test_a.py:3",
        replacement=f"{owner}.assertEqual",
    )
    found = Failure(test=TestId("test_a.py::T::test"), failure_class="test_defect", update=update)
    patch = needed_test_changes([found], tmp_path).patch
    assert "+        self.assertEqual(1, 1)\n" in patch and "+        self.assertRaisesRegex(E, 'a', f)\n" in patch
    assert "+        self.assertGone" not in patch
    older = found.model_copy(update={"update": update.model_copy(update={"library": "box"})})
    assert "assertRaisesRegex(" not in needed_test_changes([older], tmp_path).patch
