"""`repair_project` on programs that a newer library broke: what it finds, over how many files, and what it refuses."""

from pathlib import Path

from testfix_pipeline_tests.libraries import install, write_release
from testfix_pipeline_tests.standalone.conftest import Repairer


def test_a_function_that_moved_to_a_submodule(updated: Repairer) -> None:
    report = updated(
        {
            "requirements.txt": "shapeless==1.0\n",
            "total.py": "from shapeless import combine\n\n\ndef total(a, b):\n    return combine(a, b)\n",
            "test_total.py": "from total import total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n",
        }
    )
    assert (report.outcome, report.failing_after) == ("fixed", 0)
    assert "-from shapeless import combine\n+from shapeless.tools.sums import combine\n" in report.diff
    (bug,) = report.bugs
    assert bug.patch is not None and bug.patch.confidence >= 0.6
    assert "shapeless 2.0 has no combine" in bug.patch.description, "the evidence is shown with the patch"
    assert "shapeless.tools.sums has combine" in bug.patch.description
    assert "unproved: shapeless 1.0, which the project names, is not at hand" in bug.patch.description


def test_a_keyword_with_another_name(updated: Repairer) -> None:
    report = updated(
        {
            "page.py": (
                "import shapeless\n\n\ndef title(text):\n    return shapeless.render(text, upper=True)\n\n\n"
                "def loud(text):\n    return shapeless.render(\n        text,\n        upper = True,\n    )\n"
            ),
            "test_page.py": (
                "from page import loud, title\n\n\ndef test_title():\n    assert title('a') == '  A'\n\n\n"
                "def test_loud():\n    assert loud('b') == '  B'\n"
            ),
        }
    )
    assert report.outcome == "fixed"
    assert "+    return shapeless.render(text, uppercase=True)\n" in report.diff
    assert "+        uppercase = True,\n" in report.diff, "all calls at once, with the spaces that they had"


def test_an_attribute_chain_in_two_files(updated: Repairer) -> None:
    report = updated(
        {
            "first.py": "import shapeless as s\n\n\ndef one():\n    return s.OldThing(1).n\n",
            "second.py": "import shapeless\n\n\nclass Two(shapeless.OldThing):\n    pass\n",
            "test_both.py": (
                "from first import one\nfrom second import Two\n\n\n"
                "def test_both():\n    assert one() + Two(2).n == 3\n"
            ),
        }
    )
    assert report.outcome == "fixed"
    assert "+    return s.NewThing(1).n\n" in report.diff
    assert "+class Two(shapeless.NewThing):\n" in report.diff


def test_what_the_old_release_says_of_a_name_and_of_a_default(updated, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))
    files = {
        "requirements.txt": "shapeless==1.0\n",
        "page.py": (
            "from shapeless import paint, scale\n\n\ndef title(text):\n    return paint(text)\n\n\n"
            "def double(n):\n    return scale(n)\n\n\ndef triple(n):\n    return scale(n, 3)\n"
        ),
        "test_page.py": (
            "from page import double, title\n\n\ndef test_title():\n    assert title('a') == '  a'\n\n\n"
            "def test_double():\n    assert double(4) == 8\n"
        ),
    }
    write_release(tmp_path / "cache" / "releases" / "shapeless-1.0")
    report = updated(files)
    assert report.outcome == "fixed"
    assert "+from shapeless import render, scale\n" in report.diff
    assert "+    return scale(n, factor=2)\n" in report.diff
    assert "+    return scale(n, 3" not in report.diff
    assert report.bugs[0].patch is not None
    assert "shapeless 1.0 made it of render" in report.bugs[0].patch.description


def test_a_suite_that_dies_in_its_conftest_is_measured_and_repaired(updated: Repairer) -> None:
    report = updated(
        {
            "shop/__init__.py": "from shapeless import combine\n",
            "tests/conftest.py": "import pytest, shop\n\n\n@pytest.fixture\ndef add():\n    return shop.combine\n",
            "tests/test_shop.py": "def test_add(add):\n    assert add(1, 2) == 3\n",
        }
    )
    assert report.outcome == "fixed"
    assert "+from shapeless.tools.sums import combine\n" in report.diff


def test_a_lost_name_in_a_test_itself_is_reported_and_left(updated: Repairer) -> None:
    report = updated(
        {
            "own.py": "def one():\n    return 1\n",
            "test_own.py": (
                "import own\nfrom shapeless import combine\n\n\n"
                "def test_one():\n    assert combine(own.one(), 1) == 2\n"
            ),
        },
        seconds=8,
    )
    assert (report.outcome, report.diff) == ("open", "")
    (note,) = [note for note in report.bugs[0].notes if "the test itself" in note]
    assert note.startswith("test_own.py:2: the test itself uses shapeless.combine, which shapeless 2.0 has not, ")
    assert "shapeless.tools.sums.combine may stand for it" in note


def test_an_import_is_never_guarded_nor_a_lost_name_replaced_by_a_value(updated: Repairer) -> None:
    report = updated(
        {
            "flag.py": "import shapeless\n\n\ndef is_fast():\n    return shapeless.HAS_SPEEDUPS_OF_OLD\n",
            "test_flag.py": "from flag import is_fast\n\n\ndef test_fast():\n    assert not is_fast()\n",
        },
        seconds=8,
    )
    assert (report.outcome, report.diff) == ("open", "")
    assert all(bug.outcome != "fixed" for bug in report.bugs)


def test_what_refuses_the_call_is_no_substitute(updated: Repairer) -> None:
    report = updated(
        {
            "shop.py": "from shapeless import as_metre\n\n\ndef metre(*sizes):\n    return as_metre(*sizes)\n",
            "test_shop.py": "from shop import metre\n\n\ndef test_metre():\n    assert metre(1, 2).length == 1\n",
        },
        seconds=6,
    )
    assert (report.outcome, report.diff) == ("open", "")


def test_an_object_of_another_library_that_answers_nothing_out_of_its_context_hides_no_lost_name(
    updated: Repairer, tmp_path: Path
) -> None:
    lazy = (
        "class Lazy:\n    def __getattribute__(self, name):\n        raise RuntimeError('out of context')\n\n\n"
        "settings = Lazy()\nrequest = Lazy()\n"
    )
    install(tmp_path / "site", files={"__init__.py": lazy}, name="context")
    report = updated(
        {
            "total.py": (
                "from context import request, settings\nfrom shapeless import combine\n\n\ndef total(a, b):\n"
                "    return combine(a, b)\n\n\ndef debug():\n    return settings.DEBUG or request.args.get('debug')\n"
            ),
            "test_total.py": "from total import total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n",
        }
    )
    assert report.failing_after == 0
    assert "+from shapeless.tools.sums import combine\n" in report.diff


def test_an_attribute_that_lists_have_too_is_changed_where_the_library_lacks_it(updated, tmp_path) -> None:
    boxes = (
        "class Box:\n    def __init__(self):\n        self.rows = []\n\n"
        "    def append_row(self, x):\n        self.rows += [x]\n"
    )
    install(tmp_path / "site", files={"__init__.py": boxes}, name="boxes")
    report = updated(
        {
            "fill.py": (
                "from boxes import Box\n\n\ndef filled(things):\n    seen, box = [], Box()\n    for one in things:\n"
                "        seen.append(one)\n        box.append(one)\n    return seen, box.rows\n"
            ),
            "test_fill.py": (
                "from fill import filled\n\n\ndef test_filled():\n    assert filled('ab') == (['a', 'b'],) * 2\n"
            ),
        }
    )
    assert report.failing_after == 0
    assert "+        box.append_row(one)\n" in report.diff and "-        seen.append(one)\n" not in report.diff


def test_a_module_that_is_only_named_like_tests(updated: Repairer) -> None:
    files = {
        "shop/__init__.py": "from shop.tests import TESTS\n",
        "shop/tests.py": (
            "from shapeless import combine\n\n\ndef test_three(a, b):\n    return combine(a, b) == 3\n\n\n"
            "TESTS = [test_three]\n"
        ),
        "tests/test_shop.py": "import shop\n\n\ndef test_shop():\n    assert shop.TESTS[0](1, 2)\n",
    }
    report = updated(files)
    assert report.outcome == "fixed"
    assert "+++ b/shop/tests.py\n" in report.diff


def test_a_function_that_was_removed_without_a_replacement_becomes_what_it_did(updated, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))
    old = {"__init__.py": "def is_spoken(text):\n    return text.lower() in ('yes', 'aye')\n"}
    write_release(tmp_path / "cache" / "releases" / "shapeless-1.0", old)
    files = {
        "requirements.txt": "shapeless==1.0\n",
        "own.py": "from shapeless import is_spoken\n\n\ndef agreed(text):\n    return is_spoken(text)\n",
        "test_own.py": "from own import agreed\n\n\ndef test_agreed():\n    assert agreed('Aye')\n",
    }
    report = updated(files)
    assert report.outcome == "fixed"
    assert "+    return text.lower() in ('yes', 'aye')\n" in report.diff
