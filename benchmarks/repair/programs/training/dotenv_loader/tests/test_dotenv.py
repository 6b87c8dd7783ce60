import pytest

from dotenv_loader import EnvError, as_bool, load, parse


def test_simple():
    assert parse("A=1\nB = two\n") == {"A": "1", "B": "two"}


def test_comments_and_blank_lines():
    assert parse("# x\n\nA=1 # why\n") == {"A": "1"}


def test_export():
    assert parse("export PATH_TO=/tmp") == {"PATH_TO": "/tmp"}


def test_quotes_keep_hashes():
    assert parse("A=\"a # b\"") == {"A": "a # b"}


def test_references():
    assert parse("HOST=db\nURL=${HOST}:${PORT:-5432}") == {"HOST": "db", "URL": "db:5432"}


def test_single_quotes_are_literal():
    assert parse("A='${B}'") == {"A": "${B}"}


def test_unset_reference():
    with pytest.raises(EnvError):
        parse("A=${NOPE}")


def test_url_with_query():
    assert parse("DSN=postgres://db/app?sslmode=require&timeout=5")["DSN"] == "postgres://db/app?sslmode=require&timeout=5"


def test_no_equals_sign():
    with pytest.raises(EnvError):
        parse("just words")


def test_missing_file(tmp_path):
    assert load(tmp_path / ".env") == {}


def test_file_with_base(tmp_path):
    (tmp_path / ".env").write_text("A=${HOME_DIR}/x")
    assert load(tmp_path / ".env", {"HOME_DIR": "/h"}) == {"A": "/h/x"}


def test_as_bool():
    assert as_bool("Yes") is True
    assert as_bool("off") is False
    with pytest.raises(EnvError):
        as_bool("maybe")
