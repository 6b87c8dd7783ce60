"""The documentation: its size, its links, and the files that it names."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")])
MOST_WORDS, MOST_WORDS_OF_A_PAGE = 13_400, 1_200
# Where paths in the text may begin.
STARTS = (
    "",
    "testfix_pipeline",
    "testfix_pipeline/repair",
    "testfix_pipeline/repair/languages/python",
    "testfix_pipeline/repair/languages/python/ingredients",
    "testfix_pipeline/planning",
    "testfix_pipeline/agents",
)
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def test_all_pages_together_are_short() -> None:
    words = {page.name: len(page.read_text().split()) for page in (ROOT / "docs").glob("*.md")}
    assert sum(words.values()) <= MOST_WORDS, words


@each_page
def test_a_page_is_short_and_says_whom_it_is_for(page: Path) -> None:
    text = page.read_text()
    assert len(text.split()) <= MOST_WORDS_OF_A_PAGE
    if page.parent == ROOT / "docs":
        assert re.match(r"# .+\n\nFor (people|everyone|those) ", text), "the first two lines say whom it is for"


@each_page
def test_links_lead_to_files_and_headings_that_exist(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        found = page.parent / path if path else page
        assert found.exists(), target
        assert not heading or heading in _headings(found), target


def _headings(page: Path) -> set[str]:
    titles = re.findall(r"(?m)^#+ (.+)$", page.read_text())
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@each_page
def test_modules_that_a_page_names_exist(page: Path) -> None:
    named = re.findall(r"`((?:[\w{},*.-]+/)+[\w{},*-]+\.py)`", page.read_text())
    missing = [path for path in named if not all(_exists(one) for one in _alternatives(path))]
    assert not {path: _candidates(path) for path in missing}


def _alternatives(path: str) -> list[str]:
    """`a/{b,c}.py` as `a/b.py` and `a/c.py`."""
    group = re.search(r"\{([^}]*)\}", path)
    return [path.replace(group[0], one) for one in group[1].split(",")] if group else [path]


def _candidates(path: str) -> list[str]:
    """Files of the same name, which may be the one that moved."""
    return [str(one.relative_to(ROOT)) for one in (ROOT / "testfix_pipeline").rglob(Path(path).name)]


def _exists(path: str) -> bool:
    return any(any((ROOT / start).glob(path)) for start in STARTS)


def test_the_architecture_page_says_how_many_contracts_hold() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    assert f"Contracts: {len(contracts)} kept, 0 broken." in (ROOT / "docs" / "architecture.md").read_text()
