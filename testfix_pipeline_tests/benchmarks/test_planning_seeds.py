import ast
import copy
from pathlib import Path

import pytest

from benchmarks.planning.planting import plant, sites
from benchmarks.planning.seeds.bad_tests import WAYS
from benchmarks.planning.seeds.variant import VARIANTS
from testfix_pipeline.planning.scanner import TABLE
from testfix_pipeline.planning.scanner.antipatterns import ADVICE
from testfix_pipeline.planning.scanner.table import CATEGORIES

MODULE = '''"""Prices."""

import math

RATE = 2


def price(amount, extra=1):
    """What it costs."""
    extra = math.floor(extra)
    return amount * RATE + extra


LAST = 3
'''
GOOD = "def test_a():\n    found = price(3)\n    assert found == 7\n    assert price(0) == 1\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "prices.py").write_text(MODULE)
    return tmp_path


def test_each_variant_is_planted_where_it_says_and_leaves_a_module_that_parses(tree: Path):
    (site,) = sites(tree, ["shop/prices.py"])
    for number, variant in enumerate(each for variants in VARIANTS.values() for each in variants):
        planted = plant(variant, site, ["shop.prices"], number)
        ast.parse(planted.text)
        assert planted.lines and planted.lines <= planted.changed, variant.name
        new, old = planted.text.splitlines(), MODULE.splitlines()
        assert all(new[now - 1] == old[was - 1] for now, was in planted.original.items()), variant.name


def test_every_category_has_its_variants_and_every_pattern_one():
    assert set(VARIANTS) == set(CATEGORIES)
    for category, variants in VARIANTS.items():
        bad = [variant for variant in variants if variant.pattern]
        assert len(bad) >= 8 and len(bad) < len(variants)
        assert {TABLE[variant.pattern].category for variant in bad} == {category}
    planted = {variant.pattern for variants in VARIANTS.values() for variant in variants if variant.pattern}
    assert {name for name, rule in TABLE.items() if rule.category in CATEGORIES} - planted == {"unchecked_imports"}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.pattern}-{way.name}")
def test_each_way_spoils_a_test_and_what_comes_out_parses(way):
    (function,) = ast.parse(GOOD).body
    made = way.spoil(copy.deepcopy(function), "price(3)")
    assert made is not None and way.pattern in ADVICE
    text = made[1] + ast.unparse(ast.fix_missing_locations(made[0]))
    ast.parse(text)
    assert text != ast.unparse(function)


def test_there_are_ways_to_every_anti_pattern():
    assert {way.pattern for way in WAYS} == set(ADVICE) and len(WAYS) >= 40
