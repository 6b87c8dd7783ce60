"""What people read of changed state is the same on every machine."""

from pathlib import Path

from testfix_pipeline_tests.repair.sources import of_target


def test_a_path_of_the_machine_is_not_shown(tmp_path: Path) -> None:
    shown = of_target("warm_pieces")._short
    assert shown(str(tmp_path)) == shown(f"elsewhere:{tmp_path}") == "a path"
    assert (shown("/api/v1"), shown("plain"), shown(3)) == ("'/api/v1'", "'plain'", "3")
