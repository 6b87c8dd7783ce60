"""The history by SQL and as files: the same rows as the frames, and no way from SQL to anything else."""

from pathlib import Path

import pandas as pd
import pytest

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.history_tables import Tables
from testfix_pipeline.analytics.history.query import query
from testfix_pipeline.analytics.tables import schema_docs
from testfix_pipeline.analytics.tables.schema import TABLES
from testfix_pipeline.cli.views import history_view
from testfix_pipeline.core.errors import UsageError


@pytest.fixture
def history(tmp_path, story, monkeypatch) -> History:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "home"))
    kept = History()
    for day, said in enumerate(["failed", "passed", "failed"]):
        scenario = story(f"WFS-test-{day}", day=day, baseline_commit="same").baseline(a=said, b="passed")
        kept.append(scenario.planned("f1").attempted("f1").settled().finished().frames())
    return kept


def test_every_table_can_be_asked(history) -> None:
    tables = Tables(history)
    for name in TABLES:
        assert query(tables, f"select count(*) as n from {name}")["n"].iloc[0] == len(tables.whole(name))
    counted = query(
        tables,
        "select test_outcomes.status, count(*) n from test_outcomes join sessions using (session_key) group by 1",
    )
    outcomes = history.read("test_outcomes")
    assert dict(zip(counted["status"], counted["n"], strict=True)) == outcomes["status"].value_counts().to_dict()
    assert list(query(tables, "select test from flaky_tests where verdict = 'flaky'")["test"]) == ["test_x.py::a"]


@pytest.mark.parametrize(
    "sql",
    [
        "select * from read_csv('{file}')",
        "select * from read_text('{file}')",
        "select * from '{file}'",
        "select * from glob('{folder}/*')",
        "copy sessions to '{folder}/out.csv'",
        "attach '{folder}/out.db'",
        "install httpfs",
        "set enable_external_access = true",
        "create table x as select 1",
        "drop view sessions",
        "select 1; select 2",
        "select * from wishes",
        "select",
        "",
    ],
)
def test_sql_reaches_no_file_and_changes_nothing(history, tmp_path, sql) -> None:
    file = tmp_path / "secret.csv"
    file.write_text("a\nsecret\n")
    with pytest.raises(UsageError):
        query(Tables(history), sql.format(file=file, folder=tmp_path))
    assert not (tmp_path / "out.csv").exists() and not (tmp_path / "out.db").exists()


def test_tables_that_follow_are_made_again_only_when_a_session_came(history, story, monkeypatch) -> None:
    first = Tables(history).whole("flaky_tests")
    monkeypatch.setattr("testfix_pipeline.analytics.history.history_tables.MADE", {})
    pd.testing.assert_frame_equal(Tables(history).whole("flaky_tests"), first)
    history.append(story("WFS-test-new", day=9).baseline(a="passed").frames())
    with pytest.raises(KeyError):
        Tables(history).whole("flaky_tests")


def test_tables_and_answers_are_exported(history, tmp_path) -> None:
    csv, parquet, folder = tmp_path / "out/a.csv", tmp_path / "a.parquet", tmp_path / "all"
    history_view.show(None, "attempts", export=csv)
    assert list(pd.read_csv(csv)["task_id"]) == ["f1"] * 3
    history_view.show(None, "", sql="select test from stuck_tests", export=parquet)
    assert list(pd.read_parquet(parquet).columns) == ["test"]
    found = history_view.show(None, "", export=folder)
    assert {path.stem for path in folder.iterdir()} == set(TABLES) and len(found["written"]) == len(TABLES)
    pd.testing.assert_frame_equal(pd.read_parquet(folder / "attempts.parquet"), history.read("attempts"))
    for target, table in ((tmp_path / "a.xlsx", "attempts"), (csv, ""), (csv / "below/a.csv", "attempts")):
        with pytest.raises(UsageError):
            history_view.show(None, table, export=target)


def test_the_documentation_lists_every_table() -> None:
    page = (Path(__file__).parents[2] / "docs/history.md").read_text()
    assert schema_docs.table_list() in page, "put `schema_docs.table_list()` there"


def test_every_column_can_be_listed_with_its_meaning() -> None:
    listed = schema_docs.columns(TABLES)
    described = (f"| `{one.name}` | " for table in TABLES.values() for one in table)
    assert all(start in listed for start in described)
    assert schema_docs.columns(["stuck_tests"]).startswith("### stuck_tests")
