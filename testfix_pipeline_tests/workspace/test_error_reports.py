"""What a user gets of an exception that nobody expected: a sentence, and a report without secrets."""

import errno
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import InternalError, MachineError, UsageError
from testfix_pipeline.workspace.error_reports import KEPT, internal_error, pipeline_error


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of this test."""
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "instance"))
    return tmp_path / "instance"


def raised(error: Exception) -> Exception:
    """The error with a traceback."""
    try:
        raise error
    except Exception as caught:
        return caught


def test_a_bug_is_one_sentence_with_a_report_that_holds_the_traceback() -> None:
    reported = pipeline_error(raised(KeyError("b/test_x.py")), "Run `testfix resume`.")
    assert isinstance(reported, InternalError)
    assert reported.what == "Internal error: KeyError: 'b/test_x.py'. This is a bug of testfix, not of your project."
    assert reported.next_step.startswith("Run `testfix resume`.") and reported.report in reported.next_step
    written = Path(reported.report).read_text()
    assert "in raised" in written and "python    3." in written and "variable  DAGSTER_HOME=" in written


def test_neither_the_sentence_nor_the_report_holds_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "sk-" + "a1B2c3D4e5F6g7H8" * 3
    monkeypatch.setenv("SOME_API_KEY", "correct-horse-battery")
    monkeypatch.setenv("TESTFIX_TOKEN", "another-secret-value")
    monkeypatch.setattr("sys.argv", ["testfix", "fix", "--key", "correct-horse-battery"])
    reported = pipeline_error(
        raised(RuntimeError(f"refused: correct-horse-battery\nOPENAI_API_KEY={key}\nAuthorization: Bearer {key}"))
    )
    everything = str(reported) + Path(reported.report).read_text()  # type: ignore[attr-defined]
    for secret in ("correct-horse-battery", "another-secret-value", key):
        assert secret not in everything
    assert "refused: [redacted: SOME_API_KEY]" in everything


def test_errors_for_the_user_and_the_machines_refusals_are_no_bugs(place: Path) -> None:
    known = UsageError("There is no such table.")
    assert pipeline_error(known) is known
    for number in (errno.ENOSPC, errno.ENOTDIR):
        assert isinstance(pipeline_error(OSError(number, "no", "/x")), MachineError)
    assert not place.exists()
    assert isinstance(pipeline_error(raised(FileNotFoundError(errno.ENOENT, "gone", "/x"))), InternalError)


def test_a_report_that_can_not_be_written_hides_nothing(place: Path) -> None:
    place.write_text("in the folder's place")
    reported = internal_error("KeyError: 'x'", "a traceback")
    assert (reported.report, reported.next_step) == (
        "",
        "No report could be written.",
    ) and "KeyError: 'x'" in reported.what


def test_reports_do_not_fill_the_disk(place: Path) -> None:
    folder = place / "errors"
    folder.mkdir(parents=True)
    for number in range(KEPT + 5):
        (folder / f"error-20200101T0000{number:02d}Z-000000.txt").touch()
    reported = internal_error("KeyError: 'x'", "a traceback")
    assert len(list(folder.iterdir())) == KEPT and Path(reported.report).exists()
