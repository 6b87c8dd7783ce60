import pytest

from lockfile import Lock, LockError, canonical
from lockfile_compare import compare, version_key

OLD = """
roots: Web_App
web-app==1.0 sha:aa (flask)
flask==2.9.1 sha:bb (click)
click==8.0 sha:cc
six==1.16
"""

NEW = """
# made by hand
roots: web-app
Web.App==1.0 sha:aa (flask)
flask==2.10.0 sha:dd (click, markup)
click==7.1 sha:ee
markup==2.0
"""


def test_canonical():
    assert canonical(" Foo._Bar ") == "foo-bar"


def test_version_key():
    assert version_key("2.9") < version_key("2.10")
    assert version_key("1.0rc1") < version_key("1.0")
    assert version_key("1.0") == version_key("1.0.0")


def test_parse_errors():
    with pytest.raises(LockError):
        Lock.parse("what is this")
    with pytest.raises(LockError):
        Lock.parse("a-b==1\nA_B==2")


def test_report():
    assert compare(OLD, NEW).report() == [
        "+ markup 2.0 (for flask)", "- six 1.16", "^ flask 2.9.1 -> 2.10.0", "v click 8.0 -> 7.1"]


def test_same():
    assert compare(OLD, OLD).same
    assert not compare(OLD, NEW).same


def test_digest():
    assert compare("a==1 sha:x", "a==1.0 sha:y").report() == ["! a has another digest"]


def test_requirements():
    assert compare("a==1 (b)", "a==1 (b, c)").report() == ["~ a has other requirements"]
    assert compare("a==1 (c, b)", "a==1 (b,c)").same


def test_requirements_written_differently():
    assert compare("a==1 (typing_extensions)", "a==1 (Typing-Extensions)").same


def test_why():
    result = compare("", "roots: Py.YAML\ntool==1 (PyYAML, py_yaml)\nPy-YAML==6.0")
    assert result.why("py.yaml") == ["root", "tool"]


def test_orphans():
    assert Lock.parse(OLD).orphans() == ["six"]
    assert Lock.parse(NEW).orphans() == []


def test_missing():
    assert Lock.parse("roots: a, z\na==1 (b, c)\nb==1").missing() == ["c", "z"]
