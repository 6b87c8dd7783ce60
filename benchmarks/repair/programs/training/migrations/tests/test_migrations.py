import contextlib

import pytest

from migrations import MigrationError, Migrator, connect, number

SCRIPTS = {
    "1_users.sql": "CREATE TABLE users (name TEXT)",
    "2_ann.sql": "INSERT INTO users VALUES ('ann'); INSERT INTO users VALUES ('bob');",
}


@pytest.fixture
def db():
    with contextlib.closing(connect()) as connection:
        yield connection


def test_number():
    assert number("012_add_index.sql") == 12
    with pytest.raises(MigrationError):
        number("readme.txt")


def test_run(db):
    assert Migrator(db, SCRIPTS).run() == ["1_users.sql", "2_ann.sql"]
    assert db.execute("SELECT count(*) FROM users").fetchone() == (2,)


def test_each_runs_once(db):
    Migrator(db, SCRIPTS).run()
    assert Migrator(db, SCRIPTS).run() == []


def test_up_to(db):
    migrator = Migrator(db, SCRIPTS)
    assert migrator.run(up_to=1) == ["1_users.sql"]
    assert migrator.pending() == ["2_ann.sql"]


def test_tenth_comes_after_second(db):
    scripts = {**SCRIPTS, "10_rename.sql": "ALTER TABLE users RENAME TO people"}
    assert Migrator(db, scripts).run() == ["1_users.sql", "2_ann.sql", "10_rename.sql"]


def test_same_number(db):
    with pytest.raises(MigrationError):
        Migrator(db, {"1_a.sql": "", "01_b.sql": ""})


def test_failing_script_is_undone(db):
    migrator = Migrator(db, {**SCRIPTS, "3_bad.sql": "INSERT INTO users VALUES ('eve'); INSERT INTO nope VALUES (1)"})
    with pytest.raises(MigrationError, match="3_bad.sql"):
        migrator.run()
    assert db.execute("SELECT count(*) FROM users").fetchone() == (2,)
    assert migrator.pending() == ["3_bad.sql"]


def test_check(db):
    Migrator(db, SCRIPTS).run()
    assert Migrator(db, {}).check() == [1, 2]
