"""Engines of other packages, found as installed packages are: asked first, named in the notes, never in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from testfix_pipeline.cli.use_cases.doctor_checks import engine_rows
from testfix_pipeline.core.errors import MeasurementError, UsageError
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.repair.engine import RepairRequest
from testfix_pipeline.repair.engines import engines, repair

FINDS = """
    from dataclasses import fields
    from testfix_pipeline.repair.engine import RankedPatch, RepairResult

    class Engine:
        def takes(self, request):
            return all(test.endswith(".js") for test in request.failing)

        def repair(self, request):
            known = {one.name: None for one in fields(RankedPatch)}
            patch = RankedPatch(**{**known, "description": f"within {request.seconds:.0f} s"})
            return RepairResult((patch,), 1, "found", [], 0.1, ["its own note"], {})
"""
FINDS_NOTHING = """
    from testfix_pipeline.repair.engine import RepairResult

    class Engine:
        def takes(self, request):
            return True

        def repair(self, request):
            return RepairResult((), 1, "space", [], 0.1, [], {})
"""
FAILS = """
    class Engine:
        def takes(self, request):
            return True

        def repair(self, request):
            raise LookupError("no parser")
"""
CAN_NOT_SAY = """
    class Engine:
        def takes(self, request):
            return request.language

        def repair(self, request):
            pass
"""
CAN_NOT_MEASURE = """
    from testfix_pipeline.core.errors import MeasurementError

    class Engine:
        def takes(self, request):
            return True

        def repair(self, request):
            raise MeasurementError("node is missing.", "Install it.")
"""
LACKS = "class Engine: takes = True"


@pytest.fixture
def engine_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Call with the code of an engine by its name: each is a package of its own while the test lasts."""

    def install(**code: str) -> None:
        site = tmp_path / "site"
        for name, text in code.items():
            metadata = site / f"{name}_engine-1.dist-info"
            metadata.mkdir(parents=True)
            (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-engine\nVersion: 1\n")
            (metadata / "entry_points.txt").write_text(f"[testfix.engines]\n{name} = {tmp_path.name}_{name}:Engine\n")
            (site / f"{tmp_path.name}_{name}.py").write_text(dedent(text))
        monkeypatch.syspath_prepend(str(site))
        engines.cache_clear()

    engines.cache_clear()
    yield install
    engines.cache_clear()


def request(tree: Path, *names: str) -> RepairRequest:
    """A request that no test is run for."""
    failing = [TestId(name) for name in names]
    return RepairRequest(
        TargetProject(Path("python"), "by hand", suites=(pytest_suite(),)), tree, failing, failing, [], [], None, 20
    )


def test_an_engine_of_another_package_fixes_what_it_takes(tmp_path: Path, engine_packages: Callable[..., None]) -> None:
    engine_packages(script=FINDS)
    found = repair(request(tmp_path, "a.test.js"))
    assert [one.description for one in found.patches] == ["within 20 s"]
    assert found.notes == ["The repair engine 'script' was asked: 1 patches.", "its own note"]


def test_what_no_other_engine_fixes_is_ours_and_the_notes_say_why(write, fix, engine_packages, monkeypatch) -> None:
    monkeypatch.setattr("testfix_pipeline_tests.repair.conftest.repair", repair)
    engine_packages(a=FINDS, b=FINDS_NOTHING, c=FAILS, d=CAN_NOT_SAY, e="import nothing_like_it", f=LACKS)
    tests = "from calc import half\n\ndef test_half():\n    assert (half(4), half(10)) == (2, 5)\n"
    found = fix(write({"calc.py": "def half(n):\n    return n * 2\n", "test_calc.py": tests}))
    assert found.patches and found.patches[0].complete
    assert [note.replace("'RepairRequest' object", "...") for note in found.notes[:5]] == [
        "The repair engine 'e' can't be loaded: e-engine: ModuleNotFoundError: No module named 'nothing_like_it'",
        "The repair engine 'f' can't be loaded: f-engine: TypeError: Engine lacks `takes` or `repair`",
        "The repair engine 'b' was asked: 0 patches.",
        "The repair engine 'c' failed: LookupError: no parser",
        "The repair engine 'd' failed: AttributeError: ... has no attribute 'language'",
    ]


def test_doctor_names_engines_and_what_keeps_them_from_loading(engine_packages: Callable[..., None]) -> None:
    assert engine_rows() == []
    engine_packages(good=FINDS, lacking=LACKS)
    rows = [(row["check"], row["state"], row["detail"].partition(",")[0]) for row in engine_rows()]
    assert rows == [("engine good", "ok", "installed"), ("engine lacking", "broken", "can't be loaded")]


def test_an_error_that_the_user_must_act_on_is_not_passed_over(tmp_path, engine_packages) -> None:
    engine_packages(node=CAN_NOT_MEASURE)
    with pytest.raises(MeasurementError, match="node is missing"):
        repair(request(tmp_path, "a.test.js"))


def test_an_installation_without_our_engine_says_so(engine_packages, monkeypatch) -> None:
    monkeypatch.setattr("testfix_pipeline.core.plugins.registered", lambda group: [])
    with pytest.raises(UsageError, match=r"its entry point is not installed.*Install testfix-pipeline again"):
        engines()
