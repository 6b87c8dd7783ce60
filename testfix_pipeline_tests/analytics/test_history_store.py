"""The history on disk: whole or not at all, each session once, and nothing lost to damage or age."""

import itertools
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from testfix_pipeline.analytics.derived.lineage import session_lineage
from testfix_pipeline.analytics.derived.trend import pass_rate_trend
from testfix_pipeline.analytics.history import history_store
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.analytics.tables.parquet import write_frame
from testfix_pipeline.analytics.tables.schema import SCHEMA_VERSION, SOURCES, TABLES, conform
from testfix_pipeline.core.errors import InvalidConfig, MachineError
from testfix_pipeline_tests.killed_child import killed_before


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history")


def same(one, other) -> None:
    for table in SOURCES:
        pd.testing.assert_frame_equal(one[table], other[table])


def file_of(history: History, table: str) -> Path:
    (found,) = (history.folder / table).glob("*.parquet")
    return found


def test_what_is_put_in_comes_out_once_however_often(history, green):
    frames = green.frames()
    history.append(frames)
    history.append(frames)
    same(history.read_all(), frames)
    assert [path.name for path in (history.folder / "pending").iterdir()] == []


def test_a_session_that_went_on_replaces_its_rows_in_every_table(history, green):
    history.append(green.frames())
    green.planned("f2").attempted("f2").settled().finished()
    history.append(green.frames())
    same(history.read_all(), green.frames())
    assert len(history.read("iterations")) == 2


def test_sessions_of_two_projects_with_one_id_do_not_mix(history, story):
    one, other = story(project="shop").baseline(a="failed"), story(project="bank").baseline(a="passed", b="passed")
    for scenario in (one, other):
        history.append(scenario.frames())
    assert sorted(history.read("test_outcomes").groupby("session_key").size()) == [1, 2]
    assert len(history.sessions()) == 2 and history.projects() == sorted([one.root, other.root])


def test_an_empty_history_has_empty_tables(history):
    assert {table: list(frame.columns) for table, frame in history.read_all(TABLES).items()} == {
        table: [column.name for column in columns] for table, columns in TABLES.items()
    }
    assert history.stored_table("pass_rate_trend").empty and history.sessions() == []


def test_a_rebuild_gives_the_same_and_keeps_sessions_that_are_gone(history, green, story):
    gone = story("WFS-test-gone").baseline(a="passed").finished()
    unread = story("WFS-test-unread").baseline(a="passed")
    for scenario in (green, gone, unread):
        history.append(scenario.frames())
    before = history.read_all()
    shutil.rmtree(gone.store.folder)
    unread.store.path(".process/iteration-state.json").write_text("{")
    rebuilt = history.rebuild([green.root, green.root / ".", green.root.parent / "no-project"])
    assert [key.partition("--")[2] for key in rebuilt.sessions] == ["WFS-test-a"]
    assert len(rebuilt.problems) == 1 and "iteration-state.json can't be read" in rebuilt.problems[0]
    same(history.read_all(), before)
    shutil.rmtree(history.folder)
    history.rebuild([green.root])
    same(history.read_all(), green.frames())


def test_a_real_session_survives_the_way_through_the_files(history, real):
    root, result = real
    frames = session_frames(root, result["session_id"])
    assert history.rebuild([root]).problems == ()
    same(history.read_all(), frames)


def test_what_is_no_test_session_is_left_out(history, green):
    folder = green.root / ".workflow/active/WFS-login"
    folder.mkdir()
    (folder / "workflow-session.json").write_text('{"type": "workflow", "status": "completed"}')
    assert [key.partition("--")[2] for key in history.rebuild([green.root]).sessions] == ["WFS-test-a"]


@pytest.mark.parametrize("damage", [b"", b"PAR1 and no more", None])
def test_a_truncated_file_is_set_aside_named_and_made_again_by_a_rebuild(history, green, damage):
    history.append(green.frames())
    file = file_of(history, "test_outcomes")
    content = file.read_bytes()
    broken = content[: len(content) // 2] if damage is None else damage
    file.write_bytes(broken)
    assert history.read("test_outcomes").empty
    (note,) = history.notes
    (kept,) = (history.folder / "set-aside").iterdir()
    assert str(file) in note and str(kept) in note and kept.read_bytes() == broken
    history.rebuild([green.root])
    same(history.read_all(), green.frames())
    assert kept.exists()


def older(file: Path, version: int, **changes) -> None:
    """The file as a version of the software with another schema would have written it."""
    table = pq.read_table(file)
    for name, values in changes.items():
        if name in table.column_names:
            table = table.drop_columns([name])
        if values is not None:
            table = table.append_column(name, values)
    metadata = {**table.schema.metadata, b"testfix_schema": str(version).encode()}
    pq.write_table(
        table.replace_schema_metadata({key: value for key, value in metadata.items() if key != b"pandas"}), file
    )


def test_a_file_of_an_older_schema_is_converted_and_kept(history, green):
    history.append(green.frames())
    file = file_of(history, "iterations")
    older(file, SCHEMA_VERSION - 1, clusters=None, moods=[["blue"]])
    old = file.read_bytes()
    rows = history.read("iterations")
    expected = green.frames()["iterations"].assign(clusters=pd.array([pd.NA], dtype="Int64"))
    pd.testing.assert_frame_equal(rows, expected)
    assert "older schema" in history.notes[0]
    (kept,) = (history.folder / "set-aside").iterdir()
    assert kept.read_bytes() == old
    pd.testing.assert_frame_equal(history.read("iterations"), expected)
    assert len(history.notes) == 1


def test_a_lineage_in_which_fixed_was_called_mended_is_read(history, story):
    scenario = story().baseline(a="failed").planned("f1").attempted("f1", newly_passing=["t.py::a"])
    lineage = session_lineage(*(scenario.frames()[name] for name in ("sessions", "iterations", "attempts")))
    older(history.keep("session_lineage", lineage), SCHEMA_VERSION - 1, change=[["mended"]])
    assert list(history.stored_table("session_lineage")["change"]) == list(lineage["change"]) == ["fixed"]


def test_a_column_of_another_kind_is_not_guessed_at(history, green):
    history.append(green.frames())
    older(file_of(history, "iterations"), SCHEMA_VERSION - 1, passed=[["some"]])
    assert history.read("iterations").empty
    assert "another kind" in history.notes[0]
    assert len(list((history.folder / "set-aside").iterdir())) == 1


def test_a_file_of_a_newer_version_stays_untouched(history, green):
    history.append(green.frames())
    file = file_of(history, "iterations")
    older(file, SCHEMA_VERSION + 1)
    newer = file.read_bytes()
    assert history.read("iterations").empty
    assert "Update the software" in history.notes[0] and file.read_bytes() == newer


def test_a_table_that_follows_is_kept_whole(history, green):
    frames = green.frames()
    trend = pass_rate_trend(frames["sessions"], frames["iterations"], frames["test_outcomes"])
    history.keep("pass_rate_trend", trend)
    history.keep("pass_rate_trend", trend)
    pd.testing.assert_frame_equal(history.stored_table("pass_rate_trend"), trend)


def test_other_frames_are_refused(history, green, combined, story):
    frames = green.frames()
    with pytest.raises(InvalidConfig, match="attempts"):
        history.append({table: frame for table, frame in frames.items() if table != "attempts"})
    with pytest.raises(InvalidConfig, match="several sessions"):
        history.append(combined(green, story("WFS-test-b")))
    with pytest.raises((ValueError, TypeError)):
        write_frame(history.folder / "x.parquet", "iterations", pd.DataFrame({"passed": ["some"]}))
    assert history.sessions() == []


def test_a_project_with_a_very_long_name_has_a_history(history, story):
    scenario = story(project="p" * 230).baseline(a="passed")
    history.append(scenario.frames())
    same(history.read_all(), scenario.frames())


def test_writers_at_once_lose_nothing(history, story):
    frames = [story(f"WFS-test-{number}").baseline(a="passed").frames() for number in range(6)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(History(history.folder).append, frames))
    assert len(history.sessions()) == len(history.read("test_outcomes")) == 6


def test_many_sessions_are_packed_and_stay_what_they_were(history, story, monkeypatch):
    monkeypatch.setattr(history_store, "PACK", 4)
    scenario = [story(f"WFS-test-{number}", day=number).baseline(a="failed", b="passed") for number in (3, 1, 7, 5, 9)]
    for one in scenario:
        history.append(one.frames())
    assert len(list((history.folder / "sessions").glob("segment-*"))) == 1
    assert len(list((history.folder / "sessions").iterdir())) == 2
    expected = {number: one.frames() for number, one in zip((3, 1, 7, 5, 9), scenario, strict=True)}
    same(history.read_all(), joined([expected[number] for number in (1, 3, 5, 7, 9)]))
    assert history.row_counts() == {table: len(frame) for table, frame in history.read_all().items()}

    went_on = scenario[0].planned("f1").settled().finished().frames()
    history.append(went_on)
    expected[3] = went_on
    after = joined([expected[number] for number in (1, 3, 5, 7, 9)])
    same(history.read_all(), after)
    assert history.rebuild([scenario[0].root]).problems == ()
    same(history.read_all(), after)
    compact = history.read("test_outcomes", ["test", "status"])
    assert list(compact.columns) == ["test", "status"] and compact["test"].astype("str").equals(
        after["test_outcomes"]["test"]
    )
    assert not list((history.folder / "pending").iterdir()) and history.notes == []


def test_small_segments_are_merged_into_larger_ones_and_the_rows_of_a_session_are_found(history, story, monkeypatch):
    monkeypatch.setattr(history_store, "PACK", 2)
    monkeypatch.setattr(history_store, "SEGMENTS", 2)
    monkeypatch.setattr(history_store, "SMALL_SEGMENT", 4)
    frames = [story(f"WFS-test-{number}").baseline(a="passed").frames() for number in range(7)]
    counts = []
    for one in frames:
        history.append(one)
        counts.append(len(list((history.folder / "sessions").iterdir())))
    assert counts == [1, 1, 2, 1, 2, 2, 3]
    same(history.read_all(), joined(frames))
    again = history.rows_of([frames[number]["sessions"]["session_key"][0] for number in (1, 6)])
    same({table: conform(table, rows.to_pandas()) for table, rows in again.items()}, joined([frames[1], frames[6]]))


def joined(frames):
    return {table: pd.concat([one[table] for one in frames], ignore_index=True) for table in SOURCES}


def test_killed_while_packing_nothing_is_lost_or_doubled(tmp_path, story, monkeypatch):
    monkeypatch.setattr(history_store, "PACK", 3)
    frames = [story(f"WFS-test-{number}").baseline(a="passed").frames() for number in range(3)]
    for one in frames[:2]:
        History(tmp_path / "before").append(one)
    packed = 0
    for number in itertools.count():
        folder = shutil.copytree(tmp_path / "before", tmp_path / str(number))
        if not append_is_killed(folder, frames[2], number):
            break
        read = History(folder).read_all()
        same(read, joined(frames[: len(read["sessions"])]))
        packed += bool(list((folder / "sessions").glob("segment-*")))
    assert packed > 0 and len(History(folder).sessions()) == 3


def append_is_killed(folder: Path, frames, number: int) -> bool:
    """Whether appending is killed before its change of the disk of this number."""

    def changes_folder(event: str, arguments: tuple[object, ...]) -> bool:
        return event in ("os.rename", "os.mkdir", "shutil.rmtree") and str(folder) in str(arguments[0])

    return killed_before(number, changes_folder, lambda: History(folder).append(frames))


def test_killed_anywhere_a_reader_sees_the_old_rows_or_the_new_in_all_tables(tmp_path, green):
    before = green.frames()
    after = green.planned("f2").attempted("f2").settled().finished().frames()
    History(tmp_path / "before").append(before)
    seen = {"old": 0, "new": 0}
    for number in itertools.count():
        folder = shutil.copytree(tmp_path / "before", tmp_path / str(number))
        if not append_is_killed(folder, after, number):
            break
        read = History(folder).read_all()
        which = "new" if len(read["iterations"]) == 2 else "old"
        seen[which] += 1
        same(read, after if which == "new" else before)
        assert not [file for file in folder.rglob("*") if file.suffix == ".part" or file.parent.name == "pending"]
    assert seen["old"] >= 4 and seen["new"] >= 3


def test_a_folder_that_can_not_be_written_is_named_with_what_to_do(tmp_path, green):
    """A file in the folder's place: the one way of refusing that root is not exempt from."""
    history = History(tmp_path / "history")
    history.folder.write_text("not mine")
    for work in (
        lambda: history.append(green.frames()),
        lambda: history.read("sessions"),
        lambda: history.keep("flaky_tests", pd.DataFrame()),
    ):
        with pytest.raises(MachineError, match="history") as caught:
            work()
        assert "testfix history --rebuild" in caught.value.next_step
    assert history.folder.read_text() == "not mine"
