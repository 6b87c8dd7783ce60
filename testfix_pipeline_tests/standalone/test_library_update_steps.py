"""`repair_project` on programs that a newer library broke in several ways: the steps of a repair, and what is kept."""

from pathlib import Path

import pytest

from testfix_pipeline_tests.libraries import install
from testfix_pipeline_tests.standalone.conftest import Repairer


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
    assert sorted(one.symbol for one in report.bugs[0].updates) == ["shapeless.OldThing", "shapeless.combine"]


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
def test_a_sure_step_after_which_the_tests_themselves_break_is_shown(updated, files, said) -> None:
    report = updated({**SHOP, **files})
    assert (report.outcome, report.diff) == ("open", "")
    bug = report.bugs[0]
    assert bug.patch is not None and "+from shapeless.tools.sums import combine\n" in bug.patch.diff
    assert (bug.outcome, bug.patch.complete, bug.patch.flips, bug.check) == ("partial", False, [], None)
    assert any(said in note for note in bug.notes)
