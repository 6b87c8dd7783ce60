"""The share of the processors that is there for us."""

from pathlib import Path

import pytest

from testfix_pipeline.core.processor_share import LEAST, ProcessorShare


@pytest.mark.parametrize(
    ("running", "share"),
    [
        pytest.param(1, 1.0, id="alone"),
        pytest.param(3, 1.0, id="a search of our own: two workers and what directs them"),
        pytest.param(5, 0.5, id="two others on two processors"),
        pytest.param(500, LEAST, id="never less than this"),
    ],
)
def test_programs_beside_ours_take_their_share(tmp_path: Path, running: int, share: float) -> None:
    (tmp_path / "stat").write_text(f"cpu  1 2 3\nprocs_running {running}\nprocs_blocked 0\n")
    assert ProcessorShare(tmp_path / "stat", processors=2).now() == pytest.approx(share)


@pytest.mark.parametrize("text", [None, "", "procs_running many"])
def test_where_nobody_knows_all_of_it_is_ours(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "stat").write_text(text)
    assert ProcessorShare(tmp_path / "stat", processors=2).now() == 1.0
