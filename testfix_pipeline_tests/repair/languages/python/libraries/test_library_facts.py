"""What one repair of a project finds out about its libraries is known to the next one."""

from dataclasses import replace
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import InstalledVersions
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry import recording
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.recorded import recorded_releases
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_releases import begun_old_run
from testfix_pipeline_tests.execution.targets import ours

NAMES = {"shapeless": "2.0"}, {"shapeless": "shapeless"}


@pytest.fixture
def question(tmp_path: Path) -> LibraryQuestion:
    (tmp_path / "requirements.txt").write_text("shapeless==1.0\n")
    (tmp_path / "own.py").write_text("import shapeless\n")
    return LibraryQuestion(ours(), tmp_path, lambda: tmp_path, (), (), 1.0, [TestId("test_own.py::test")])


def test_old_releases_are_looked_for_once_in_a_project(
    question: LibraryQuestion, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    found = OldRelease("shapeless", "1.0", None, "not there")
    monkeypatch.setattr(recording, "_ask_installed", lambda *_: asked.append("installed") or NAMES)
    monkeypatch.setattr(recorded_releases, "old_releases", lambda *_: asked.append("releases") or [found])
    runs = [begun_old_run(replace(question, memory={})) for _ in range(2)]
    assert [run.releases for run in runs if run is not None] == [[found], [found]]
    assert asked == ["installed", "releases"]


def test_what_is_installed_is_not_asked_for_where_it_is_known(
    question: LibraryQuestion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "_ask_installed", lambda *_: ({"other": "1"}, {}))
    known = InstalledVersions(distributions=NAMES[0], modules=NAMES[1])
    assert recording.installed_beside(replace(question, installed=known), 1.0) == NAMES
    elsewhere = replace(question, installed=known, project=replace(question.project, env={"PYTHONPATH": "lib"}))
    assert recording.installed_beside(elsewhere, 1.0) == ({"other": "1"}, {})
