"""`repair_project` on programs that a newer library broke: what it finds, over how many files, and what it refuses."""

from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline.standalone.report import ProjectRepair
from testfix_pipeline_tests.libraries import install, write_release

Repairer = Callable[..., ProjectRepair]


@pytest.fixture
def updated(tmp_path: Path, write: Callable[..., Path]) -> Repairer:
    """Repairs a project of these files beside version 2 of a library."""

    def run(files: dict[str, str], seconds: float = 60, library: dict[str, str] | None = None) -> ProjectRepair:
        site = install(tmp_path / "site", files=library)
        environment = {"PYTHONPATH": str(site), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        settings = {"env": environment, "sandbox": {"read": [str(site)]}}
        return repair_project(write(files), seconds=seconds, cores=1, settings=settings)

    return run


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


def test_two_names_that_are_lost_at_import_are_one_patch_of_two_steps(updated: Repairer) -> None:
    report = updated(
        {
            "shop/__init__.py": "from shapeless import combine\nfrom shop.units import METRE\n",
            "shop/units.py": "import shapeless\n\nMETRE = shapeless.OldThing(1)\n",
            "test_shop.py": "import shop\n\n\ndef test_shop():\n    assert shop.combine(shop.METRE.n, 2) == 3\n",
        }
    )
    assert (report.outcome, len(report.bugs)) == ("fixed", 1)
    assert "+from shapeless.tools.sums import combine\n" in report.diff
    assert "+METRE = shapeless.NewThing(1)\n" in report.diff
    assert report.bugs[0].patch is not None
    assert "the error says: OldThing was removed in shapeless 2.0" in report.bugs[0].patch.description


def test_what_a_likelier_fix_did_not_lead_to_is_tried_where_it_ends(updated: Repairer) -> None:
    library = {
        "__init__.py": "from shapeless import old\n\n\ndef parse_form(text):\n    return [text]\n",
        "old.py": "def parse(text):\n    raise ValueError(f'no {text}')\n",
    }
    files = {
        "own.py": "import shapeless\n\n\ndef first(text):\n    return shapeless.parse(text)[0]\n",
        "test_own.py": "from own import first\n\n\ndef test_first():\n    assert first('a') == 'a'\n",
    }
    report = updated(files, library=library)
    assert report.bugs[0].patch is not None
    assert "+    return shapeless.parse_form(text)[0]\n" in report.bugs[0].patch.diff


def test_two_parameters_that_are_required_now_get_what_the_library_itself_gives_them(updated: Repairer) -> None:
    library = {
        "__init__.py": (
            "def handle(text, strict, depth):\n    return text.strip() if strict else text * depth\n\n\n"
            "def parse(text, strict=False, depth=3):\n    return handle(text, strict, depth)\n"
        )
    }
    files = {
        "own.py": "import shapeless\n\n\ndef triple(text):\n    return shapeless.handle(text)\n",
        "test_own.py": "from own import triple\n\n\ndef test_triple():\n    assert triple('a ') == 'a a a '\n",
    }
    report = updated(files, library=library)
    assert report.outcome == "fixed"
    assert "+    return shapeless.handle(text, strict=False, depth=3)\n" in report.diff


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


def test_what_the_old_release_says_of_a_name_and_of_a_default(
    updated: Repairer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))
    files = {
        "requirements.txt": "shapeless==1.0\n",
        "page.py": (
            "from shapeless import paint, scale\n\n\ndef title(text):\n    return paint(text)\n\n\n"
            "def double(n):\n    return scale(n)\n"
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
    assert report.bugs[0].patch is not None
    assert "shapeless 1.0 made it of render" in report.bugs[0].patch.description


def test_bugs_that_come_to_light_where_a_file_can_be_collected_again_are_repaired_as_well(updated: Repairer) -> None:
    report = updated(
        {
            "price.py": (
                "from shapeless import combine\n\n\ndef total(a, b):\n    return combine(a, b)\n\n\n"
                "def cheaper(a, b):\n    return a if a > b else b\n"
            ),
            "test_price.py": (
                "from price import cheaper, total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n\n\n"
                "def test_cheaper():\n    assert cheaper(1, 2) == 1\n\n\n"
                "def test_cheaper_the_other_way():\n    assert cheaper(5, 4) == 4\n"
            ),
        }
    )
    assert (report.outcome, report.failing_after) == ("fixed", 0)
    assert "+from shapeless.tools.sums import combine\n" in report.diff
    assert "-    return a if a > b else b\n" in report.diff


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


def test_what_a_step_repairs_is_kept_where_another_test_dies_of_something_else_next(updated: Repairer) -> None:
    report = updated(
        {
            "shop.py": "import shapeless\n\n\ndef thing(n):\n    return shapeless.OldThing(n)\n\n\n"
            "def twice(n):\n    return thing(n).n * 2\n\n\ndef thrice(n):\n    return shapeless.lost(thing(n).n)\n",
            "test_shop.py": "import shop\n\n\ndef test_twice():\n    assert shop.twice(2) == 4\n\n\n"
            "def test_thrice():\n    assert shop.thrice(2) == 6\n",
        },
        60,
    )
    assert (report.outcome, report.failing_before, report.failing_after) == ("partly", 2, 1)
    assert "+    return shapeless.NewThing(n)\n" in report.diff


def test_a_patch_that_fixes_one_test_of_a_bug_is_reported_as_partial(updated: Repairer) -> None:
    report = updated(
        {
            "shop.py": "import shapeless\n\n\ndef price(n, twice):\n    found = shapeless.OldThing(n).n\n"
            "    return found * 2 if twice else shapeless.lost(found)\n",
            "test_shop.py": "import pytest\nimport shop\n\n\n@pytest.mark.parametrize('twice', [True, False])\n"
            "def test_price(twice):\n    assert shop.price(2, twice) == 4 + 2 * (not twice)\n",
        }
    )
    assert (report.outcome, report.failing_before, report.failing_after) == ("partly", 2, 1)
    assert [(bug.outcome, len(bug.tests)) for bug in report.bugs] == [("partial", 2), ("open", 1)]
    assert report.bugs[0].is_built_upon and "+    found = shapeless.NewThing(n).n\n" in report.diff


def test_the_search_goes_on_from_a_sure_step_that_makes_no_test_pass(updated: Repairer) -> None:
    report = updated(
        {
            "total.py": "import shapeless\n\n\ndef total(a, b):\n    return shapeless.OldThing(a).n - b\n",
            "test_total.py": (
                "from total import total\n\n\n"
                "def test_total():\n    assert total(1, 2) == 3\n    assert total(5, 1) == 6\n"
            ),
        }
    )
    (bug,) = report.bugs
    assert bug.patch is not None and "+    return shapeless.NewThing(a).n + b\n" in bug.patch.diff


def test_what_refuses_the_call_is_no_substitute(updated: Repairer) -> None:
    report = updated(
        {
            "shop.py": "from shapeless import as_metre\n\n\ndef metre(*sizes):\n    return as_metre(*sizes)\n",
            "test_shop.py": "from shop import metre\n\n\ndef test_metre():\n    assert metre(1, 2).length == 1\n",
        },
        20,
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


def test_an_attribute_that_lists_have_too_is_changed_where_the_library_lacks_it(
    updated: Repairer, tmp_path: Path
) -> None:
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


def test_a_switch_that_a_library_wants_since_an_update(updated: Repairer, tmp_path: Path) -> None:
    tables = (
        "class Table:\n    def __init__(self, rows):\n        self.rows = rows\n\n"
        "    def mean(self, numbers_only=False):\n"
        "        found = [one for one in self.rows if isinstance(one, int) or not numbers_only]\n"
        "        if any(isinstance(one, str) for one in found):\n            raise TypeError('these are no numbers')\n"
        "        return sum(found) / len(found)\n\n\ndef table(rows):\n    return Table(rows)\n"
    )
    install(tmp_path / "site", files={"__init__.py": tables}, name="tables")
    report = updated(
        {
            "requirements.txt": "tables==1.0\n",
            "mean.py": "import tables\n\n\ndef mean(rows):\n    return tables.table(list(rows)).mean()\n",
            "test_mean.py": "from mean import mean\n\n\ndef test_mean():\n    assert mean([1, 'a', 4]) == 2.5\n",
        }
    )
    assert report.failing_after == 0
    assert "+    return tables.table(list(rows)).mean(numbers_only=True)\n" in report.diff


def test_a_step_that_leads_no_further_gives_way_to_the_next_one(updated: Repairer, tmp_path: Path) -> None:
    measures = (
        "def metre_lens(n):\n    return 'm' * n\n\n\ndef metre_length(n):\n    return n\n\n\n"
        "def scaled(value):\n    return value * 2\n\n\ndef __getattr__(name):\n"
        "    raise AttributeError(f'{name} was removed. Use `scaled` instead.' if name == 'scale' else name)\n"
    )
    install(tmp_path / "site", files={"__init__.py": measures}, name="measures")
    report = updated(
        {
            "total.py": (
                "import measures\n\n\ndef total(n):\n    one = measures.metreLen(n)\n    return measures.scale(one)\n"
            ),
            "test_total.py": "from total import total\n\n\ndef test_total():\n    assert total(2) == 4\n",
        },
        seconds=150,
    )
    patch = report.bugs[0].patch
    assert patch is not None
    assert "+    one = measures.metre_length(n)\n+    return measures.scaled(one)\n" in patch.diff


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


def test_a_function_that_was_removed_without_a_replacement_is_copied_from_the_old_release(
    updated: Repairer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))
    old = {"__init__.py": "", "words.py": "def is_spoken(text):\n    return text.lower() in ('yes', 'aye')\n"}
    write_release(tmp_path / "cache" / "releases" / "shapeless-1.0", old)
    files = {
        "requirements.txt": "shapeless==1.0\n",
        "own.py": "from shapeless.words import is_spoken\n\n\ndef agreed(text):\n    return is_spoken(text)\n",
        "test_own.py": "from own import agreed\n\n\ndef test_agreed():\n    assert agreed('Aye')\n",
    }
    report = updated(files)
    assert report.outcome == "fixed"
    assert "+# From shapeless.words of shapeless 1.0 (its licence is not named); " in report.diff
    assert "+    return text.lower() in ('yes', 'aye')\n" in report.diff


SHOP = {"shop/__init__.py": "from shapeless import combine\n"}


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {
                "tests/conftest.py": "import shop\n\n\ndef pytest_runtest_setup(item, lost):\n    pass\n",
                "tests/test_shop.py": "def test_add():\n    assert True\n",
            },
            "With it the tests can't run: ",
        ),
        (
            {
                "tests/test_shop.py": (
                    "import shop\nfrom shapeless import combine\n\n\ndef test_add():\n    assert combine(1, 2) == 3\n"
                )
            },
            "the test itself uses shapeless.combine",
        ),
    ],
    ids=["the set-up of the tests", "a test"],
)
def test_a_sure_step_after_which_the_tests_themselves_break_is_shown(
    updated: Repairer, files: dict[str, str], said: str
) -> None:
    report = updated({**SHOP, **files})
    assert (report.outcome, report.diff) == ("open", "")
    bug = report.bugs[0]
    assert bug.patch is not None and "+from shapeless.tools.sums import combine\n" in bug.patch.diff
    assert (bug.outcome, bug.patch.complete, bug.patch.flips, bug.check) == ("partial", False, [], None)
    assert any(said in note for note in bug.notes)
