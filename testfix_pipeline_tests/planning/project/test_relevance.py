"""Keywords, complexity and the formula of relevance."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.planning.context.explorations import ANGLES, THEMES
from testfix_pipeline.planning.project.files import ProjectFiles, walked_files
from testfix_pipeline.planning.project.naming_conventions import Naming
from testfix_pipeline.planning.project.relevance import RankedFile, keep_relevant, rank_files
from testfix_pipeline.planning.project.survey import dependency_order, survey_files
from testfix_pipeline_tests.project_files import write_files


def test_each_theme_has_as_many_angles_as_the_most_complex_work_takes() -> None:
    assert {len(angles) for angles in THEMES.values()} == {ANGLES["High"]}


def project(tmp_path: Path) -> ProjectFiles:
    files = {
        "shop/cart.py": "from shop import prices\n\n\ndef add_item(x):\n    return x\n",
        "shop/prices.py": "from . import money\n",
        "shop/money.py": "class Amount:\n    pass\n",
        "shop/deep/er/still/unrelated.py": "",
        "tests/test_cart.py": "from shop.cart import add_item\n",
        "README.md": "The cart.\n",
        "examples/demo.py": "",
    }
    write_files(tmp_path, files)
    return walked_files(tmp_path)


@pytest.mark.parametrize(
    "text", ["Test the cart", "see shop/cart.py", "cart.py is wrong", "shop.cart", "call `add_item`"]
)
def test_the_formula(tmp_path: Path, text: str) -> None:
    words = ["cart"]
    found = {each.path: each.relevance for each in rank_files(text, words, survey_files(project(tmp_path), words))}
    assert found["shop/cart.py"] == pytest.approx(0.4 + 0.3 + 0.2 + 0.1)
    near = 0.5 if "shop" in text else 0.0  # the folder is named
    assert found["shop/prices.py"] == pytest.approx(0.4 * near + 0.2 + 0.1 / 2)
    assert found["shop/money.py"] == pytest.approx(0.4 * near + 0.2 + 0.1 / 3, abs=1e-4)
    assert found["shop/deep/er/still/unrelated.py"] == pytest.approx(0.2 * 0.7)
    assert found["examples/demo.py"] == pytest.approx(0.2 * 0.3)


SCORES = st.lists(st.floats(0, 1), max_size=120)


@given(SCORES)
def test_what_is_kept(scores: list[float]) -> None:
    ordered = [RankedFile(str(place), score, "") for place, score in enumerate(sorted(scores, reverse=True))]
    kept = keep_relevant(ordered)
    assert len(kept) >= min(10, len(ordered))
    assert kept == ordered[: len(kept)]
    assert len(kept) <= 50 or all(each.tier == "critical" for each in kept[50:])
    assert {each for each in ordered if each.tier == "critical"} <= set(kept)


NAMES = st.sampled_from("abcdef")
GRAPHS = st.dictionaries(NAMES, st.sets(NAMES))


@given(GRAPHS)
def test_an_order_without_circles_has_dependencies_first(imports: dict[str, set[str]]) -> None:
    downward = {name: {other for other in targets if other < name} for name, targets in imports.items()}
    paths = sorted(downward, reverse=True)
    ordered = dependency_order(paths, downward)
    assert sorted(ordered) == sorted(paths)
    for name, targets in downward.items():
        assert all(ordered.index(other) < ordered.index(name) for other in targets if other in downward)
    assert sorted(dependency_order(paths, imports)) == sorted(paths)


@pytest.mark.parametrize(
    ("tests", "source", "suggested"),
    [
        ([], "pkg/new.py", "tests/test_new.py"),
        (["tests/test_a.py"], "pkg/new.py", "tests/test_new.py"),
        (["tests/pkg/test_a.py", "tests/pkg/sub/test_b.py"], "pkg/sub/new.py", "tests/pkg/sub/test_new.py"),
        (["tests/test_a.py", "tests/sub/test_b.py"], "pkg/sub/new.py", "tests/sub/test_new.py"),
        (["pkg/test_a.py", "pkg/sub/test_b.py"], "pkg/sub/new.py", "pkg/sub/test_new.py"),
        (["pkg/tests/a_test.py", "pkg/sub/tests/b_test.py"], "pkg/other/new.py", "pkg/other/tests/new_test.py"),
        (["tests/test_a.py"], "pkg/a.py", "tests/test_a.py"),
        (["tests/test_a.py"], "pkg/sub/__init__.py", "tests/test_sub.py"),
    ],
)
def test_naming_is_learned_from_the_tests_there_are(tests: list[str], source: str, suggested: str) -> None:
    assert Naming(["pkg/a.py", "pkg/sub/b.py"], tests).suggest(source) == suggested
