"""Repairs after a library's update that are cancelled: the steps until then are reported, with what is left."""

from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.standalone.api import RepairProgress, repair_project
from testfix_pipeline.standalone.report import ProjectRepair
from testfix_pipeline_tests.libraries import install

Repairer = Callable[..., ProjectRepair]
TWO_STEPS = {
    "requirements.txt": "shapeless==1.0\n",
    "page.py": (
        "import shapeless\n\n\ndef title(text, upper):\n    times = shapeless.OldThing(2).n\n"
        "    return shapeless.render(text, upper=True) if upper else text * times\n"
    ),
    "test_page.py": (
        "from page import title\n\n\ndef test_plain():\n    assert title('a', False) == 'aa'\n\n\n"
        "def test_upper():\n    assert title('a', True) == '  A'\n"
    ),
}


@pytest.fixture
def updated(tmp_path: Path, write: Callable[..., Path]) -> Repairer:
    """Repairs a project of these files beside version 2 of a library, cancelled when a progress says so."""

    def run(files: dict[str, str], when: Callable[[RepairProgress], bool]) -> ProjectRepair:
        site = install(tmp_path / "site")
        environment = {"PYTHONPATH": str(site), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        settings = {"env": environment, "sandbox": {"read": [str(site)]}}
        seen: list[bool] = []
        return repair_project(
            write(files),
            cores=1,
            settings=settings,
            on_progress=lambda progress: seen.append(when(progress)),
            cancel=lambda: any(seen),
        )

    return run


def test_a_step_stays_where_the_next_one_is_cancelled(updated: Repairer) -> None:
    report = updated(TWO_STEPS, lambda said: said.stage == "searching" and said.done >= 2)
    bug = report.bugs[0]
    assert bug.patch is not None
    assert "+    times = shapeless.NewThing(2).n\n" in bug.patch.diff
    assert (bug.outcome, bug.patch.complete) == ("partial", False)
    assert bug.patch.flips == ["test_page.py::test_plain"]
    assert bug.check is not None
    assert bug.check.cancelled and not report.diff, "no clean run has confirmed it"
    assert any("cancelled before it ended" in step and "--seconds" in step for step in bug.next_steps)
    left = "Cut off after 1 step: 1 of 2 tests still fails, first test_page.py::test_upper: "
    assert any(note.startswith(left) for note in bug.notes)
