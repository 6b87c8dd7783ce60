"""What landed before in a project, measured: the ranks that the command compares."""

from benchmarks.repair.diagnosis import Goal, searched
from benchmarks.repair.experienced import Bug, landed, table
from benchmarks.repair.programs import FOLDER, load
from benchmarks.repair.small import task
from testfix_pipeline.repair.experience import Experience


def test_a_history_holds_what_landed() -> None:
    assert Experience.of(landed(["variable", "off.by-one", "variable"])).landed == {"variable": 2, "off.by-one": 1}


def test_ranks_are_compared() -> None:
    found = [Bug("a", "k", 8, 2, 16), Bug("a", "k", 4, 4, 4), Bug("b", "k", 2, 1, 1)]
    nothing, same, other = (line.split()[-6:] for line in list(table(found))[1:])
    assert nothing == ["3", "4.0", "4", "8", "0", "0"]
    assert same == ["3", "2.0", "2", "4", "2", "0"]
    assert other == ["3", "4.0", "4", "16", "1", "1"]


def test_what_landed_brings_the_right_edit_forward() -> None:
    program = load(FOLDER / "training" / "text_columns")
    goal = Goal.of(program)
    without = searched(task(program), goal, 60)
    after = searched(task(program), goal, 60, landed([without["kind"]] * 3))
    assert 1 <= after["rank"] <= without["rank"]
