"""What test code needs whose library moved on: a patch where the error's text offers a name, else a sentence."""

import subprocess

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.updates.needed_test_changes import needed_test_changes
from testfix_pipeline.updates.test_code_rules import renamed


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


def test_only_what_a_failure_is_about_is_changed(tmp_path):
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
    assert "+        self.assertEqual(1, 1)\n" in patch and "+        self.assertGone" not in patch
