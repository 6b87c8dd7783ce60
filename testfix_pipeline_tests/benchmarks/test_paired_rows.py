"""The rows of two engines, compared task by task."""

from benchmarks.repair.paired import chance, table


def test_rows_of_two_engines_are_compared_task_by_task() -> None:
    def row(name: str, right: bool) -> dict[str, object]:
        return {
            "id": name,
            "rank": 1 if right else None,
            "overfitted": not right,
            "plausible": True,
            "seconds": 2.0,
            "first_seconds": None,
        }

    old = [row("a", True), row("b", False), row("c", True), row("only old", True)]
    new = [row("a", True), row("b", True), row("c", False)]
    lines = table(old, new)
    assert "only the old one: c" in lines
    assert "only the new one: b" in lines
    assert lines[-1] == "3 tasks; lost 1, gained 1, p = 1.00 (sign test)"
    assert table(old, []) == ["no task was tried by both"]


def test_sign_test_is_exact() -> None:
    assert (chance(0, 0), chance(0, 5), chance(1, 5)) == (1.0, 0.0625, 0.21875)
