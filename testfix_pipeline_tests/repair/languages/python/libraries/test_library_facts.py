"""What one repair of a project finds out about its libraries is known to the next one."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import InstalledVersions, Update
from testfix_pipeline.repair.language.library_facts import LibraryFacts
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry import probe, recording
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.inquiry.probe import LibraryProgram
from testfix_pipeline.repair.languages.python.libraries.recorded import recorded_releases
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_releases import begun_old_run
from testfix_pipeline_tests.execution.targets import ours

NAMES = {"shapeless": "2.0"}, {"shapeless": "shapeless"}
ANSWER = {"distributions": NAMES[0], "modules": NAMES[1]}


@pytest.fixture
def question(tmp_path: Path) -> LibraryQuestion:
    (tmp_path / "requirements.txt").write_text("shapeless==1.0\n")
    (tmp_path / "own.py").write_text("import shapeless\n")
    return LibraryQuestion(ours(), tmp_path, lambda: tmp_path, (), (), 1.0, [TestId("test_own.py::test")])


def test_old_releases_are_looked_for_once_in_a_project(question, monkeypatch) -> None:
    asked: list[str] = []
    found = OldRelease("shapeless", "1.0", None, "not there")
    monkeypatch.setattr(recording, "ask_target", lambda *_: asked.append("installed") or ANSWER)
    monkeypatch.setattr(recorded_releases, "old_releases", lambda *_: asked.append("releases") or [found])
    runs = [begun_old_run(replace(question, memory={})) for _ in range(2)]
    assert [run.releases for run in runs if run is not None] == [[found], [found]]
    assert asked == ["installed", "releases"]


@pytest.mark.parametrize(("library", "is_unchanged"), [("", True), ("Shapeless", True), ("python", False)])
def test_an_update_of_another_library_is_behind_what_fails_alike_under_old_releases(
    question: LibraryQuestion, monkeypatch: pytest.MonkeyPatch, library: str, is_unchanged: bool
) -> None:
    update = Update(library=library, version="2.0", symbol="imp") if library else None
    failure = Failure(test="test_own.py::test", error_type="ImportError", error="no imp", update=update)
    there = recording.CallRecording(
        outcomes={failure.test: "failed"}, errors={failure.test: (failure.error_type, failure.error)}
    )
    monkeypatch.setattr(recording, "ask_target", lambda *_: ANSWER)
    release = OldRelease("shapeless", "1.0", question.files / "old")
    monkeypatch.setattr(recorded_releases, "old_releases", lambda *_: [release])
    monkeypatch.setattr(recorded_releases, "record", lambda *_: there)
    question = replace(question, failures=[failure])
    recorded_releases.record_old(question)
    assert LibraryFacts(found={"python": question.lasting}).are_unchanged([failure]) is is_unchanged


def test_files_that_a_step_does_not_change_are_parsed_once(question: LibraryQuestion, tmp_path: Path) -> None:
    other = tmp_path / "step"
    other.mkdir()
    for root in (tmp_path, other):
        (root / "same.py").write_text("import shapeless\n")
    (other / "own.py").write_text("import edges\n")
    first, second = (LibraryProgram.of(replace(question, files=root)).files for root in (tmp_path, other))
    assert first["same.py"] is second["same.py"]
    assert second["own.py"].text == "import edges\n"


def test_a_cancellation_ends_what_asks_the_interpreter(question: LibraryQuestion) -> None:
    (question.files / "test_own.py").write_text("while True:\n    pass\n")
    cancelled = replace(question, cancel=lambda: True, seconds=60.0, installed=InstalledVersions())
    began = time.monotonic()
    assert probe.ask(cancelled, [Failure(test="test_own.py", error_type="TypeError", error="")]) == {}
    assert recording.record(cancelled, ["own.py"], ["shapeless"]) is None
    assert time.monotonic() - began < 30


def test_what_is_installed_is_not_asked_for_where_it_is_known(question, monkeypatch) -> None:
    monkeypatch.setattr(recording, "ask_target", lambda *_: {"distributions": {"other": "1"}, "modules": {}})
    known = InstalledVersions(distributions=NAMES[0], modules=NAMES[1])
    assert recording.installed_beside(replace(question, installed=known), 1.0) == NAMES
    elsewhere = replace(question, installed=known, project=replace(question.project, env={"PYTHONPATH": "lib"}))
    assert recording.installed_beside(elsewhere, 1.0) == ({"other": "1"}, {})
