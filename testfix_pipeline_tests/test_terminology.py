"""tools/terminology.py: what counts as a wrong term, and the allowance that may only fall."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import terminology

ROOT = Path(__file__).parents[1]
GLOSSARY = (
    "| term | meaning | not |\n|---|---|---|\n| repair | fix it | `mend`, put right |\n| unused | no | `loose end` |\n"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("docs", "tools", "testfix_pipeline"):
        (tmp_path / name).mkdir()
    (tmp_path / terminology.GLOSSARY).write_text(GLOSSARY)
    return tmp_path


def _check(project: Path, *options: str) -> int:
    return int(terminology.main([*options, str(project)]))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("# it mends this", ["mends"], id="comment"),
        pytest.param("def mended_tests(): ...", ["mended"], id="snake_case"),
        pytest.param("class LooseEnds: ...", ["loose ends"], id="CamelCase, two words"),
        pytest.param("MENDING = 1", ["mending"], id="constant"),
        pytest.param("recommend amends amendment", [], id="part of a longer word"),
        pytest.param("the loose part at its end", [], id="words of a term apart"),
        pytest.param("put right", [], id="not in code font in the glossary"),
    ],
)
def test_terms_are_found_by_whole_words_in_code_and_prose(text: str, found: list[str]) -> None:
    assert terminology.wrong_terms(GLOSSARY).findall(terminology.words(text)) == found


def test_a_file_with_more_wrong_terms_than_it_may_hold_fails_and_is_named(project, capsys) -> None:
    module = project / "testfix_pipeline/cycle.py"
    module.write_text("# mend\n")
    assert _check(project) == 1
    assert "testfix_pipeline/cycle.py:1: mend" in capsys.readouterr().out
    assert _check(project, "--update") == 0 and _check(project) == 0
    module.write_text("# mend\n# mends\n")
    assert _check(project) == 1
    module.write_text("# repair\n")
    assert _check(project) == 0


@pytest.mark.parametrize("name", ["testfix_pipeline/roles/fix.md", "testfix_pipeline/run.cjs", "tools/tool.py"])
def test_prompts_programs_of_node_and_tools_are_searched_too(project: Path, name: str) -> None:
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text("mend\n")
    assert _check(project) == 1


def test_the_name_of_a_file_counts(project: Path) -> None:
    (project / "testfix_pipeline/loose_ends.py").write_text("")
    assert _check(project) == 1


def test_a_file_that_moved_keeps_its_allowance_and_no_more(project: Path) -> None:
    old, new = project / "testfix_pipeline/old.py", project / "testfix_pipeline/new.py"
    old.write_text("# mend\n")
    assert _check(project, "--update") == 0
    old.rename(new)
    assert _check(project) == 0
    new.write_text("# mend\n# mend\n")
    assert _check(project) == 1


def test_the_sum_of_the_allowances_never_rises(project: Path) -> None:
    (project / "testfix_pipeline/one.py").write_text("# mend\n")
    assert _check(project, "--update") == 0
    (project / "testfix_pipeline/other.py").write_text("# mended\n")
    assert _check(project, "--update") == 1 and _check(project) == 1


def test_this_repository_holds_no_more_wrong_terms_than_it_may(capsys: pytest.CaptureFixture[str]) -> None:
    assert _check(ROOT) == 0, capsys.readouterr().out
